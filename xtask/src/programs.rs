//! Programs that cargo installs, each in one exact release, into the user's cache folder: the test runner of
//! wasm-bindgen, and those of the commands that few people run.

use std::{env, path::PathBuf, process::Command};

use anyhow::Context as _;
use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

use crate::{bindgen, failure::Done, process, project};

/// A program, by the crate that it is installed from.
struct Program {
    krate: &'static str,
    name: &'static str,
    version: String,
    /// The argument before `--version`: the subcommand's name, for a program that only cargo is to call.
    subcommand: Option<&'static str>,
    /// Whether the releases of the crate's own lock file are taken.
    locked: bool,
}

/// wasm-bindgen's test runner, in exactly the release that the crate is built with. Only the tests that run as
/// WebAssembly use it.
pub(crate) fn test_runner() -> Done<PathBuf> {
    let runner = Program {
        krate: "wasm-bindgen-cli",
        name: "wasm-bindgen-test-runner",
        version: bindgen::version()?,
        subcommand: None,
        // The lock file of a release may name a dependency's release that a registry mirror does not list,
        // and the tool's own version is what must match.
        locked: false,
    };
    runner.ensure()
}

/// cargo-deny, for `cargo xtask audit`.
pub(crate) fn cargo_deny() -> Done<PathBuf> {
    Program::of("cargo-deny", "0.20.2", None).ensure()
}

/// cargo-mutants, for `cargo xtask mutants`.
pub(crate) fn cargo_mutants() -> Done<PathBuf> {
    Program::of("cargo-mutants", "27.1.0", Some("mutants")).ensure()
}

impl Program {
    fn of(name: &'static str, version: &str, subcommand: Option<&'static str>) -> Self {
        Self {
            krate: name,
            name,
            version: version.to_owned(),
            subcommand,
            locked: true,
        }
    }

    /// Finds the program; installs it if it is missing.
    fn ensure(&self) -> Done<PathBuf> {
        let (krate, name, version) = (self.krate, self.name, &self.version);
        if let Some(found) = self.find()? {
            eprintln!("setup: {name} {version}: installed");
            return Ok(found);
        }
        let folder = self.folder()?;
        eprintln!(
            "setup: {name} {version}: installing into {}; this takes some minutes, once",
            folder.display()
        );
        let advice = || {
            format!(
                "{name} {version} is needed; you can also put it on the PATH with \
                 `cargo install {krate} --version {version}`"
            )
        };
        let mut install = project::cargo();
        install.args(["install", krate, "--bin", name, "--version", version]);
        install
            .args(self.locked.then_some("--locked"))
            .arg("--root")
            .arg(&folder);
        process::step(&mut install).with_context(advice)?;
        self.find()?.with_context(advice)
    }

    /// The program of that version: in the cache folder, or else on `PATH`.
    fn find(&self) -> Done<Option<PathBuf>> {
        let cached = self.folder()?.join("bin").join(self.name);
        let cached = cached.with_extension(env::consts::EXE_EXTENSION);
        let right = |tool: &PathBuf| {
            let mut asked = Command::new(tool);
            let printed = process::version_of(asked.args(self.subcommand));
            printed.is_some_and(|it| says(&it, &self.version))
        };
        Ok([Some(cached), which::which(self.name).ok()]
            .into_iter()
            .flatten()
            .find(right))
    }

    fn folder(&self) -> Done<PathBuf> {
        let of = self.krate.strip_suffix("-cli").unwrap_or(self.krate);
        let name = format!("{of}-{}", self.version);
        let user = choose_native_strategy().context("no cache folder is known")?;
        Ok(user.cache_dir().join("schedscope").join(name))
    }
}

/// Whether the line that a tool prints about itself, `<name> <version>`, has that version.
fn says(line: &str, version: &str) -> bool {
    line.split_whitespace().nth(1) == Some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_version_will_do() {
        assert!(says("wasm-bindgen-test-runner 0.2.130", "0.2.130"));
        assert!(says(
            "wasm-bindgen-test-runner 0.2.130 (f3a5c2b1e)",
            "0.2.130"
        ));
        assert!(!says("wasm-bindgen-test-runner 0.2.13", "0.2.130"));
        assert!(!says("wasm-bindgen-test-runner", "0.2.130"));
    }

    #[test]
    fn a_version_that_was_never_released_is_not_found() {
        let program = Program::of("cargo-deny", "0.0.0", None);
        assert_eq!(program.find().ok(), Some(None));
    }
}
