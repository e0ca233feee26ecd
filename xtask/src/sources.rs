//! The limits of source files: lines in a file, and columns in a line.

use std::{collections::BTreeSet, fs};

use crate::{
    failure::{Done, Failure},
    project,
};

/// Lines that a file may have.
const LINES: usize = 500;
/// Columns that a line may have.
const COLUMNS: usize = 120;

/// The endings of the files that have limits: Rust, TypeScript and JavaScript.
const ENDINGS: [&str; 8] = ["rs", "ts", "tsx", "mts", "cts", "js", "mjs", "cjs"];

/// Generated files, which have no limits, and what generates each.
const GENERATED: [(&str, &str); 3] = [
    (
        "pkg/types.d.ts",
        "the Rust types: `UPDATE_TYPES=1 cargo test -p schedscope-tests --test types`",
    ),
    ("pkg/types.d.cts", "the Rust types, for `require`"),
    (
        "pkg/src/questions.ts",
        "the table of questions: `cargo xtask types`",
    ),
];

/// The list of files that exceed a limit and should not.
const EXCEPTIONS: &str = "xtask/sources.txt";

/// Set, it has the stage remove the files from the list that are within the limits.
const UPDATE: &str = "UPDATE_SOURCES";

/// A limit that a file exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Excess {
    /// Too many lines.
    Long,
    /// A line with too many columns.
    Wide,
}

impl Excess {
    const ALL: [Self; 2] = [Self::Long, Self::Wide];

    /// The word for it in the list of exceptions.
    fn word(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Wide => "wide",
        }
    }
}

/// A file with a limit that it exceeds.
type Entry = (Excess, String);

/// Fails if a source file exceeds a limit and is not in the list of exceptions, or is in it without need.
pub(crate) fn check() -> Done {
    let mut found = Vec::new();
    for file in project::files()? {
        if has_limits(&file) {
            let text = project::read(&file)?;
            found.extend(excesses(&text).map(|(excess, at)| ((excess, file.clone()), at)));
        }
    }
    let list = project::read(EXCEPTIONS)?;
    let exceptions = read(&list)?;
    let needed: BTreeSet<&Entry> = found.iter().map(|(entry, _)| entry).collect();
    if std::env::var_os(UPDATE).is_some() {
        let kept = kept(&list, &needed);
        return fs::write(project::root().join(EXCEPTIONS), kept)
            .map_err(Failure::of(format!("`{EXCEPTIONS}`")));
    }
    let mut wrong = Vec::new();
    for (entry, at) in &found {
        if !exceptions.contains(entry) {
            wrong.push(format!("{}{at}", entry.1));
        }
    }
    for entry in exceptions.iter().filter(|entry| !needed.contains(entry)) {
        wrong.push(format!(
            "{} is no longer {}: remove it from {EXCEPTIONS}",
            entry.1,
            entry.0.word()
        ));
    }
    for line in &wrong {
        println!("{line}");
    }
    println!("{} exceptions in {EXCEPTIONS}", exceptions.len());
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} source files do not agree with the limits or with {EXCEPTIONS}; `{UPDATE}=1 cargo xtask test --only \
         sources` removes the exceptions that are not needed",
        wrong.len()
    )))
}

fn has_limits(file: &str) -> bool {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending) && !GENERATED.iter().any(|(generated, _)| *generated == file)
}

/// The limits that a text exceeds, each with the place and the number to print after the name of the file.
fn excesses(text: &str) -> impl Iterator<Item = (Excess, String)> {
    let lines = text.lines().count();
    let long = (lines > LINES).then(|| {
        let at = format!(" has {lines} lines, at most {LINES} are allowed");
        (Excess::Long, at)
    });
    let columns = text.lines().map(|line| line.chars().count());
    let wide = columns.enumerate().find(|(_, columns)| *columns > COLUMNS);
    let wide = wide.map(|(index, columns)| {
        let at = format!(
            ":{} has {columns} columns, at most {COLUMNS} are allowed",
            index + 1
        );
        (Excess::Wide, at)
    });
    long.into_iter().chain(wide)
}

/// The entries of the list: `long <file>` or `wide <file>` on each line that is not a comment.
fn read(list: &str) -> Done<BTreeSet<Entry>> {
    let lines = list.lines().filter(|line| !is_comment(line));
    lines
        .map(|line| {
            entry(line).ok_or_else(|| {
                Failure::new(format!(
                    "`{EXCEPTIONS}`: `{line}` is not `long <file>` or `wide <file>`"
                ))
            })
        })
        .collect()
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn entry(line: &str) -> Option<Entry> {
    let (word, file) = line.split_once(' ')?;
    let excess = Excess::ALL
        .into_iter()
        .find(|excess| excess.word() == word)?;
    Some((excess, file.to_owned()))
}

/// The list without the entries that are not needed.
fn kept(list: &str, needed: &BTreeSet<&Entry>) -> String {
    let is_kept = |line: &&str| {
        let line = line.trim_end();
        is_comment(line) || entry(line).is_some_and(|entry| needed.contains(&entry))
    };
    list.split_inclusive('\n').filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn exceeds(text: &str, expected: &[(Excess, &str)]) {
        let found: Vec<(Excess, String)> = excesses(text).collect();
        let found: Vec<(Excess, &str)> = found.iter().map(|(it, at)| (*it, at.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_and_columns_are_counted() {
        let widest = "ü".repeat(COLUMNS);
        exceeds(&format!("{widest}\n").repeat(LINES), &[]);
        let wide = (Excess::Wide, ":2 has 121 columns, at most 120 are allowed");
        exceeds(&format!("a\n{widest}b\n"), &[wide]);
        let long = (Excess::Long, " has 501 lines, at most 500 are allowed");
        exceeds(&"a\n".repeat(LINES + 1), &[long]);
    }

    #[test]
    fn only_sources_that_people_write_have_limits() {
        assert!(has_limits("src/lib.rs") && has_limits("www/src/a.test.tsx"));
        assert!(!has_limits("README.md") && !has_limits("pkg/types.d.ts"));
        for (file, _) in GENERATED {
            // A copy for `require` is made by the build, so a fresh clone does not have it.
            let written = file.replace(".d.cts", ".d.ts");
            assert!(project::root().join(written).is_file(), "{file}");
            assert!(!has_limits(file), "{file}");
        }
    }

    #[test]
    fn exceptions_that_are_not_needed_are_removed() {
        let list = "# why\nlong a.rs\nwide b.rs\n";
        let entries = read(list).expect("entries");
        assert_eq!(entries.len(), 2);
        let needed = entries.iter().filter(|(_, file)| file == "b.rs").collect();
        assert_eq!(kept(list, &needed), "# why\nwide b.rs\n");
        assert!(read("tall a.rs").is_err());
        assert!(read(&project::read(EXCEPTIONS).expect("the list")).is_ok());
    }
}
