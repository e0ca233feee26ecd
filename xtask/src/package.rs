//! `cargo xtask package`: what is published, in `target/package`.

mod site;
mod tarball;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    bindgen::Bindgen,
    build::{self, Profile},
    failure::{Done, Failure},
    project,
};

pub(crate) use tarball::tarball;

/// Builds, and leaves the npm package and the static site: as a folder and packed.
pub(crate) fn run(bindgen: &Bindgen) -> Done {
    build::run(Profile::Release, bindgen)?;
    let npm = tarball()?;
    let site = site::site()?;
    for left in [npm, site] {
        println!("{}: {} kB", shown(&left), bytes(&left)?.div_ceil(1000));
    }
    Ok(())
}

/// Where everything lies that is published.
fn folder() -> Done<PathBuf> {
    Ok(project::target()?.join("package"))
}

/// An empty folder, whatever was there before.
fn emptied(folder: &Path) -> Done {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Failure::of(shown(folder)))?;
    }
    fs::create_dir_all(folder).map_err(Failure::of(shown(folder)))
}

/// Copies a file, and makes its folder where there is none.
fn copy(from: &Path, to: &Path) -> Done {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).map_err(Failure::of(shown(folder)))?;
    fs::copy(from, to).map_err(Failure::of(shown(from)))?;
    Ok(())
}

fn bytes(file: &Path) -> Done<u64> {
    let about = fs::metadata(file).map_err(Failure::of(shown(file)))?;
    Ok(about.len())
}

fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}
