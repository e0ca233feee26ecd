//! `cargo xtask build`: WebAssembly in `pkg/dist`, the package's modules in `pkg/lib` and the page in `www/dist`.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use crate::{
    bindgen,
    failure::Done,
    npm, process,
    project::{self, WASM},
    size,
};

/// How to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Fast to build, with checks and names.
    Dev,
    /// As it is published.
    Release,
}

/// What `wasm-opt` may expect of every runtime: what Rust's own output needs, all of it in every
/// browser since 2022 and in Node.js since 16.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds package and page; in release compares the sizes with the recorded ones.
pub(crate) fn run(profile: Profile) -> Done {
    all(profile)?;
    match profile {
        Profile::Dev => Ok(()),
        Profile::Release => size::check(),
    }
}

/// Builds package and page.
pub(crate) fn all(profile: Profile) -> Done {
    wasm(profile)?;
    package()?;
    page(profile)
}

/// A crate that becomes a WebAssembly file of the package.
struct Module {
    /// The crate.
    package: &'static str,
    /// What its files are called.
    name: &'static str,
    /// The options of `wasm-opt`.
    options: &'static [&'static str],
}

/// The engine, which every page loads; CEL, which is loaded where a text uses it; and the comparison with
/// vectors, which only tests load. The first is to be fast; for the others, other levels take three times
/// as long and make no smaller file.
///
/// Functions of one caller stay apart: the compiler has inlined what is worth it, and inlined once more
/// they compress worse and run no faster.
const MODULES: [Module; 3] = [
    Module {
        package: "schedscope",
        name: "schedscope",
        options: &["-O3", "--one-caller-inline-max-function-size=0"],
    },
    Module {
        package: "schedscope-cel",
        name: "schedscope_cel",
        options: &["-O1"],
    },
    Module {
        package: "conformance-wasm",
        name: "schedscope_conformance",
        options: &["-O1"],
    },
];

/// Builds `pkg/dist`, unless it holds the build of this very code.
pub(crate) fn wasm(profile: Profile) -> Done {
    project::version()?;
    eprintln!("build: WebAssembly");
    for module in &MODULES {
        // One by one, so that none gets what another asks of a crate that they share.
        let mut cargo = project::cargo();
        cargo.args(["build", "--lib", "--target", WASM]);
        cargo.args(["--package", module.package]);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags());
        if profile == Profile::Release {
            cargo.args(["--profile", "wasm"]);
        }
        process::step(&mut cargo)?;
    }
    let folder = project::target()?.join(WASM).join(match profile {
        Profile::Dev => "debug",
        Profile::Release => "wasm",
    });
    let built = MODULES.map(|module| folder.join(module.name).with_extension("wasm"));
    let dist = project::root().join("pkg/dist");
    let stamp = dist.join(".built-from");
    let from = fingerprint(profile, &built)?;
    if fs::read_to_string(&stamp).is_ok_and(|last| last == from) {
        eprintln!("build: pkg/dist: there");
        return Ok(());
    }
    // An interrupted build must not look like a finished one.
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("`{}`", dist.display()))?;
    }
    bindgen::bind(profile, &dist, &built)?;
    if profile == Profile::Release {
        for module in &MODULES {
            let file = dist.join(format!("{}_bg.wasm", module.name));
            wasm_opt(module.options, &file)?;
        }
    }
    fs::write(&stamp, from).with_context(|| format!("`{}`", stamp.display()))
}

/// Flags for the compiler, so that panics do not name folders of the machine that built them: what is built
/// is the same everywhere. A crate that is listed and not used is an error.
fn flags() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let folders = home.into_iter().map(|home| (home, "/cargo"));
    let flags = folders
        .chain([(project::root().to_path_buf(), "/schedscope")])
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .chain(["-Dunused-crate-dependencies".to_owned()]);
    flags.collect::<Vec<_>>().join("\u{1f}")
}

/// Makes the file faster and smaller, in place.
fn wasm_opt(options: &[&str], file: &Path) -> Done {
    let mut command = project::node();
    command.arg("node_modules/binaryen/bin/wasm-opt");
    command.args(options).args(FEATURES);
    process::step(command.arg("-o").arg(file).arg(file))
}

/// Builds `pkg/lib`: the modules, types and entries of the package.
pub(crate) fn package() -> Done {
    eprintln!("build: the package's modules");
    process::step(project::node().arg("pkg/scripts/build.mjs"))
}

/// Builds the page.
pub(crate) fn page(profile: Profile) -> Done {
    eprintln!("build: the page");
    let mut script = npm::script("www", "build");
    if profile == Profile::Dev {
        script.args(["--", "--mode", "development"]);
    }
    process::step(&mut script)?;
    // For `schedscope open`.
    process::step(project::node().arg("pkg/scripts/page.mjs"))
}

/// Identifies the inputs from which `pkg/dist` is built.
fn fingerprint(profile: Profile, built: &[PathBuf]) -> Done<String> {
    let mut hasher = DefaultHasher::new();
    let mut len = 0;
    for file in built {
        let bytes = fs::read(file).with_context(|| format!("`{}`", file.display()))?;
        bytes.hash(&mut hasher);
        len += bytes.len();
    }
    FEATURES.hash(&mut hasher);
    MODULES.map(|module| module.options).hash(&mut hasher);
    project::read("xtask/bindgen/src/main.rs")?.hash(&mut hasher);
    project::read("package-lock.json")?.hash(&mut hasher);
    Ok(format!(
        "{profile:?} {} {} {:016x}\n",
        bindgen::version()?,
        len,
        hasher.finish()
    ))
}
