//! The tables of `docs/performance.md`.

use std::{fmt::Write as _, process::Command};

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

/// The works of a suite, in Node.js and natively, in the order of their rows.
fn table(suite: &Suite, rows: &[&Value]) -> String {
    let mut works: Vec<(&Value, &Value)> = Vec::new();
    for row in rows {
        let work = (&row["work"], &row["n"]);
        if !works.contains(&work) {
            works.push(work);
        }
    }
    let columns: &[(&str, Target)] = match suite.on {
        [Target::Native] => &[("native", Target::Native)],
        [Target::Node] => &[("Node.js", Target::Node)],
        [Target::Chromium] => &[("Chromium", Target::Chromium)],
        _ => &[("Node.js", Target::Node), ("native", Target::Native)],
    };
    let has_ratio = rows.iter().any(|row| row["ratio"].is_number());
    let mut head: Vec<&str> = vec!["work", suite.unit];
    head.extend(columns.iter().map(|(name, _)| name));
    if has_ratio {
        head.push("times `node -e 0`");
    }
    let rule = "|---:".repeat(head.len() - 1);
    let head = head.join(" | ");
    let mut text = format!("### {}\n\n| {head} |\n|---{rule}|\n", suite.title);
    for (work, n) in works {
        let row = |target: &str| {
            let same =
                |row: &&&Value| row["work"] == *work && row["n"] == *n && row["target"] == target;
            rows.iter().find(same).copied()
        };
        let mut cells = vec![work.as_str().unwrap_or_default().to_owned(), number(n)];
        cells.extend(
            columns
                .iter()
                .map(|(_, target)| row(target.name()).map_or_else(String::new, value)),
        );
        if has_ratio {
            cells.push(row("node").map_or_else(String::new, |row| row["ratio"].to_string()));
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    if let Some((n, ratio)) = ratio(rows) {
        let _ = writeln!(
            text,
            "| schedscope's time as a share of js-yaml's, in this run | {} | {ratio:.2} | |",
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
            "### Reading\n\n| work | clusters | Node.js | native |\n|---|---:|---:|---:|\n\
             | schedscope, with positions | 10,000 | 90.0 ms | 70.0 ms |\n\
             | js-yaml, without positions | 10,000 | 120 ms |  |\n\
             | schedscope's time as a share of js-yaml's, in this run | 10,000 | 0.75 | |\n\n"
        );
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
        let document = project::read(PART.file).expect("the document");
        assert!(PART.replaced(&document, "").is_ok());
    }
}
