//! wasm-bindgen's test runner, in exactly the release that the crate is built with. Only the tests that run as
//! WebAssembly use it.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{
    bindgen,
    failure::{Done, Failure},
    process, project,
};

const RUNNER: &str = "wasm-bindgen-test-runner";

/// Finds the test runner; installs it into the user's cache folder if it is missing.
pub(crate) fn ensure() -> Done<PathBuf> {
    let version = bindgen::version()?;
    if let Some(found) = find(&version)? {
        eprintln!("setup: {RUNNER} {version}: installed");
        return Ok(found);
    }
    let folder = folder(&version)?;
    eprintln!(
        "setup: {RUNNER} {version}: installing into {}; this takes some minutes, once",
        folder.display()
    );
    // Not `--locked`: the lock file of a release may name a dependency's release that a registry
    // mirror does not list, and the tool's own version is what must match.
    let installed = process::step(
        project::cargo()
            .args(["install", "wasm-bindgen-cli", "--bin", RUNNER])
            .args(["--version", &version, "--root"])
            .arg(&folder),
    );
    let advice = |why: &str| {
        Failure::new(format!(
            "{why}; {RUNNER} {version} is needed; you can also put it on the PATH with \
             `cargo install wasm-bindgen-cli --version {version}`"
        ))
    };
    installed.map_err(|failure| advice(&failure.to_string()))?;
    find(&version)?.ok_or_else(|| advice("the installed program does not run"))
}

/// The test runner of that version: in the cache folder, or else on `PATH`.
fn find(version: &str) -> Done<Option<PathBuf>> {
    let cached = folder(version)?.join("bin").join(RUNNER);
    let cached = cached.with_extension(env::consts::EXE_EXTENSION);
    let right = |tool: &PathBuf| process::version(tool).is_some_and(|it| says(&it, version));
    Ok([Some(cached), process::find(RUNNER)]
        .into_iter()
        .flatten()
        .find(right))
}

/// Whether the line that a tool prints about itself, `<name> <version>`, has that version.
fn says(line: &str, version: &str) -> bool {
    line.split_whitespace().nth(1) == Some(version)
}

fn folder(version: &str) -> Done<PathBuf> {
    let name = format!("wasm-bindgen-{version}");
    Ok(cache()?.join(Path::new("schedscope").join(name)))
}

/// The user's folder for files that can be made again.
fn cache() -> Done<PathBuf> {
    let from = |name: &str| {
        env::var_os(name)
            .filter(|it| !it.is_empty())
            .map(PathBuf::from)
    };
    let home = || from("HOME").or_else(|| from("USERPROFILE"));
    from("XDG_CACHE_HOME")
        .or_else(|| match env::consts::OS {
            "macos" => Some(home()?.join("Library/Caches")),
            "windows" => from("LOCALAPPDATA"),
            _ => Some(home()?.join(".cache")),
        })
        .ok_or_else(|| Failure::new("no cache folder is known: set XDG_CACHE_HOME"))
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
        assert_eq!(find("0.0.0"), Ok(None));
    }
}
