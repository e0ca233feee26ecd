//! Makes the JavaScript side of WebAssembly files: `xtask-bindgen [--debug] [--split <file.wasm>] <folder>
//! <file.wasm>...`. The file of `--split` is cut into parts, too.
//!
//! `cargo xtask build` runs it. It is a program of its own so that the other commands start without compiling
//! wasm-bindgen's library. The library's release is the one that the engine's `wasm-bindgen` has: the
//! workspace pins both.

mod graph;
mod split;

use std::{env, error::Error, fs, path::Path, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let debug = words.first().is_some_and(|word| word == "--debug");
    if debug {
        words.remove(0);
    }
    let mut parted = None;
    if words.len() > 1 && words[0] == "--split" {
        parted = words.drain(..2).next_back();
    }
    let Some((folder, files)) = words.split_first() else {
        eprintln!("usage: xtask-bindgen [--debug] [--split <file.wasm>] <folder> <file.wasm>...");
        return ExitCode::FAILURE;
    };
    let parted = parted.iter().map(|file| (file, true));
    for (file, in_parts) in parted.chain(files.iter().map(|file| (file, false))) {
        if let Err(error) = bind(debug, Path::new(folder), file, in_parts) {
            eprintln!("xtask-bindgen: `{file}`: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Writes `<name>.js`, `<name>.d.ts` and `<name>_bg.wasm` for one file, and `<name>_<part>.wasm` for each further part.
fn bind(debug: bool, folder: &Path, file: &str, in_parts: bool) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?;
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
    if !in_parts {
        bindgen.generate(folder)?;
        return Ok(());
    }
    // Functions are found again by the names that the linker gave them.
    let mut bound = bindgen.demangle(false).generate_output()?;
    bound.emit(folder)?;
    let linked = fs::read(file)?;
    let files = split::split(&linked, &bound.wasm_mut().emit_wasm())?;
    let name = bindgen.stem()?.to_owned();
    for ((part, _), bytes) in split::PARTS.iter().zip(files) {
        let part = if *part == "engine" { "bg" } else { part };
        fs::write(folder.join(format!("{name}_{part}.wasm")), bytes)?;
    }
    Ok(())
}
