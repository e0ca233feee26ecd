//! `cargo xtask mutants`: breaks the engines in small ways, one at a time, and counts what their tests notice.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use anyhow::Context as _;
use serde_json::Value;

use crate::{failure::Done, process, programs, project, table::table};

#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    /// The crates, without `schedscope-`; all by default
    crates: Vec<String>,
    /// About how many mutants of each crate; all by default
    #[arg(long)]
    sample: Option<usize>,
    /// Which sample
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only mutants with one of these parts in their names
    #[arg(long, value_name = "PART")]
    named: Vec<String>,
}

/// Tests the mutants of the crates, and fails if too few are noticed. What must not be broken, with the reasons, is in
/// `.cargo/mutants.toml`.
pub(crate) fn run(request: &Request) -> Done {
    let program = programs::cargo_mutants()?;
    let folder = project::target()?.join("mutants");
    let mut command = project::cargo();
    // Its crates compile for some seconds, and only this command needs them.
    command.args(["run", "--quiet", "--package", "xtask-mutants", "--"]);
    command.arg("--cargo-mutants").arg(program);
    command.arg("--tree").arg(copy(&folder.join("tree"))?);
    command.arg("--target").arg(folder.join("build"));
    command.args(["--seed", &request.seed.to_string()]);
    if let Some(sample) = request.sample {
        command.args(["--sample", &sample.to_string()]);
    }
    for part in &request.named {
        command.args(["--named", part]);
    }
    command.args(&request.crates).stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| process::missing(&command, &error))?;
    print!("{}", shown(&String::from_utf8_lossy(&output.stdout))?);
    if output.status.success() {
        return Ok(());
    }
    Err(anyhow::anyhow!("the reason is above"))
}

/// The table of the crates, and a line for each mutant that is missed.
fn shown(lines: &str) -> Done<String> {
    let (mut rows, mut missed, mut all) = (Vec::new(), String::new(), [0; 4]);
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line)?;
        if let Some(name) = value["missed"].as_str() {
            missed.push_str("missed: ");
            missed.push_str(name);
            missed.push('\n');
            continue;
        }
        let counts = ["caught", "noEnd", "missed", "without"];
        let counts = counts.map(|name| value[name].as_u64().unwrap_or(0));
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
        rows.push(cells(value["crate"].as_str().unwrap_or_default(), counts));
    }
    if rows.is_empty() {
        return Ok(missed);
    }
    rows.push(cells("all", all));
    let head = ["crate", "caught", "no end", "missed", "no switch", "of 100"];
    Ok(format!("\n{}{missed}", table(&head, &rows)))
}

/// A row: the counts, and how many of 100 with a switch are noticed; 100 where there is none.
fn cells(name: &str, counts: [u64; 4]) -> Vec<String> {
    let [caught, no_end, missed, _] = counts;
    let noticed = caught + no_end;
    let share = (100 * noticed).checked_div(noticed + missed).unwrap_or(100);
    let numbers = counts.into_iter().chain([share]);
    let numbers = numbers.map(|number| number.to_string());
    std::iter::once(name.to_owned()).chain(numbers).collect()
}

/// The project's files in a folder of their own, those untouched that are the same: what does not depend on an engine
/// need not be built again.
fn copy(tree: &Path) -> Done<PathBuf> {
    let cannot = || format!("`{}` cannot be written", tree.display());
    for file in project::files()? {
        let (from, to) = (project::root().join(&file), tree.join(&file));
        let bytes = fs::read(&from).with_context(cannot)?;
        if fs::read(&to).is_ok_and(|there| there == bytes) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(tree)).with_context(cannot)?;
        fs::write(&to, bytes).with_context(cannot)?;
    }
    Ok(tree.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_shown() {
        let lines = "{\"crate\": \"vm\", \"caught\": 1, \"noEnd\": 1, \"missed\": 1, \"without\": 2}\n\
                     {\"missed\": \"a.rs:1:2: replace + with -\"}\n";
        let shown = shown(lines).expect("results");
        let expect = ["vm", "1", "1", "1", "2", "66"];
        let row = shown.lines().find(|line| line.contains("vm"));
        let row: Vec<_> = row
            .expect("a row")
            .split_whitespace()
            .filter(|word| *word != "|")
            .collect();
        assert_eq!(row, expect);
        assert!(
            shown.ends_with("missed: a.rs:1:2: replace + with -\n"),
            "{shown}"
        );
    }
}
