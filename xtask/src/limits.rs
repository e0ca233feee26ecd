//! `cargo xtask limits`: a million clusters, many rounds and many scenarios, within the memory that a tab has.

use serde_json::Value;

use crate::{
    bench,
    engine::Target,
    failure::{Done, Failure},
    table::table,
};

/// Where it must fit.
const TARGETS: [Target; 2] = [Target::Node, Target::Chromium];

/// Runs `tests/node/bench/limits.mjs` on a target or on all, and fails where more memory is taken than there may be.
pub(crate) fn run(target: Option<Target>) -> Done {
    let targets: Vec<Target> = TARGETS
        .into_iter()
        .filter(|it| target.is_none_or(|wanted| wanted == *it))
        .collect();
    if targets.is_empty() {
        return Err(Failure::new("the limits are of node and of chromium"));
    }
    let mut rows = Vec::new();
    for target in targets {
        bench::prepare(&[], target)?;
        rows.extend(bench::printed("limits", target)?);
    }
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    print!("{}", table(&["work", "target", "MB", "at most"], &cells));
    let over: Vec<&str> = rows
        .iter()
        .filter(|row| is_over(row))
        .filter_map(work)
        .collect();
    if over.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "too much memory: {}",
        over.join("; ")
    )))
}

fn work(row: &Value) -> Option<&str> {
    row["work"].as_str()
}

/// Whether a row is above its limit; one without bytes or limit is.
fn is_over(row: &Value) -> bool {
    let (bytes, at_most) = (row["bytes"].as_f64(), row["at_most"].as_f64());
    bytes
        .zip(at_most)
        .is_none_or(|(bytes, at_most)| bytes > at_most)
}

fn cells(row: &Value) -> Vec<String> {
    let megabytes = |field: &str| format!("{:.1}", row[field].as_f64().unwrap_or(f64::NAN) / 1e6);
    let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
    vec![
        text("work"),
        text("target"),
        megabytes("bytes"),
        megabytes("at_most"),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_is_held_against_its_limit() {
        assert!(!is_over(&json!({"bytes": 5, "at_most": 5})));
        assert!(is_over(&json!({"bytes": 6, "at_most": 5})));
        assert!(is_over(&json!({"bytes": 6})));
        let row = json!({"work": "w", "target": "node", "bytes": 1_500_000, "at_most": 2_000_000});
        assert_eq!(cells(&row), ["w", "node", "1.5", "2.0"]);
    }
}
