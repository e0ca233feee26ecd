//! The mutants of a crate, as cargo-mutants lists them.

use std::{path::Path, process::Command};

use serde::Deserialize;

use crate::{Done, of};

/// A small change of a source file.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Mutant {
    /// What it is called in results: file, line, column and change.
    pub(crate) name: String,
    /// The file, relative to the work tree.
    pub(crate) file: String,
    pub(crate) span: Span,
    pub(crate) replacement: String,
    pub(crate) genre: Genre,
}

/// What is replaced.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

/// A place in a file, both from 1; columns are characters.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) enum Genre {
    /// A function returns a value at once.
    FnValue,
    BinaryOperator,
    UnaryOperator,
    /// An arm of a `match` is left out.
    MatchArm,
    MatchArmGuard,
    /// A field is left to the base of its struct expression.
    StructField,
    /// A kind that has no switch.
    #[serde(other)]
    Other,
}

/// All mutants of the crates, but those that `.cargo/mutants.toml` leaves out.
pub(crate) fn list(program: &Path, tree: &Path, crates: &[&str]) -> Done<Vec<Mutant>> {
    let mut command = Command::new(program);
    command
        .current_dir(tree)
        .args(["mutants", "--list", "--json"]);
    for name in crates {
        command.args(["--package", &format!("schedscope-{name}")]);
    }
    let output = command.output().map_err(of("cargo-mutants"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(of("the list of cargo-mutants"))
}
