//! `cargo xtask fuzz`: cases of a target of `fuzz/`, drawn at random. The tests run some: `tests/fuzz.rs`.
//!
//! `cargo fuzz` runs the same targets with libFuzzer, which learns what a case reaches.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context as _, bail};

use crate::{failure::Done, npm, process, project};

/// A line of `fuzz/targets.json`.
#[derive(serde::Deserialize)]
struct Target {
    name: String,
    /// Bytes of the largest case.
    bytes: u32,
}

/// The target that is a test of the page's parts, in TypeScript.
const SHARE: &str = "share";
/// Cargo's profile of the program.
const PROFILE: &str = "fuzz";

#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    target: String,
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Shows one case and runs it alone
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

/// Draws cases at random, or runs the one of a file.
pub(crate) fn run(request: &Request) -> Done {
    let Request {
        target,
        seconds,
        seed,
        input,
    } = request;
    if target == SHARE {
        let mut command = npm::script("www", "test");
        command.args(["--", "src/framed/address.fuzz.test.ts"]);
        command.env("FUZZ_SECONDS", seconds.to_string());
        return process::run(command.env("FUZZ_SEED", seed.to_string()));
    }
    let targets = targets()?;
    let Some(Target { bytes, .. }) = targets.iter().find(|known| known.name == *target) else {
        let names: Vec<&str> = targets.iter().map(|known| known.name.as_str()).collect();
        bail!(
            "there is no target `{target}`; there are {}, {SHARE}",
            names.join(", ")
        );
    };
    let mut command = project::cargo();
    command.args(["build", "--quiet", "--profile", PROFILE, "--locked"]);
    process::step(command.args(["--package", "schedscope-fuzz", "--bin", "drawn"]))?;
    let folder = project::target()?.join(PROFILE);
    let mut command = Command::new(
        folder
            .join("drawn")
            .with_extension(std::env::consts::EXE_EXTENSION),
    );
    command.current_dir(project::root()).arg(target);
    if let Some(input) = input {
        return process::run(command.arg(input).env("SCHEDSCOPE_FUZZ_SHOW", "1"));
    }
    let failed = folder.join("failed");
    fs::create_dir_all(&failed).context("target/fuzz/failed")?;
    let case = failed.join(format!("{target}-drawn-{seed}"));
    command.args([bytes.to_string(), seed.to_string(), seconds.to_string()]);
    process::run(command.arg(&case)).with_context(|| {
        let case = case.display();
        let again = format!("cargo xtask fuzz {target} --input {case}");
        format!("the seed was {seed}; `{again}` shows the case and repeats the failure")
    })
}

fn targets() -> Done<Vec<Target>> {
    serde_json::from_str(&project::read("fuzz/targets.json")?).context("fuzz/targets.json")
}
