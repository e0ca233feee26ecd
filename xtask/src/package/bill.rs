//! The bill of materials: every crate and package in what is published, in the form of `CycloneDX`.

use std::path::PathBuf;

use super::folder;
use crate::{failure::Done, process, project};

/// Writes `target/package/schedscope-<version>.cdx.json`; gives its path.
pub(crate) fn write() -> Done<PathBuf> {
    let version = project::version()?;
    let file = folder()?.join(format!("schedscope-{version}.cdx.json"));
    process::step(
        project::node()
            .args(["pkg/scripts/sbom.mjs", &version])
            .arg(&file),
    )?;
    Ok(file)
}
