//! `cargo xtask size`: the sizes of what users download, compared with those that `pkg/budget.json` records.

use crate::{failure::Done, process, project};

/// Prints the sizes; fails where one is more than 3% larger than recorded.
pub(crate) fn check() -> Done {
    process::step(project::node().arg("xtask/node/size.mjs"))
}

/// Prints the sizes and records them.
pub(crate) fn write() -> Done {
    process::step(project::node().args(["xtask/node/size.mjs", "--write"]))
}
