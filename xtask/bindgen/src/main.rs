//! Generates the JavaScript side of WebAssembly files: `xtask-bindgen [--debug] <folder> <file.wasm>...`.
//!
//! `cargo xtask build` runs it. It is a program of its own so that the other commands start without compiling
//! wasm-bindgen's library. The library's release is the one that the engine's `wasm-bindgen` has: the
//! workspace pins both.

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let debug = words.first().is_some_and(|word| word == "--debug");
    if debug {
        words.remove(0);
    }
    let Some((folder, files)) = words.split_first() else {
        eprintln!("usage: xtask-bindgen [--debug] <folder> <file.wasm>...");
        return ExitCode::FAILURE;
    };
    for file in files {
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(file)
            .typescript(true)
            // The entry files of the package say where the WebAssembly file is.
            .omit_default_module_path(true)
            // A fresh instance takes the place of one that failed.
            .reset_state_function(true)
            .debug(debug)
            .keep_debug(debug)
            .remove_producers_section(!debug);
        let bound = bindgen.web(true).and_then(|web| web.generate(folder));
        if let Err(error) = bound {
            eprintln!("xtask-bindgen: `{file}`: {error:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
