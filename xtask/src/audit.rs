//! `cargo xtask audit`: licences, sources and known vulnerabilities of everything that the project depends on.

use std::process::Command;

use crate::{failure::Done, npm, process, programs, project};

/// Runs cargo-deny (rules in `deny.toml`) and npm. Both fetch current vulnerability data, so this is not a stage of the
/// tests: those need only the registries.
pub(crate) fn run() -> Done {
    let deny = programs::cargo_deny()?;
    let check = |what: &[&str]| {
        let mut command = Command::new(&deny);
        command
            .current_dir(project::root())
            .args(["--workspace", "check"])
            .args(what);
        process::step(&mut command)
    };
    check(&["licenses", "bans", "sources"])?;
    check(&["advisories"])?;
    process::step(npm::npm().args(["audit", "--audit-level", "high"]))
}
