//! The stages of `cargo xtask test`, in the order of each lane: `xtask/stages.json`.

use std::{env, process::Command, sync::LazyLock};

use anyhow::{Context as _, bail};

use crate::{browser, failure::Done, npm, programs, project, seed, setup::Need};

/// One thing that is checked.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    /// The name by which `--only` chooses it.
    pub(crate) name: String,
    /// What is checked.
    pub(crate) headline: String,
    pub(crate) lane: Lane,
    pub(crate) when: When,
    /// What is installed before.
    #[serde(default)]
    pub(crate) needs: Vec<Need>,
    /// Whether it needs what the stage `build` writes.
    #[serde(default)]
    pub(crate) after_build: bool,
    /// Commands, one after another until one fails. `xtask` is this program, a word with `*` stands for files.
    pub(crate) run: Vec<String>,
}

/// Stages of one lane run one after another; a lane without stages helps the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lane {
    /// What cargo compiles in `target/debug`: a second command would wait for its lock.
    Cargo,
    /// What runs in Node.js and in browsers, with the build that it needs, which has target folders of its own.
    Node,
}

/// The shortest run that a stage is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    /// `--fast`: what a change needs.
    Fast,
    /// Without an option.
    Default,
    /// `--all`, which the nightly workflow runs.
    Nightly,
}

/// The stage that builds package and page, the first of its lane.
pub(crate) const BUILD: &str = "build";

/// All stages.
pub(crate) static STAGES: LazyLock<Vec<Stage>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../stages.json")).expect("stages"));

impl Stage {
    /// Its commands, with the variables that they need.
    pub(crate) fn commands(&self) -> Done<Vec<Command>> {
        let commands = self.run.iter().map(|line| {
            let mut command = command(line)?;
            seed::hand_to(&mut command)?;
            if self.needs.contains(&Need::Browser) {
                let browser = browser::find()?.context("there is no browser")?;
                browser.hand_to(&mut command)?;
            }
            if self.needs.contains(&Need::Runner) {
                // `.cargo/config.toml` names it.
                let folder = programs::test_runner()?.parent().map(ToOwned::to_owned);
                let path = env::var_os("PATH").unwrap_or_default();
                let folders = folder.into_iter().chain(env::split_paths(&path));
                command.env("PATH", env::join_paths(folders).context("PATH")?);
                // Seconds for a whole file; the default of 20 is short for a busy machine.
                command.env("WASM_BINDGEN_TEST_TIMEOUT", "300");
            }
            Ok(command)
        });
        commands.collect()
    }
}

fn command(line: &str) -> Done<Command> {
    let mut words = line.split(' ');
    let mut command = match words.next() {
        Some("cargo") => project::cargo(),
        Some("node") => project::node(),
        Some("npm") => npm::npm(),
        Some("xtask") => this_program()?,
        _ => {
            bail!("`{line}` is not cargo, node, npm or xtask");
        }
    };
    for word in words {
        if !word.contains('*') {
            command.arg(word);
            continue;
        }
        let pattern = project::root().join(word);
        let found = glob::glob(&pattern.to_string_lossy()).with_context(|| word.to_owned())?;
        let files: Vec<_> = found.filter_map(Result::ok).collect();
        if files.is_empty() {
            bail!("there is no file `{word}`");
        }
        command.args(files);
    }
    Ok(command)
}

/// A command of `cargo xtask`.
pub(crate) fn this_program() -> Done<Command> {
    let path = env::current_exe().context("the path of this program")?;
    let mut command = Command::new(path);
    command.current_dir(project::root());
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packaging;

    #[test]
    fn every_command_can_be_made() {
        for line in STAGES.iter().flat_map(|stage| &stage.run) {
            assert!(command(line).is_ok(), "{line}");
        }
        assert!(command("rm -r target").is_err());
        assert!(command("node --test no-such-folder/*.mjs").is_err());
    }

    #[test]
    fn every_target_of_packaging_is_tested() {
        let lines = STAGES.iter().flat_map(|stage| &stage.run);
        let lines = lines.filter_map(|line| line.strip_prefix("xtask packaging --no-build "));
        let words = lines.flat_map(|line| line.split(' '));
        let mut tested: Vec<&str> = words.filter(|word| !word.starts_with("--")).collect();
        let mut targets: Vec<&str> = packaging::TARGETS
            .iter()
            .map(|target| target.name)
            .collect();
        tested.sort_unstable();
        targets.sort_unstable();
        // At night, engines that took some lines take all.
        tested.dedup();
        assert_eq!(tested, targets);
    }
}
