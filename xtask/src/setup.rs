//! `cargo xtask setup`: what the machine needs besides rustup and Node.js.

use std::{fs, path::Path, process::Command};

use anyhow::Context as _;

use crate::{
    browser,
    failure::Done,
    npm, process, programs,
    project::{self, WASM},
};

/// Something that building or testing needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Need {
    /// The standard library for WebAssembly.
    Wasm,
    /// The npm packages of the project.
    Packages,
    /// The test runner for WebAssembly.
    Runner,
    Browser,
}

/// What to install.
#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    /// Also installs what the tests need
    #[arg(long)]
    browser: bool,
    /// Only installs this
    #[arg(long, hide = true)]
    need: Option<Vec<Need>>,
}

/// Installs what is missing.
pub(crate) fn run(request: &Request) -> Done {
    let all = [Need::Wasm, Need::Packages, Need::Runner, Need::Browser];
    let needs = match &request.need {
        Some(needs) => needs,
        None if request.browser => &all[..],
        None => &all[..2],
    };
    for need in needs {
        match need {
            Need::Wasm => wasm_target()?,
            Need::Packages => npm::ensure()?,
            Need::Runner => drop(programs::test_runner()?),
            Need::Browser => drop(browser::ensure()?),
        }
    }
    eprintln!("setup: done");
    Ok(())
}

/// Everything for building.
pub(crate) fn tools() -> Done {
    wasm_target()?;
    npm::ensure()
}

/// The standard library for WebAssembly. Queries the compiler instead of rustup, so that a toolchain from elsewhere
/// also works.
fn wasm_target() -> Done {
    let folder = process::output(Command::new("rustc").current_dir(project::root()).args([
        "--print",
        "target-libdir",
        "--target",
        WASM,
    ]))?;
    if has_core(Path::new(&folder)) {
        eprintln!("setup: target {WASM}: installed");
        return Ok(());
    }
    eprintln!("setup: target {WASM}: adding it to the toolchain");
    let mut add = Command::new("rustup");
    process::step(
        add.current_dir(project::root())
            .args(["target", "add", WASM]),
    )
    .with_context(|| {
        format!(
            "the Rust toolchain in use needs the standard library for {WASM}: with \
                 rustup `rustup target add {WASM}`, otherwise your distribution's package of it"
        )
    })
}

fn has_core(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|files| {
        files.flatten().any(|file| {
            let name = file.file_name();
            name.to_string_lossy().starts_with("libcore-")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_or_missing_folder_is_no_target() {
        assert!(!has_core(Path::new("/no/such/folder")));
        assert!(!has_core(project::root()));
    }
}
