//! `cargo xtask build`: WebAssembly in `pkg/dist`, the package's modules in `pkg/lib` and the page in `www/dist`.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use crate::{
    bindgen,
    failure::{Done, Failure},
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

/// Says which function is to stand where.
const ORDER: &str = "xtask/node/order.mjs";

/// Builds package and page; in release prints the sizes and holds them to the budget.
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
    /// Cargo's profile for it, in release.
    profile: &'static str,
    /// What `wasm-opt` is asked for.
    options: &'static [&'static str],
    /// Its files: the first, and the parts that `xtask/bindgen` cuts off.
    files: &'static [&'static str],
}

/// The engine, which every page loads; CEL, which is loaded where a text uses it; and the comparison with
/// vectors, which only the command line loads. The first is to be fast, the others small.
///
/// Functions of one caller stay apart: the compiler has inlined what is worth it, and inlined once more
/// they compress worse and run no faster.
const MODULES: [Module; 3] = [
    Module {
        package: "schedscope",
        name: "schedscope",
        profile: "wasm",
        options: &["-O3", "--one-caller-inline-max-function-size=0"],
        files: &[
            "schedscope_bg",
            "schedscope_details",
            "schedscope_nodes",
            "schedscope_whatif",
        ],
    },
    Module {
        package: "schedscope-cel",
        name: "schedscope_cel",
        profile: "wasm",
        options: &["-Os"],
        files: &["schedscope_cel_bg"],
    },
    Module {
        package: "conformance-wasm",
        name: "schedscope_conformance",
        profile: "wasm",
        options: &["-Oz"],
        files: &["schedscope_conformance_bg"],
    },
];

/// Builds `pkg/dist`, unless it holds the build of this very code.
pub(crate) fn wasm(profile: Profile) -> Done {
    project::version()?;
    eprintln!("build: WebAssembly");
    for module in &MODULES {
        // One by one, so that none gets what another asks of a crate that they share.
        let mut cargo = project::cargo();
        cargo.args(["rustc", "--lib", "--target", WASM]);
        cargo.args(["--package", module.package]);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", nameless());
        if profile == Profile::Release {
            cargo.args(["--profile", module.profile]);
        }
        if module.files.len() > 1 {
            // What refers to what, for the cut.
            cargo.args(["--", "-Clink-arg=--emit-relocs"]);
        }
        process::step(&mut cargo)?;
    }
    let folder = project::target()?.join(WASM);
    let built = MODULES.map(|module| {
        let profile = match profile {
            Profile::Dev => "debug",
            Profile::Release => module.profile,
        };
        folder
            .join(profile)
            .join(module.name)
            .with_extension("wasm")
    });
    let dist = project::root().join("pkg/dist");
    let stamp = dist.join(".built-from");
    let from = fingerprint(profile, &built)?;
    if fs::read_to_string(&stamp).is_ok_and(|last| last == from) {
        eprintln!("build: pkg/dist: there");
        return Ok(());
    }
    // An interrupted build must not look like a finished one.
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(Failure::of(format!("`{}`", dist.display())))?;
    }
    bindgen::bind(profile, &dist, &built)?;
    if profile == Profile::Release {
        for module in &MODULES {
            for name in module.files {
                let file = dist.join(name).with_extension("wasm");
                optimize(module.options, &file)?;
            }
        }
    }
    fs::write(&stamp, from).map_err(Failure::of(format!("`{}`", stamp.display())))
}

/// Flags for the compiler, so that panics do not name folders of the machine that built them: what is built
/// is the same everywhere.
fn nameless() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let folders = home.into_iter().map(|home| (home, "/cargo"));
    let flags = folders
        .chain([(project::root().to_path_buf(), "/schedscope")])
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    flags.collect::<Vec<_>>().join("\u{1f}")
}

/// Lets `wasm-opt` make the file faster and smaller, in place, and puts functions that look alike side by
/// side: for whoever downloads it, a twenty-fifth less.
fn optimize(options: &[&str], file: &Path) -> Done {
    wasm_opt(options, file)?;
    let mut order = project::node();
    process::step(order.arg(ORDER).arg(file).arg(file))?;
    wasm_opt(&["--reorder-functions-by-name", "--strip-debug"], file)
}

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
    process::step(&mut script)
}

/// Tells apart what `pkg/dist` can be built from.
fn fingerprint(profile: Profile, built: &[PathBuf]) -> Done<String> {
    let mut hasher = DefaultHasher::new();
    let mut len = 0;
    for file in built {
        let bytes = fs::read(file).map_err(Failure::of(format!("`{}`", file.display())))?;
        bytes.hash(&mut hasher);
        len += bytes.len();
    }
    FEATURES.hash(&mut hasher);
    MODULES.map(|module| module.options).hash(&mut hasher);
    project::read(ORDER)?.hash(&mut hasher);
    for file in ["graph", "main", "split"] {
        project::read(format!("xtask/bindgen/src/{file}.rs"))?.hash(&mut hasher);
    }
    project::read("package-lock.json")?.hash(&mut hasher);
    Ok(format!(
        "{profile:?} {} {} {:016x}\n",
        bindgen::version()?,
        len,
        hasher.finish()
    ))
}
