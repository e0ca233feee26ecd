//! `cargo xtask types`: what is made from the Rust types and the table of questions.

use crate::{failure::Done, process, project};

/// Regenerates the package's types and methods, the ranges of its schema and the reference of questions, then the
/// schema, which requires the compiled package.
pub(crate) fn run() -> Done {
    process::step(
        project::cargo()
            .args(["test", "--package", "schedscope-tests", "--test", "types"])
            .env("UPDATE_TYPES", "1"),
    )?;
    process::step(project::node().arg("pkg/scripts/build.mjs"))?;
    process::step(project::node().arg("pkg/scripts/schema.mjs"))
}
