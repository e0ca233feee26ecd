//! Compares figures with those of an earlier run, which may be from another machine.

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context as _, bail};
use serde_json::Value;

use crate::{failure::Done, project, table::table};

/// The rows that `bench all --write` measured last.
pub(super) const STORED: &str = "benches/baseline.jsonl";

/// A fixed work that every suite measures, independent of the engine: `timing` in `benches` and in `tests/node/bench`.
pub(super) const FIXED: &str = "a fixed piece of work";
/// By how much a work may be slower, as a factor.
const SLOWER: f64 = 1.1;

/// Stores the rows.
pub(super) fn write(rows: &[Value]) -> Done {
    let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
    fs::write(project::root().join(STORED), lines.join("\n") + "\n")
        .with_context(|| format!("`{STORED}`"))
}

/// Prints every work with its time as a share of the fixed work's, in both runs, and fails where one is slower.
pub(super) fn compare(file: &Path, rows: &[Value]) -> Done {
    let shown = file.display();
    let path = if file == Path::new(STORED) {
        project::root().join(file)
    } else {
        file.to_owned()
    };
    let text = fs::read_to_string(path).with_context(|| format!("`{shown}` cannot be read"))?;
    let old = text.lines().filter(|line| line.starts_with('{'));
    let old =
        old.map(|line| serde_json::from_str(line).with_context(|| format!("a row of `{shown}`")));
    let old: Vec<Value> = old.collect::<Done<_>>()?;
    let compared = compared(&old, rows);
    if compared.is_empty() {
        bail!("`{shown}` has no work of this run");
    }
    let cells = |(work, was, is): &(String, f64, f64)| {
        vec![
            work.clone(),
            format!("{was:.4}"),
            format!("{is:.4}"),
            format!("{:.2}", is / was),
        ]
    };
    let cells: Vec<Vec<String>> = compared.iter().map(cells).collect();
    print!(
        "\n{}",
        table(&["share of the fixed work", "was", "is", "factor"], &cells)
    );
    let slower: Vec<&str> = compared
        .iter()
        .filter(|(_, was, is)| is / was > SLOWER)
        .map(|(work, _, _)| work.as_str())
        .collect();
    if slower.is_empty() {
        return Ok(());
    }
    bail!(
        "more than 10% slower than in `{shown}`: {}",
        slower.join("; ")
    )
}

/// The works that both runs have, with their shares.
fn compared(old: &[Value], new: &[Value]) -> Vec<(String, f64, f64)> {
    let was: HashMap<String, f64> = shares(old).into_iter().collect();
    let new = shares(new).into_iter();
    new.filter_map(|(work, is)| was.get(&work).map(|was| (work, *was, is)))
        .collect()
}

/// The shares of a run's works: bytes as they are, and the minimum of times, because other load on the machine only
/// adds to them.
fn shares(rows: &[Value]) -> Vec<(String, f64)> {
    let fixed = |row: &Value| {
        let same = |it: &&Value| {
            it["work"] == FIXED && it["suite"] == row["suite"] && it["target"] == row["target"]
        };
        rows.iter().find(same)?["min_ms"].as_f64()
    };
    let share = |row: &Value| {
        if row["work"] == FIXED {
            return None;
        }
        let own = row["ratio"].as_f64().or_else(|| row["bytes"].as_f64());
        let share = own.or_else(|| Some(row["min_ms"].as_f64()? / fixed(row)?))?;
        let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let name = format!(
            "{}, {}, {} on {}",
            text("suite"),
            text("work"),
            row["n"],
            text("target")
        );
        Some((name, share))
    };
    rows.iter()
        .filter_map(share)
        .filter(|(_, share)| *share > 0.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(fixed: f64, work: f64) -> Vec<Value> {
        let row = |work: &str, ms: f64| json!({"suite": "vm", "work": work, "n": 1, "target": "node", "min_ms": ms});
        vec![row(FIXED, fixed), row("a start", work)]
    }

    #[test]
    fn machines_are_compared_by_the_fixed_work() {
        let compared = compared(&run(10.0, 5.0), &run(20.0, 12.0));
        assert_eq!(compared, [("vm, a start, 1 on node".to_owned(), 0.5, 0.6)]);
    }

    #[test]
    fn a_work_that_is_slower_is_named() {
        let folder =
            std::env::temp_dir().join(format!("schedscope-baseline-{}", std::process::id()));
        let lines: Vec<String> = run(10.0, 5.0).iter().map(ToString::to_string).collect();
        fs::write(&folder, lines.join("\n")).expect("a file");
        assert_eq!(compare(&folder, &run(20.0, 10.9)).ok(), Some(()));
        let failure = compare(&folder, &run(20.0, 11.1))
            .expect_err("slower")
            .to_string();
        fs::remove_file(&folder).expect("a file");
        assert!(failure.ends_with("vm, a start, 1 on node"), "{failure}");
    }
}
