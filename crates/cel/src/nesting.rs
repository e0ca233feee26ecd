//! The depth of an expression's tree, computed before the tree is built: parser, checker and evaluator recurse as deep
//! as the tree, and the stack is small.
//!
//! Brackets nest, and so do chains: `a.b.c` is a field of a field, and `1 + 2 + 3` is a sum whose
//! left side is a sum. The scan counts such steps, for each open bracket those of the chain that it
//! is in. It reads literals and comments as the lexer does.

/// The largest depth of an expression.
pub(crate) const DEEPEST: usize = 250;

/// An open bracket, or the expression as a whole.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Fields, calls, indexes and operators since the latest beginning.
    chain: usize,
    /// `&&` and `||`: runs of them become balanced trees.
    logical: usize,
    /// `?` of `a ? b : c`, which nests to the right.
    conditional: usize,
}

impl Level {
    fn depth(self) -> usize {
        // Twice, as one operator may stand in a run of the other.
        let balanced = 2 * (usize::BITS - self.logical.leading_zeros()) as usize;
        // The bracket itself, and the call that it may belong to.
        2 + self.chain + balanced + self.conditional
    }
}

/// The byte at which an expression becomes too deep.
pub(crate) fn too_deep(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut outer: Vec<Level> = Vec::new();
    let mut outer_depth = 0;
    let mut here = Level::default();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'"' | b'\'' => at = literal_end(bytes, start),
            b'/' if bytes.get(at) == Some(&b'/') => {
                let rest = &bytes[at..];
                let line = rest.iter().position(|byte| *byte == b'\n');
                at += line.unwrap_or(rest.len());
            }
            b'(' | b'[' | b'{' => {
                outer_depth += here.depth();
                outer.push(std::mem::take(&mut here));
            }
            b')' | b']' | b'}' => {
                if let Some(level) = outer.pop() {
                    outer_depth -= level.depth();
                    here = level;
                    here.chain += 1;
                }
            }
            b',' => here = Level::default(),
            b':' => here.chain = 0,
            b'?' => {
                here.chain = 0;
                here.conditional += 1;
            }
            b'&' | b'|' => {
                here.chain = 0;
                here.logical += 1;
            }
            b'.' | b'+' | b'-' | b'*' | b'%' | b'/' | b'<' | b'>' | b'=' | b'!' => here.chain += 1,
            b'i' if is_in(bytes, start) => here.chain += 1,
            _ => {}
        }
        if outer_depth + here.depth() > DEEPEST {
            return Some(start);
        }
    }
    None
}

/// Whether the operator `in` is at this byte.
fn is_in(bytes: &[u8], start: usize) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes[start..].starts_with(b"in")
        && !bytes.get(start + 2).is_some_and(is_part)
        && !bytes[..start].last().is_some_and(is_part)
}

/// The end of the literal that begins with a quote at `start`. If it does not end, the byte after the quote, where the
/// lexer continues.
fn literal_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let prefix = bytes[..start].iter().rev().take(2);
    let is_raw = prefix
        .take_while(|byte| matches!(byte, b'r' | b'R' | b'b' | b'B'))
        .any(|byte| matches!(byte, b'r' | b'R'));
    let triple = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if triple { 3 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if !is_raw => at += 1,
            b'\n' | b'\r' if !triple => break,
            _ if byte == quote && !triple => return at + 1,
            _ if triple && bytes[at..].starts_with(&[quote; 3]) => return at + 3,
            _ => {}
        }
        at += 1;
    }
    start + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expect: bool) {
        assert_eq!(too_deep(source).is_some(), expect, "{source}");
    }

    #[test]
    fn what_nests_is_counted() {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("[", "1", "]"),
            ("{1:", "1", "}"),
            ("f(", "1", ")"),
            ("[1].map(x, ", "1", ")"),
            ("true ? 1 : ", "1", ""),
            ("", "a", ".b"),
            ("", "a", "[0]"),
            ("", "a", ".f()"),
            ("1 + ", "1", ""),
            ("1 in ", "1", ""),
            ("!", "a", ""),
            ("(", "", ""),
        ] {
            let of = |times: usize| open.repeat(times) + middle + &close.repeat(times);
            check(&of(20), false);
            check(&of(DEEPEST), true);
        }
    }

    #[test]
    fn what_does_not_nest_is_not() {
        let many = 10 * DEEPEST;
        check(&"a && ".repeat(many), false);
        check(&"a.b + 1 == 2 || ".repeat(many), false);
        check(&format!("[{}]", "a.b, ".repeat(many)), false);
        check(&format!("{{{}}}", "1: a.b, ".repeat(many)), false);
        for literal in ["'", "\"", "'''", "\"\"\"", "r'", "br\"", "b'"] {
            let quote = literal.trim_start_matches(['r', 'b']);
            check(&format!("{literal}{}{quote}", ".(".repeat(many)), false);
        }
        check(&format!("'\\'{}'", ".".repeat(many)), false);
        check(&format!("1 // {}\n", ".".repeat(many)), false);
        check(&"inin ".repeat(many), false);
    }

    #[test]
    fn a_literal_that_does_not_end_hides_nothing() {
        let many = ".b".repeat(DEEPEST);
        check(&format!("'a{many}"), true);
        check(&format!("'a\n'{many}"), true);
        check(&format!("r'\\'{many}"), true);
        check(&format!("'''a{many}"), true);
    }
}
