//! `cargo xtask fuzz`: libFuzzer on a target of `fuzz/`. The tests run some cases without it:
//! `fuzz/tests/stage.rs`.
//!
//! The flags are those of `cargo fuzz` without a sanitizer, which the stable compiler takes, too: no crate of the
//! project has unsafe code for a sanitizer to watch.
//!
//! Targets whose bytes are a seed do without libFuzzer: it learns nothing of a seed, and drawing them at random is ten
//! times faster and more (`fuzz/src/drawn.rs`).

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, anyhow, bail};

use crate::{failure::Done, npm, process, project};

/// A line of `fuzz/targets.json`.
#[derive(serde::Deserialize)]
struct Target {
    name: String,
    /// Bytes of the largest case.
    bytes: u32,
    /// Whether cases are drawn at random where nothing else is asked for.
    drawn: bool,
    /// Folders with further cases to start from, beside `fuzz/corpus/<name>`.
    corpora: Vec<String>,
}

fn targets() -> Done<Vec<Target>> {
    let path = project::root().join("fuzz/targets.json");
    let text = fs::read_to_string(path).context("fuzz/targets.json")?;
    serde_json::from_str(&text).context("fuzz/targets.json")
}

/// The target that is a test of the page's parts, in TypeScript.
const SHARE: &str = "share";
/// Seconds after which one case counts as one without an end.
const LONGEST: u32 = 60;
/// Bytes of a short case.
const SHORT: u32 = 32;
/// Cargo's profile of the program.
const PROFILE: &str = "fuzz";
/// Megabytes that a target may take.
const MEMORY: u32 = 2048;

#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    target: String,
    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Draws cases at random, which is many times faster than libFuzzer and learns nothing
    #[arg(long)]
    drawn: bool,
    /// Shows one case and runs it alone
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Looks for a smaller case that fails
    #[arg(long, requires = "input")]
    minimize: bool,
}

/// Runs a target.
pub(crate) fn run(request: &Request) -> Done {
    let (seconds, seed) = (request.seconds, request.seed);
    if request.target == SHARE {
        let mut command = npm::script("www", "test");
        command.args(["--", "src/framed/address.fuzz.test.ts"]);
        command.env("FUZZ_SECONDS", seconds.to_string());
        return process::run(command.env("FUZZ_SEED", seed.to_string()));
    }
    let targets = targets()?;
    let target = targets.iter().find(|known| known.name == request.target);
    let target = target.ok_or_else(|| {
        let names: Vec<&str> = targets.iter().map(|known| known.name.as_str()).collect();
        anyhow!(
            "there is no target `{}`; there are {}, {SHARE}",
            request.target,
            names.join(", ")
        )
    })?;
    if (request.drawn || target.drawn) && !request.minimize {
        return drawn(target, request.input.as_deref(), seed, seconds);
    }
    if !has_cpp_compiler() {
        bail!("libFuzzer is C++, and neither `CXX` nor `c++` is a compiler here");
    }
    let folder = build()?;
    if let Some(input) = &request.input {
        let mut command = program(&folder, target, target.bytes);
        command.arg(input);
        if request.minimize {
            let smaller = format!("{}.min", input.display());
            command.args(["-minimize_crash=1", &format!("-max_total_time={seconds}")]);
            command.arg(format!("-exact_artifact_path={smaller}"));
        } else {
            command.env("SCHEDSCOPE_FUZZ_SHOW", "1");
        }
        return process::run(&mut command);
    }
    let grown = folder.join("corpus").join(&target.name);
    // A third of the time for short cases, which long ones never become: they show other faults.
    let short = if target.bytes > SHORT { seconds / 3 } else { 0 };
    for (most, seconds) in [(SHORT, short), (target.bytes, seconds - short)] {
        if seconds > 0 {
            let mut command = program(&folder, target, most);
            command.arg(format!("-max_total_time={seconds}"));
            fuzz(&mut command, target, &grown, seed, &folder)?;
        }
    }
    Ok(())
}

/// Draws cases at random, or runs the one of a file.
fn drawn(target: &Target, input: Option<&Path>, seed: u32, seconds: u64) -> Done {
    let mut command = project::cargo();
    command.args(["build", "--quiet", "--profile", PROFILE, "--locked"]);
    command.args(["--package", "schedscope-fuzz", "--bin", "drawn"]);
    process::step(&mut command)?;
    let file = format!("drawn{}", std::env::consts::EXE_SUFFIX);
    let folder = project::target()?.join(PROFILE);
    let mut command = Command::new(folder.join(file));
    command.current_dir(project::root()).arg(&target.name);
    if let Some(input) = input {
        command.arg(input).env("SCHEDSCOPE_FUZZ_SHOW", "1");
        return process::run(&mut command);
    }
    let failed = folder.join("failed");
    fs::create_dir_all(&failed).context("target/fuzz/failed")?;
    let case = failed.join(format!("{}-drawn-{seed}", target.name));
    command.args([
        target.bytes.to_string(),
        seed.to_string(),
        seconds.to_string(),
    ]);
    command.arg(&case);
    process::run(&mut command).with_context(|| repeated(target, seed, &case))
}

/// How to repeat a failure.
fn repeated(target: &Target, seed: u32, case: &Path) -> String {
    format!(
        "the seed was {seed}; `cargo xtask fuzz {} --input {}` shows the case and repeats the failure, and with \
         `--minimize` looks for a smaller one",
        target.name,
        case.display()
    )
}

/// Builds the program of all targets; gives the folder of what fuzzing leaves.
fn build() -> Done<PathBuf> {
    let folder = project::target()?.join("fuzz");
    let flags = [
        "--cfg=fuzzing",
        "-Cpasses=sancov-module",
        "-Cllvm-args=-sanitizer-coverage-level=4",
        "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
        "-Cllvm-args=-sanitizer-coverage-pc-table",
        "-Cllvm-args=-sanitizer-coverage-trace-compares",
    ];
    let mut command = project::cargo();
    // With a target that is named, procedural macros and build scripts are built without the flags.
    command.args(["build", "--quiet", "--profile", PROFILE, "--locked"]);
    command.args(["--package", "schedscope-fuzz", "--bin", "targets"]);
    command.args(["--features", "libfuzzer"]);
    command.args(["--target", &project::host()?]);
    command.arg("--target-dir").arg(&folder);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    process::step(&mut command)?;
    Ok(folder)
}

/// Whether libFuzzer can be compiled. On Windows the compiler is not in the path, and is found otherwise.
fn has_cpp_compiler() -> bool {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    cfg!(windows) || process::output(Command::new(compiler).arg("--version")).is_ok()
}

/// libFuzzer on a target, with cases of at most so many bytes.
fn program(folder: &Path, target: &Target, most: u32) -> Command {
    let file = format!("targets{}", std::env::consts::EXE_SUFFIX);
    // The only folder of a target in it.
    let host = project::host().unwrap_or_default();
    let mut command = Command::new(folder.join(host).join(PROFILE).join(file));
    command.current_dir(project::root());
    command.env("SCHEDSCOPE_FUZZ_TARGET", &target.name);
    // Long cases from the start: in a short one there is no edit.
    command.args([format!("-max_len={most}"), "-len_control=0".to_owned()]);
    command.args([
        format!("-timeout={LONGEST}"),
        format!("-rss_limit_mb={MEMORY}"),
    ]);
    command
}

/// Runs libFuzzer; `grown`: where cases go that reach something new. If one fails, the message tells how to repeat it.
fn fuzz(command: &mut Command, target: &Target, grown: &Path, seed: u32, folder: &Path) -> Done {
    let failed = folder.join("failed");
    for folder in [grown, &failed] {
        fs::create_dir_all(folder)
            .with_context(|| format!("`{}` cannot be made", folder.display()))?;
    }
    let prefix = failed.join(format!("{}-", target.name));
    command.args([format!("-seed={seed}"), "-print_final_stats=1".to_owned()]);
    command.arg(format!("-artifact_prefix={}", prefix.display()));
    command.arg(grown);
    let own = format!("fuzz/corpus/{}", target.name);
    let corpora = [own.as_str()]
        .into_iter()
        .chain(target.corpora.iter().map(String::as_str));
    command.args(corpora.filter(|corpus| project::root().join(corpus).is_dir()));
    let before = files(&failed);
    process::run(command).with_context(|| {
        let case = files(&failed).difference(&before).next().cloned();
        repeated(target, seed, &case.unwrap_or_default())
    })
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_listed() {
        let files = project::files().expect("files");
        let of_target = |file: &String| {
            let name = file
                .strip_prefix("fuzz/fuzz_targets/")?
                .strip_suffix(".rs")?;
            Some(name.to_owned())
        };
        let found: Vec<String> = files.iter().filter_map(of_target).collect();
        let listed = targets().expect("targets").into_iter();
        let listed: Vec<String> = listed.map(|target| target.name).collect();
        assert_eq!(found, listed);
    }
}
