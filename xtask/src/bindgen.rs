//! The JavaScript side of WebAssembly files, made by wasm-bindgen's library in the program `xtask-bindgen`.

use std::path::{Path, PathBuf};

use crate::{build::Profile, failure::Done, process, project};

/// Writes `<name>.js`, `<name>.d.ts` and `<name>_bg.wasm` for each file into a folder.
///
/// The program is compiled on the first call. xtask does not link the library itself: every other command
/// would wait for wasm-bindgen's 40 crates to compile.
pub(crate) fn bind(profile: Profile, folder: &Path, files: &[PathBuf]) -> Done {
    let mut command = project::cargo();
    // A target folder of its own: the tests hold the lock of `target/debug`.
    command.env("CARGO_TARGET_DIR", project::target()?.join("bindgen"));
    command.args(["run", "--quiet", "--package", "xtask-bindgen", "--"]);
    if profile == Profile::Dev {
        command.arg("--debug");
    }
    process::step(command.arg(folder).args(files))
}

/// The wasm-bindgen release that the root `Cargo.toml` pins.
pub(crate) fn version() -> Done<String> {
    project::pinned_release("wasm-bindgen")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_has_the_release_of_the_crate() {
        let library = project::pinned_release("wasm-bindgen-cli-support");
        assert!(library.as_ref().is_ok());
        assert_eq!(library.ok(), version().ok());
    }
}
