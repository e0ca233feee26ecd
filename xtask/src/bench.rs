//! `cargo xtask bench`: measures how long the engine takes.

mod baseline;
mod report;

use std::process::Command;

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;

use crate::{
    browser,
    build::{self, Profile},
    engine::Target,
    failure::Done,
    process, project, setup,
    table::table,
};

/// A suite: `benches/<name>.rs` natively and `tests/node/bench/<name>.mjs` elsewhere.
struct Suite {
    name: &'static str,
    /// Its heading in `docs/performance.md`.
    title: &'static str,
    /// What the column `n` counts.
    unit: &'static str,
    /// Where it can be measured.
    on: &'static [Target],
}

/// Without `--target` these are measured natively and in Node.js.
const ENGINE: &[Target] = &[Target::Native, Target::Node, Target::Chromium];

const fn suite(
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    on: &'static [Target],
) -> Suite {
    Suite {
        name,
        title,
        unit,
        on,
    }
}

/// All suites, in the order of `docs/performance.md`.
const SUITES: [Suite; 10] = [
    suite("reader", "Reading", "clusters", ENGINE),
    suite("placement", "Placement and spread", "clusters", ENGINE),
    suite("scale", "Placement, a million clusters", "clusters", ENGINE),
    suite("pods", "Scoring nodes", "nodes", ENGINE),
    suite("quota", "Quotas and preemption", "nodes or pods", ENGINE),
    suite("whatif", "What would change it", "clusters", ENGINE),
    suite("vm", "Autoscaled VMs", "requests or steps", ENGINE),
    suite("memory", "Memory, bytes", "clusters", &[Target::Native]),
    suite(
        "cli",
        "Command line, CPU time of a process",
        "clusters",
        &[Target::Node],
    ),
    suite(
        PAGE,
        "The page in Chromium",
        "clusters",
        &[Target::Chromium],
    ),
];

/// A million clusters, many rounds and many scenarios, within the memory that a tab has: no suite of `all`.
const LIMITS: Suite = suite("limits", "", "", &[Target::Node, Target::Chromium]);

/// The suite that measures the page.
const PAGE: &str = "page";
/// The name that stands for all suites.
const ALL: &str = "all";
/// Set, it has the suites repeat each work less often.
const QUICK: &str = "SCHEDSCOPE_BENCH_QUICK";

/// What a row may have, in this order.
const COLUMNS: [&str; 10] = [
    "work",
    "suite",
    "n",
    "target",
    "median_ms",
    "min_ms",
    "p95_ms",
    "bytes",
    "at_most",
    "ratio",
];

#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    /// A suite, or `all`
    suite: String,
    /// native, node or chromium; natively and in Node.js by default, the suite `page` in Chromium
    #[arg(long, value_parser = Target::named)]
    target: Option<Target>,
    /// Prints one JSON object for each row and nothing else on standard output
    #[arg(long)]
    json: bool,
    /// Repeats each work less often
    #[arg(long)]
    quick: bool,
    /// With `all`, writes the tables of docs/performance.md
    #[arg(long)]
    write: bool,
    /// Measures a commit and this state natively by turns, and fails if a work is 10% slower; by default, the commit of
    /// the tables in docs/performance.md
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["target", "json", "quick", "write"])]
    baseline: Option<String>,
}

/// Checks the memory of a million clusters, many rounds and many scenarios.
pub(crate) fn limits(target: Option<Target>) -> Done {
    run(&Request {
        suite: LIMITS.name.to_owned(),
        target,
        json: false,
        quick: false,
        write: false,
        baseline: None,
    })
}

/// Measures, and prints a table or JSON. Fails where a row has more bytes than its limit.
pub(crate) fn run(request: &Request) -> Done {
    if request.write && request.suite != ALL {
        bail!("`--write` writes the tables of `bench all` only");
    }
    let suites = chosen(&request.suite)?;
    if let Some(commit) = &request.baseline {
        return baseline::compare(commit, &suites);
    }
    let mut work: Vec<(&Suite, Target)> = Vec::new();
    for target in ENGINE {
        let is_measured = |suite: &&&Suite| {
            let is_chosen = match request.target {
                Some(chosen) => chosen == *target,
                None => *target != Target::Chromium || !suite.on.contains(&Target::Native),
            };
            is_chosen && suite.on.contains(target)
        };
        let measured: Vec<&Suite> = suites.iter().filter(is_measured).copied().collect();
        let names: Vec<&str> = measured.iter().map(|suite| suite.name).collect();
        if !names.is_empty() {
            prepare(&names, *target)?;
        }
        if names.contains(&PAGE) {
            build::page(Profile::Release)?;
        }
        work.extend(measured.into_iter().map(|suite| (suite, *target)));
    }
    if work.is_empty() {
        let target = request.target.map_or("any target", Target::name);
        bail!("the suite {} cannot be measured on {target}", request.suite);
    }
    let mut rows = Vec::new();
    for (suite, target) in work {
        eprintln!("bench: {} on {}", suite.name, target.name());
        rows.extend(measure(suite, target, request)?);
    }
    if !request.json {
        let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
        print!("{}", table(&COLUMNS, &cells));
    }
    if request.write {
        report::write(&rows)?;
    }
    let over: Vec<String> = rows
        .iter()
        .filter(|row| is_over(row))
        .map(|row| row["work"].to_string())
        .collect();
    if over.is_empty() {
        return Ok(());
    }
    bail!("too much memory: {}", over.join("; "))
}

/// Whether a row is above its limit.
fn is_over(row: &Value) -> bool {
    row["bytes"]
        .as_u64()
        .zip(row["at_most"].as_u64())
        .is_some_and(|(bytes, at_most)| bytes > at_most)
}

fn chosen(name: &str) -> Done<Vec<&'static Suite>> {
    if name == ALL {
        return Ok(SUITES.iter().collect());
    }
    let found = SUITES
        .iter()
        .chain([&LIMITS])
        .find(|suite| suite.name == name);
    found.map(|suite| vec![suite]).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        anyhow!(
            "there is no suite `{name}`; there are {ALL}, {}",
            names.join(", ")
        )
    })
}

/// Builds what is measured.
fn prepare(suites: &[&str], target: Target) -> Done {
    match target {
        Target::Native => {
            let mut command = native(suites);
            process::step(command.arg("--no-run"))
        }
        Target::Node | Target::Chromium => {
            setup::tools()?;
            build::wasm(Profile::Release)?;
            build::package()
        }
        Target::Installed(_) => Err(anyhow!("a bench runs on native, node and chromium")),
    }
}

fn native(suites: &[&str]) -> Command {
    let mut command = project::cargo();
    command.args(["bench", "--quiet", "--package", "schedscope-tests"]);
    for suite in suites {
        command.args(["--bench", suite]);
    }
    command
}

/// Runs a suite and returns its rows.
fn measure(suite: &Suite, target: Target, request: &Request) -> Done<Vec<Value>> {
    let mut command = command(suite.name, target)?;
    if request.quick {
        command.env(QUICK, "1");
    }
    let rows = rows(suite.name, target, &mut command)?;
    if request.json {
        for row in &rows {
            println!("{row}");
        }
    }
    Ok(rows)
}

/// What runs a suite.
fn command(suite: &str, target: Target) -> Done<Command> {
    if target == Target::Native {
        return Ok(native(&[suite]));
    }
    let mut command = project::node();
    let program = if suite == PAGE {
        "www/scripts/bench.mjs".to_owned()
    } else {
        format!("tests/node/bench/{}.mjs", target.name())
    };
    command.args([&program, suite]);
    if target == Target::Chromium {
        command.env("CHROME", browser::ensure()?.browser);
    }
    Ok(command)
}

/// Runs a suite and returns its rows.
fn rows(suite: &str, target: Target, command: &mut Command) -> Done<Vec<Value>> {
    let printed = process::output(command)?;
    let lines = printed.lines().filter(|line| line.starts_with('{'));
    let rows = lines.map(|line| {
        serde_json::from_str(line).with_context(|| format!("`{line}` is not a row in JSON"))
    });
    let rows: Vec<Value> = rows.collect::<Done<_>>()?;
    if rows.is_empty() {
        let target = target.name();
        bail!("the suite {suite} printed no row on {target}");
    }
    Ok(rows)
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
            [
                "read", "reader", "10", "node", "1.235", "1.000", "", "", "", ""
            ]
        );
    }

    #[test]
    fn every_suite_has_its_files() {
        for suite in &SUITES {
            let native = format!("benches/{}.rs", suite.name);
            let node = format!("tests/node/bench/{}.mjs", suite.name);
            let natively = project::root().join(&native).is_file();
            assert_eq!(natively, suite.on.contains(&Target::Native), "{native}");
            let in_node = project::root().join(&node).is_file();
            assert_eq!(in_node, suite.on.contains(&Target::Node), "{node}");
        }
    }

    #[test]
    fn a_row_is_compared_with_its_limit() {
        assert!(!is_over(&serde_json::json!({"bytes": 5, "at_most": 5})));
        assert!(is_over(&serde_json::json!({"bytes": 6, "at_most": 5})));
    }

    #[test]
    fn suites_are_chosen_by_name() {
        assert_eq!(
            chosen(ALL).map(|suites| suites.len()).ok(),
            Some(SUITES.len())
        );
        assert_eq!(chosen("vm").map(|suites| suites.len()).ok(), Some(1));
        let failure = chosen("raeder").err().expect("refused").to_string();
        assert!(
            failure.contains("there are all, reader, placement"),
            "{failure}"
        );
    }
}
