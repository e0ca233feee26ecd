//! Which lines of the vectors a target runs.

/// How much of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// Every line.
    All,
    /// Every line where all engines take all; else as `Some`.
    Engine,
    /// Every line with CEL, and of the others about ten, evenly over the file.
    Some,
}

impl Share {
    /// The share of a run in which every engine takes all lines, or Node.js alone.
    pub(super) const fn of(self, all_lines: bool) -> Self {
        match self {
            Self::Engine if all_lines => Self::All,
            Self::Engine => Self::Some,
            other => other,
        }
    }
}

/// How many lines `Share::Some` is about.
const SOME: usize = 10;

/// The lines of that share; the others are empty, so that line numbers stay.
pub(super) fn of(share: Share, text: &str) -> String {
    let apart = match share {
        Share::All => 1,
        Share::Some | Share::Engine => text.lines().count().div_ceil(SOME).max(1),
    };
    let mut chosen = String::with_capacity(text.len());
    for (index, line) in text.lines().enumerate() {
        if index % apart == 0 || line.contains("celExpressions") {
            chosen.push_str(line);
        }
        chosen.push('\n');
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_chosen_evenly_and_keep_their_numbers() {
        let numbers: Vec<String> = (0..25).map(|line| line.to_string()).collect();
        let text = numbers.join("\n") + "\n";
        let chosen = of(Share::Some, &text);
        assert_eq!(chosen.lines().count(), 25);
        let full: Vec<&str> = chosen.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(full, ["0", "3", "6", "9", "12", "15", "18", "21", "24"]);
        assert_eq!(of(Share::All, &text), text);
        assert_eq!(of(Share::Some, ""), "");
    }

    #[test]
    fn lines_with_cel_are_chosen_all() {
        let mut lines = vec!["x"; 40];
        lines[7] = "celExpressions";
        let chosen = of(Share::Some, &lines.join("\n"));
        assert_eq!(chosen.lines().nth(7), Some("celExpressions"));
        assert_eq!(chosen.lines().nth(9), Some(""));
    }
}
