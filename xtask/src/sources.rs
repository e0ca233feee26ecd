//! The limits of source files: lines in a file, and columns in a line.

use anyhow::bail;

use crate::{failure::Done, project};

/// Lines that a file may have.
const LINES: usize = 500;
/// Columns that a line may have.
const COLUMNS: usize = 120;

/// The endings of the files that have limits: Rust, TypeScript and JavaScript.
const ENDINGS: [&str; 8] = ["rs", "ts", "tsx", "mts", "cts", "js", "mjs", "cjs"];

/// Generated files, which have no limits: the types of the package, with all that is said of them, its methods, its
/// functions of one call, and the options of commands.
const GENERATED: [&str; 5] = [
    "pkg/types.d.ts",
    "pkg/schema/documented.d.ts",
    "pkg/src/questions/table.ts",
    "pkg/src/questions/functions.ts",
    "pkg/src/questions/options.ts",
];

/// Fails if a source file exceeds a limit.
pub(crate) fn check() -> Done {
    let mut count = 0;
    for file in project::files()?.iter().filter(|file| has_limits(file)) {
        for excess in excesses(&project::read(file)?) {
            println!("{file}{excess}");
            count += 1;
        }
    }
    if count == 0 {
        return Ok(());
    }
    bail!(
        "{count} source files exceed {LINES} lines or {COLUMNS} columns: split the file or the line"
    )
}

fn has_limits(file: &str) -> bool {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending) && !GENERATED.contains(&file)
}

/// The limits that a text exceeds, each with the place and the number to print after the name of the file.
fn excesses(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().count();
    let long = (lines > LINES).then(|| format!(" has {lines} lines, at most {LINES} are allowed"));
    let columns = text.lines().map(|line| line.chars().count());
    let wide = columns.enumerate().find(|(_, columns)| *columns > COLUMNS);
    let wide = wide.map(|(index, columns)| {
        format!(
            ":{} has {columns} columns, at most {COLUMNS} are allowed",
            index + 1
        )
    });
    long.into_iter().chain(wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn exceeds(text: &str, expected: &[&str]) {
        assert_eq!(excesses(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_and_columns_are_counted() {
        let widest = "ü".repeat(COLUMNS);
        exceeds(&format!("{widest}\n").repeat(LINES), &[]);
        exceeds(
            &format!("a\n{widest}b\n"),
            &[":2 has 121 columns, at most 120 are allowed"],
        );
        exceeds(
            &"a\n".repeat(LINES + 1),
            &[" has 501 lines, at most 500 are allowed"],
        );
    }

    #[test]
    fn only_sources_that_people_write_have_limits() {
        assert!(has_limits("src/lib.rs") && has_limits("www/src/a.test.tsx"));
        assert!(!has_limits("README.md") && !has_limits("pkg/types.d.ts"));
        for file in GENERATED {
            // A copy for `require` is made by the build, so a fresh clone does not have it.
            let written = file.replace(".d.cts", ".d.ts");
            assert!(project::root().join(written).is_file(), "{file}");
        }
    }
}
