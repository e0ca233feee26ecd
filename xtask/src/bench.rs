//! `cargo xtask bench`: how long things take.

use serde_json::Value;

use crate::{
    browser,
    build::{self, Profile},
    engine::Target,
    failure::{Done, Failure},
    process, project, setup,
    table::table,
};

/// The suites; each is `benches/<suite>.rs` natively and `tests/node/bench/<suite>.mjs` elsewhere.
const SUITES: [&str; 8] = [
    "cli",
    "memory",
    "placement",
    "pods",
    "quota",
    "reader",
    "scale",
    "vm",
];
/// Those that only native code can measure.
const NATIVE_ONLY: [&str; 1] = ["memory"];
/// Those that only Node.js can.
const NODE_ONLY: [&str; 1] = ["cli"];

/// What a row may hold, in this order.
const COLUMNS: [&str; 8] = [
    "work",
    "suite",
    "n",
    "target",
    "median_ms",
    "min_ms",
    "bytes",
    "ratio",
];

/// Runs a suite and prints a table, or one JSON object a row and nothing else on standard output.
/// Without a target it runs natively and in Node.js.
pub(crate) fn run(suite: &str, target: Option<Target>, json: bool) -> Done {
    if !SUITES.contains(&suite) {
        return Err(Failure::new(format!(
            "there is no suite `{suite}`; there are {}",
            SUITES.join(", ")
        )));
    }
    let all = if NATIVE_ONLY.contains(&suite) {
        vec![Target::Native]
    } else if NODE_ONLY.contains(&suite) {
        vec![Target::Node]
    } else {
        vec![Target::Native, Target::Node]
    };
    let mut rows = Vec::new();
    for target in target.map_or(all, |target| vec![target]) {
        let printed = measure(suite, target)?;
        for line in printed.lines().filter(|line| line.starts_with('{')) {
            if json {
                println!("{line}");
            }
            let row: Value =
                serde_json::from_str(line).map_err(Failure::of(format!("`{line}` is no row")))?;
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Err(Failure::new(format!("the suite {suite} printed no row")));
    }
    if !json {
        let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
        print!("{}", table(&COLUMNS, &cells));
    }
    Ok(())
}

/// Builds what is measured and gives the lines that the suite prints.
fn measure(suite: &str, target: Target) -> Done<String> {
    let mut command = match target {
        Target::Native => {
            let mut command = project::cargo();
            command.args([
                "bench",
                "--quiet",
                "--package",
                "schedscope-tests",
                "--bench",
                suite,
            ]);
            command
        }
        Target::Installed(_) => {
            return Err(Failure::new("a bench runs on native, node and chromium"));
        }
        Target::Node | Target::Chromium => {
            let bindgen = setup::tools()?;
            build::wasm(Profile::Release, &bindgen)?;
            build::package()?;
            let mut command = project::node();
            command.args([&format!("tests/node/bench/{}.mjs", target.name()), suite]);
            if target == Target::Chromium {
                command.env("CHROME", browser::ensure()?.browser);
            }
            command
        }
    };
    process::output(&mut command)
}

fn cells(row: &Value) -> Vec<String> {
    let cell = |column: &&str| match &row[*column] {
        Value::String(text) => text.clone(),
        Value::Number(number) if column.ends_with("_ms") => {
            format!("{:.3}", number.as_f64().unwrap_or(f64::NAN))
        }
        Value::Null => String::new(),
        other => other.to_string(),
    };
    COLUMNS.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_cells() {
        let row = serde_json::json!({
            "suite": "reader", "work": "read", "n": 10, "target": "node", "median_ms": 1.23456, "min_ms": 1
        });
        assert_eq!(
            cells(&row),
            ["read", "reader", "10", "node", "1.235", "1.000", "", ""]
        );
    }

    #[test]
    fn every_suite_has_its_files() {
        for suite in SUITES {
            let native = format!("benches/{suite}.rs");
            let node = format!("tests/node/bench/{suite}.mjs");
            let natively = project::root().join(&native).is_file();
            assert_eq!(natively, !NODE_ONLY.contains(&suite), "{native}");
            let in_node = project::root().join(&node).is_file();
            assert_eq!(in_node, !NATIVE_ONLY.contains(&suite), "{node}");
        }
    }

    #[test]
    fn an_unknown_suite_is_refused() {
        let failure = run("raeder", None, false).expect_err("refused").to_string();
        assert!(
            failure.contains("there are cli, memory, placement, pods, quota, reader"),
            "{failure}"
        );
    }
}
