//! The tables of `docs/performance.md`.

use std::{fmt::Write as _, iter::once, process::Command};

use anyhow::Context as _;
use serde_json::Value;

use super::{SUITES, Suite};
use crate::{engine::Target, failure::Done, marked::Part, process, project};

/// Where the tables are.
const PART: Part = Part {
    file: "docs/performance.md",
    begin: "<!-- speed, written by `cargo xtask bench all --write` -->",
    end: "<!-- end of speed -->",
};

/// The work of the engine and of the npm package that it is compared with.
const OURS: &str = "schedscope, with positions";
const THEIRS: &str = "js-yaml, without positions";

/// Writes the tables.
pub(super) fn write(rows: &[Value]) -> Done {
    let node = process::output(project::node().arg("--version"))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let mut git = Command::new("git");
    git.current_dir(project::root())
        .args(["rev-parse", "--short=10", "HEAD"]);
    let commit = process::output(&mut git)?;
    let machine = format!("Commit {commit}, Node.js {node}, {os} {arch}, {cores} cores.");
    PART.write(&format!("\n{machine}\n\n{}", tables(rows)))
}

/// The commit that the tables were measured at.
pub(super) fn measured_at() -> Done<String> {
    let text = project::read(PART.file)?;
    let commit = text.lines().find_map(|line| {
        let (commit, _) = line.strip_prefix("Commit ")?.split_once(',')?;
        Some(commit.to_owned())
    });
    commit.with_context(|| format!("`{}` names no commit", PART.file))
}

/// A table for each suite.
fn tables(rows: &[Value]) -> String {
    let tables = SUITES.iter().filter_map(|suite| {
        let rows: Vec<&Value> = rows
            .iter()
            .filter(|row| row["suite"] == suite.name)
            .collect();
        (!rows.is_empty()).then(|| table(suite, &rows))
    });
    tables.collect()
}

/// The works of a suite where the package runs.
///
/// A column for each size, if some work has several and they are few; else the size is a column.
fn table(suite: &Suite, rows: &[&Value]) -> String {
    let (target, where_it_ran) = match suite.on {
        [Target::Native] => (Target::Native, "native"),
        [Target::Chromium] => (Target::Chromium, "Chromium"),
        _ => (Target::Node, "Node.js"),
    };
    let is_shown = |row: &&&Value| row["target"] == target.name();
    let rows: Vec<&Value> = rows.iter().filter(is_shown).copied().collect();
    let (mut works, mut sizes): (Vec<&Value>, Vec<&Value>) = (Vec::new(), Vec::new());
    for row in &rows {
        for (known, new) in [(&mut works, &row["work"]), (&mut sizes, &row["n"])] {
            if !known.contains(&new) {
                known.push(new);
            }
        }
    }
    sizes.sort_by_key(|n| n.as_u64());
    let has_ratio = rows.iter().any(|row| row["ratio"].is_number());
    let has_size_columns = rows.len() > works.len() && sizes.len() <= 3;
    let mut head = vec!["work".to_owned()];
    if has_size_columns {
        head.extend(
            sizes
                .iter()
                .map(|n| format!("{} {}", number(n), suite.unit)),
        );
    } else {
        head.extend([suite.unit.to_owned(), where_it_ran.to_owned()]);
    }
    if has_ratio {
        head.push("times `node -e 0`".to_owned());
    }
    let rule = "|---:".repeat(head.len() - 1);
    let head = head.join(" | ");
    let mut text = format!("### {}\n\n| {head} |\n|---{rule}|\n", suite.title);
    let mut line = |cells: &[String]| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    let name = |work: &Value| work.as_str().unwrap_or_default().to_owned();
    if has_size_columns {
        for work in works {
            let of = |n: &&Value| {
                rows.iter()
                    .find(|row| row["work"] == *work && row["n"] == **n)
            };
            let values = sizes
                .iter()
                .map(|n| of(n).map_or_else(String::new, |row| value(row)));
            line(&once(name(work)).chain(values).collect::<Vec<_>>());
        }
    } else {
        for row in &rows {
            let mut cells = vec![name(&row["work"]), number(&row["n"]), value(row)];
            if has_ratio {
                cells.push(row["ratio"].to_string());
            }
            line(&cells);
        }
    }
    if let Some((n, ratio)) = ratio(&rows) {
        let _ = writeln!(
            text,
            "| schedscope's time as a share of js-yaml's, in this run | {} | {ratio:.2} |",
            number(n)
        );
    }
    text.push('\n');
    text
}

/// The time of the engine as a share of the time of js-yaml, both in Node.js, and for how many clusters.
fn ratio<'a>(rows: &[&'a Value]) -> Option<(&'a Value, f64)> {
    let find = |work| {
        let is = |row: &&&Value| row["work"] == work && row["target"] == "node";
        rows.iter().find(is).copied()
    };
    let (ours, theirs) = (find(OURS)?, find(THEIRS)?);
    let ratio = ours["median_ms"].as_f64()? / theirs["median_ms"].as_f64()?;
    Some((&ours["n"], ratio))
}

/// The median of a row, or its bytes.
fn value(row: &Value) -> String {
    if let Some(bytes) = row["bytes"].as_u64() {
        return grouped(bytes);
    }
    let Some(ms) = row["median_ms"].as_f64() else {
        return String::new();
    };
    match ms {
        ..0.1 => format!("{ms:.3} ms"),
        0.1..10.0 => format!("{ms:.2} ms"),
        10.0..100.0 => format!("{ms:.1} ms"),
        _ => format!("{} ms", grouped(ms.round() as u64)),
    }
}

fn number(n: &Value) -> String {
    n.as_u64().map_or_else(String::new, grouped)
}

/// A number with a comma before each group of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(work: &str, target: &str, ms: f64) -> Value {
        json!({ "suite": "reader", "work": work, "n": 10_000, "target": target, "median_ms": ms })
    }

    #[test]
    fn reading_is_compared_with_js_yaml() {
        let rows = [
            row(OURS, "native", 70.0),
            row(OURS, "node", 90.0),
            row(THEIRS, "node", 120.0),
        ];
        assert_eq!(
            tables(&rows),
            "### Reading\n\n| work | clusters | Node.js |\n|---|---:|---:|\n\
             | schedscope, with positions | 10,000 | 90.0 ms |\n\
             | js-yaml, without positions | 10,000 | 120 ms |\n\
             | schedscope's time as a share of js-yaml's, in this run | 10,000 | 0.75 |\n\n"
        );
    }

    #[test]
    fn sizes_are_columns() {
        let sized = |work: &str, n: u64, ms: f64| {
            let mut row = row(work, "node", ms);
            row["n"] = n.into();
            row["suite"] = "placement".into();
            row
        };
        let rows = [
            sized("decide", 10, 1.0),
            sized("decide", 20, 2.0),
            sized("sweep", 20, 3.0),
        ];
        let expected = "| work | 10 clusters | 20 clusters |\n|---|---:|---:|\n\
                        | decide | 1.00 ms | 2.00 ms |\n| sweep |  | 3.00 ms |\n\n";
        assert!(tables(&rows).ends_with(expected), "{}", tables(&rows));
    }

    #[test]
    fn memory_is_native_only() {
        let row = json!({ "suite": "memory", "work": "bytes", "n": 10, "target": "native", "bytes": 1386 });
        assert_eq!(
            tables(&[row]),
            "### Memory, bytes\n\n| work | clusters | native |\n|---|---:|---:|\n| bytes | 10 | 1,386 |\n\n"
        );
    }

    #[test]
    fn processes_are_compared_with_an_empty_one() {
        let row = json!({
            "suite": "cli", "work": "--help", "n": null, "target": "node", "median_ms": 52, "ratio": 1.3
        });
        let text = tables(&[row]);
        let expected = "| work | clusters | Node.js | times `node -e 0` |\n|---|---:|---:|---:|\n\
                        | --help |  | 52.0 ms | 1.3 |\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn times_have_three_digits() {
        let value = |ms: f64| value(&json!({ "median_ms": ms }));
        assert_eq!(value(0.0412), "0.041 ms");
        assert_eq!(value(1.234), "1.23 ms");
        assert_eq!(value(12.34), "12.3 ms");
        assert_eq!(value(5885.2), "5,885 ms");
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(grouped(100), "100");
    }

    #[test]
    fn the_document_has_a_place_for_the_tables() {
        assert!(measured_at().is_ok());
        let document = project::read(PART.file).expect("the document");
        assert!(PART.replaced(&document, "").is_ok());
    }
}
