//! The command-line tools of wasm-bindgen, in exactly the release that the crate is built with.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{
    failure::{Done, Failure},
    process, project,
};

/// The tools, found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bindgen {
    /// Makes the JavaScript side of a WebAssembly file.
    pub(crate) bindgen: PathBuf,
    /// Runs tests built for WebAssembly.
    pub(crate) test_runner: PathBuf,
}

const TOOLS: [&str; 2] = ["wasm-bindgen", "wasm-bindgen-test-runner"];

/// Finds the tools; installs them where they are missing.
pub(crate) fn ensure() -> Done<Bindgen> {
    let version = project::bindgen_version()?;
    if let Some(found) = find(&version)? {
        println!("setup: wasm-bindgen {version}: there");
        return Ok(found);
    }
    let folder = folder(&version)?;
    println!(
        "setup: wasm-bindgen {version}: installing into {}; this takes some minutes, once",
        folder.display()
    );
    // Not `--locked`: the lock file of a release may name a dependency's release that a registry
    // mirror does not list, and the tool's own version is what must match.
    let installed = process::run(
        project::cargo()
            .args([
                "install",
                "wasm-bindgen-cli",
                "--version",
                &version,
                "--root",
            ])
            .arg(&folder),
    );
    let advice = |why: &str| {
        Failure::new(format!(
            "{why}; wasm-bindgen-cli {version} is needed: \
             `cargo install wasm-bindgen-cli --version {version}` puts it on the PATH, which is as good"
        ))
    };
    installed.map_err(|failure| advice(&failure.to_string()))?;
    find(&version)?.ok_or_else(|| advice("the installed tools do not run"))
}

/// The tools of that version: in the cache, or else on `PATH`.
pub(crate) fn find(version: &str) -> Done<Option<Bindgen>> {
    let bin = folder(version)?.join("bin");
    let cached = TOOLS.map(|tool| Some(bin.join(format!("{tool}{}", env::consts::EXE_SUFFIX))));
    Ok([cached, TOOLS.map(process::find)]
        .into_iter()
        .find_map(|candidates| {
            let [Some(bindgen), Some(test_runner)] = candidates else {
                return None;
            };
            let right = |tool: &Path| process::version(tool).is_some_and(|it| says(&it, version));
            (right(&bindgen) && right(&test_runner)).then_some(Bindgen {
                bindgen,
                test_runner,
            })
        }))
}

/// Whether what a tool prints about itself, `<name> <version>`, is that version.
fn says(line: &str, version: &str) -> bool {
    line.split_whitespace().nth(1) == Some(version)
}

fn folder(version: &str) -> Done<PathBuf> {
    Ok(cache()?
        .join("schedscope")
        .join(format!("wasm-bindgen-{version}")))
}

/// The folder for files that can be made again.
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
        .ok_or_else(|| Failure::new("no folder for caches is known: set XDG_CACHE_HOME"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_version_will_do() {
        assert!(says("wasm-bindgen 0.2.130", "0.2.130"));
        assert!(says("wasm-bindgen 0.2.130 (f3a5c2b1e)", "0.2.130"));
        assert!(!says("wasm-bindgen 0.2.13", "0.2.130"));
        assert!(!says("wasm-bindgen", "0.2.130"));
    }

    #[test]
    fn a_version_that_nobody_has_is_not_found() {
        assert_eq!(find("0.0.0"), Ok(None));
    }
}
