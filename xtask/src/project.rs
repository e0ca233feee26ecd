//! Where things are.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;
use serde_json::Value;

use crate::{failure::Done, process};

/// The target of the WebAssembly build.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the project")
}

/// A cargo command in the project.
pub(crate) fn cargo() -> Command {
    let mut command = process::cargo();
    command.current_dir(root());
    command
}

/// A Node.js command in the project.
pub(crate) fn node() -> Command {
    let mut command = Command::new("node");
    command.current_dir(root());
    command
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> Done<PathBuf> {
    let metadata = metadata()?;
    let folder = metadata["target_directory"].as_str();
    Ok(PathBuf::from(folder.unwrap_or("target")))
}

/// What cargo knows of the crates of the project.
pub(crate) fn metadata() -> Done<Value> {
    let metadata = process::output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    serde_json::from_str(&metadata).context("`cargo metadata` printed something else than JSON")
}

/// All files of the project that git tracks or would add, with `/` between folders.
pub(crate) fn files() -> Done<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["ls-files", "-z", "--cached"]);
    git.args(["--others", "--exclude-standard"]);
    let listed = process::output(&mut git)?;
    let mut files: Vec<String> = listed
        .split('\0')
        .filter(|file| root().join(file).is_file())
        .map(str::to_owned)
        .collect();
    files.sort_unstable();
    files.dedup();
    Ok(files)
}

/// The text of a file of the project.
pub(crate) fn read(path: impl AsRef<Path>) -> Done<String> {
    let path = root().join(path);
    fs::read_to_string(&path).with_context(|| format!("`{}` cannot be read", path.display()))
}

/// A JSON file of the project.
pub(crate) fn json(path: impl AsRef<Path>) -> Done<Value> {
    let path = path.as_ref();
    serde_json::from_str(&read(path)?).with_context(|| format!("`{}` is no JSON", path.display()))
}

/// The release of a crate that the root `Cargo.toml` pins.
pub(crate) fn pinned_release(name: &str) -> Done<String> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut dependencies = packages
        .filter_map(|package| package["dependencies"].as_array())
        .flatten();
    let found = dependencies.find(|dependency| dependency["name"] == name);
    let release = found.and_then(|found| found["req"].as_str()?.strip_prefix('='));
    let release = release.with_context(|| {
        format!("Cargo.toml must pin one release of {name}: {name} = \"=<version>\"")
    });
    Ok(release?.to_owned())
}

/// The version of all that is published.
pub(crate) use crate::release::version;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_built_are_not_listed() {
        let files = files().expect("files");
        assert!(files.contains(&"xtask/src/project.rs".to_owned()));
        assert!(!files.iter().any(|file| file.starts_with("target/")));
    }

    #[test]
    fn a_release_is_read() {
        assert!(pinned_release("wasm-bindgen").is_ok());
        assert!(pinned_release("serde").is_err());
    }
}
