//! `cargo xtask build`: the WebAssembly package in `pkg/dist` and the page in `www/dist`.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::Path,
};

use crate::{
    bindgen::Bindgen,
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

/// Builds package and page; in release prints the sizes and holds them to the budget.
pub(crate) fn run(profile: Profile, bindgen: &Bindgen) -> Done {
    wasm(profile, bindgen)?;
    page(profile)?;
    match profile {
        Profile::Dev => Ok(()),
        Profile::Release => size::check(),
    }
}

/// Builds `pkg/dist`, unless it holds the build of this very code.
pub(crate) fn wasm(profile: Profile, bindgen: &Bindgen) -> Done {
    project::version()?;
    println!("build: WebAssembly");
    let mut cargo = project::cargo();
    cargo.args([
        "build",
        "--package",
        "schedscope",
        "--lib",
        "--target",
        WASM,
    ]);
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Release => {
            cargo.arg("--release");
            "release"
        }
    };
    process::run(&mut cargo)?;
    let built = project::target()?
        .join(WASM)
        .join(folder)
        .join("schedscope.wasm");
    let dist = project::root().join("pkg/dist");
    let stamp = dist.join(".built-from");
    let from = fingerprint(profile, &built)?;
    if fs::read_to_string(&stamp).is_ok_and(|last| last == from) {
        println!("build: pkg/dist: there");
        return Ok(());
    }
    // An interrupted build must not look like a finished one.
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(Failure::of(format!("`{}`", dist.display())))?;
    }
    bind(profile, bindgen, &built, &dist)?;
    if profile == Profile::Release {
        optimize(&dist.join("schedscope_bg.wasm"))?;
    }
    let write = |path: &Path, text: &[u8]| {
        fs::write(path, text).map_err(Failure::of(format!("`{}`", path.display())))
    };
    // npm takes a licence only from the package's own folder.
    let licence = project::read("LICENSE")?;
    write(&project::root().join("pkg/LICENSE"), licence.as_bytes())?;
    write(&stamp, from.as_bytes())
}

/// Makes the JavaScript side.
fn bind(profile: Profile, tools: &Bindgen, built: &Path, dist: &Path) -> Done {
    let mut command = std::process::Command::new(&tools.bindgen);
    command
        .current_dir(project::root())
        // The entry files say where the WebAssembly file is.
        .args(["--target", "web", "--omit-default-module-path"]);
    match profile {
        Profile::Dev => command.args(["--debug", "--keep-debug"]),
        Profile::Release => command.arg("--remove-producers-section"),
    };
    process::run(command.arg("--out-dir").arg(dist).arg(built))
}

/// Lets `wasm-opt` make the file faster and smaller, in place.
fn optimize(file: &Path) -> Done {
    let mut command = project::node();
    command.args(["node_modules/binaryen/bin/wasm-opt", "-O3"]);
    process::run(command.args(FEATURES).arg("-o").arg(file).arg(file))
}

/// Builds the page.
fn page(profile: Profile) -> Done {
    if !npm::has_script("www", "build")? {
        println!("build: the page: www has no script `build`, nothing to do");
        return Ok(());
    }
    println!("build: the page");
    let mut script = npm::script("www", "build");
    if profile == Profile::Dev {
        script.args(["--", "--mode", "development"]);
    }
    process::run(&mut script)
}

/// Tells apart what `pkg/dist` can be built from.
fn fingerprint(profile: Profile, built: &Path) -> Done<String> {
    let bytes = fs::read(built).map_err(Failure::of(format!("`{}`", built.display())))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    FEATURES.hash(&mut hasher);
    project::read("package-lock.json")?.hash(&mut hasher);
    Ok(format!(
        "{profile:?} {} {} {:016x}\n",
        project::bindgen_version()?,
        bytes.len(),
        hasher.finish()
    ))
}
