//! `cargo xtask bench`: measures how long the engine takes.

mod baseline;
mod report;

use std::{path::PathBuf, process::Command};

use serde_json::Value;

use crate::{
    browser,
    build::{self, Profile},
    engine::Target,
    failure::{Done, Failure},
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
    on: On,
}

/// Where a suite can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    /// On every target.
    All,
    /// In native code only.
    Native,
    /// In Node.js only.
    Node,
    /// The page itself, in Chromium only.
    Page,
}

impl Suite {
    fn runs_on(&self, target: Target) -> bool {
        match self.on {
            On::All => true,
            On::Native => target == Target::Native,
            On::Node => target == Target::Node,
            On::Page => target == Target::Chromium,
        }
    }
}

const fn suite(name: &'static str, title: &'static str, unit: &'static str) -> Suite {
    Suite {
        name,
        title,
        unit,
        on: On::All,
    }
}

/// All suites, in the order of `docs/performance.md`.
const SUITES: [Suite; 10] = [
    suite("reader", "Reading", "clusters"),
    suite("placement", "Placement and spread", "clusters"),
    suite("scale", "Placement, a million clusters", "clusters"),
    suite("pods", "Scoring nodes", "nodes"),
    suite("quota", "Quotas and preemption", "nodes or pods"),
    suite("whatif", "What would change it", "clusters"),
    suite("vm", "Autoscaled VMs", "requests or steps"),
    Suite {
        on: On::Native,
        ..suite("memory", "Memory, bytes", "clusters")
    },
    Suite {
        on: On::Node,
        ..suite("cli", "Command line, CPU time of a process", "clusters")
    },
    Suite {
        on: On::Page,
        ..suite(PAGE, "The page in Chromium", "clusters")
    },
];

/// The suite that measures the page.
const PAGE: &str = "page";
/// The name that stands for all suites.
const ALL: &str = "all";
/// Set, it has the suites repeat each work less often.
const QUICK: &str = "SCHEDSCOPE_BENCH_QUICK";

/// What a row may have, in this order.
const COLUMNS: [&str; 9] = [
    "work",
    "suite",
    "n",
    "target",
    "median_ms",
    "min_ms",
    "p95_ms",
    "bytes",
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
    /// With `all`, writes the tables of docs/performance.md and the rows of benches/baseline.jsonl
    #[arg(long)]
    write: bool,
    /// Compares with rows that --json printed before, as shares of a fixed work, and fails if one is 10% slower
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = baseline::STORED)]
    baseline: Option<PathBuf>,
}

/// Measures, and prints a table or JSON.
pub(crate) fn run(request: &Request) -> Done {
    let suites = chosen(&request.suite)?;
    if request.write && request.suite != ALL {
        return Err(Failure::new(
            "`--write` writes the tables of `bench all` only",
        ));
    }
    let targets = match request.target {
        Some(target) => vec![target],
        None if suites.iter().all(|suite| suite.on == On::Page) => vec![Target::Chromium],
        None => vec![Target::Native, Target::Node],
    };
    // A suite that is asked for alone is measured where it can be.
    let work: Vec<(&Suite, Target)> = suites
        .iter()
        .flat_map(|suite| targets.iter().map(move |&target| (*suite, target)))
        .filter(|(suite, target)| suite.runs_on(*target))
        .collect();
    for &target in &targets {
        let names: Vec<&str> = work
            .iter()
            .filter(|(_, on)| *on == target)
            .map(|(suite, _)| suite.name)
            .collect();
        if names.is_empty() && request.target.is_some() {
            return Err(Failure::new(format!(
                "the suite {} cannot be measured on {}",
                request.suite,
                target.name()
            )));
        }
        if !names.is_empty() {
            prepare(&names, target)?;
        }
        if names.contains(&PAGE) {
            build::page(Profile::Release)?;
        }
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
        baseline::write(&rows)?;
    }
    match &request.baseline {
        Some(file) => baseline::compare(file, &rows),
        None => Ok(()),
    }
}

fn chosen(name: &str) -> Done<Vec<&'static Suite>> {
    if name == ALL {
        return Ok(SUITES.iter().collect());
    }
    let found = SUITES.iter().find(|suite| suite.name == name);
    found.map(|suite| vec![suite]).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        Failure::new(format!(
            "there is no suite `{name}`; there are {ALL}, {}",
            names.join(", ")
        ))
    })
}

/// Builds what is measured.
pub(crate) fn prepare(suites: &[&str], target: Target) -> Done {
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
        Target::Installed(_) => Err(Failure::new("a bench runs on native, node and chromium")),
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

/// Runs a suite and gives its rows.
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

/// The rows of a suite of `tests/node/bench` that measures no times.
pub(crate) fn printed(suite: &str, target: Target) -> Done<Vec<Value>> {
    rows(suite, target, &mut command(suite, target)?)
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

/// Runs a suite and gives its rows.
fn rows(suite: &str, target: Target, command: &mut Command) -> Done<Vec<Value>> {
    let printed = process::output(command)?;
    let lines = printed.lines().filter(|line| line.starts_with('{'));
    let rows = lines.map(|line| {
        serde_json::from_str(line).map_err(Failure::of(format!("`{line}` is not a row in JSON")))
    });
    let rows: Vec<Value> = rows.collect::<Done<_>>()?;
    if rows.is_empty() {
        let target = target.name();
        return Err(Failure::new(format!(
            "the suite {suite} printed no row on {target}"
        )));
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
            ["read", "reader", "10", "node", "1.235", "1.000", "", "", ""]
        );
    }

    #[test]
    fn every_suite_has_its_files() {
        for suite in &SUITES {
            let native = format!("benches/{}.rs", suite.name);
            let node = format!("tests/node/bench/{}.mjs", suite.name);
            let natively = project::root().join(&native).is_file();
            assert_eq!(natively, suite.runs_on(Target::Native), "{native}");
            let in_node = project::root().join(&node).is_file();
            assert_eq!(in_node, suite.runs_on(Target::Node), "{node}");
        }
    }

    #[test]
    fn suites_are_chosen_by_name() {
        assert_eq!(chosen(ALL).map(|suites| suites.len()), Ok(SUITES.len()));
        assert_eq!(chosen("vm").map(|suites| suites.len()), Ok(1));
        let failure = chosen("raeder").err().expect("refused").to_string();
        assert!(
            failure.contains("there are all, reader, placement"),
            "{failure}"
        );
    }
}
