//! `cargo xtask mutants`: whether the tests notice small faults in the lines that a change touches.

use std::{fs, process::Command};

use anyhow::Context as _;

use crate::{failure::Done, process, programs, project};

/// The engines and what they count with.
const SOURCES: [&str; 7] = [
    "placement",
    "pods",
    "quantity",
    "quota",
    "time",
    "vm",
    "whatif",
];

/// Runs cargo-mutants on the lines of the engines that differ from a commit; fails if the tests miss a fault.
/// `.cargo/mutants.toml` lists the excluded faults, with the reasons.
pub(crate) fn run(base: &str) -> Done {
    let program = programs::cargo_mutants()?;
    let mut git = Command::new("git");
    git.current_dir(project::root())
        .args(["diff", "--merge-base", base, "--"]);
    let diff = process::output(git.args(SOURCES.map(|name| format!("crates/{name}/src"))))?;
    if diff.is_empty() {
        println!("mutants: no engine differs from {base}");
        return Ok(());
    }
    let folder = project::target()?.join("mutants");
    let file = folder.join("change.diff");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&file, diff + "\n"))
        .with_context(|| format!("`{}`", file.display()))?;
    let mut command = Command::new(program);
    command
        .current_dir(project::root())
        .args(["mutants", "--workspace"]);
    command
        .arg("--in-diff")
        .arg(file)
        .arg("--output")
        .arg(folder);
    process::run(&mut command)
}
