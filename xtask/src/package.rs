//! `cargo xtask package`: what is published, in `target/package`.

mod bill;
mod site;
mod tarball;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    build::{self, Profile},
    failure::{Done, Failure},
    project, release, size,
};

pub(crate) use tarball::{path, staged, tarball};

/// Builds, leaves the npm package and the static site, as a folder and packed, and prints their sizes.
pub(crate) fn run() -> Done {
    release::check(None)?;
    build::all(Profile::Release)?;
    let npm = tarball()?;
    let site = site::site()?;
    let bill = bill::write()?;
    size::check()?;
    for left in [&npm, &staged()?, &site, &site::unpacked()?, &bill] {
        println!("{}: {} kB", left.display(), bytes(left)?.div_ceil(1000));
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

/// The size of a file, or of all files in a folder.
fn bytes(path: &Path) -> Done<u64> {
    if path.is_dir() {
        let files = files(path)?;
        return files.iter().map(|file| bytes(&path.join(file))).sum();
    }
    let about = fs::metadata(path).map_err(Failure::of(shown(path)))?;
    Ok(about.len())
}

fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}

/// All files below a folder, in order, with `/` between folders.
fn files(folder: &Path) -> Done<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(below) = open.pop() {
        let path = folder.join(&below);
        let entries = fs::read_dir(&path).map_err(Failure::of(shown(&path)))?;
        for entry in entries {
            let entry = entry.map_err(Failure::of(shown(&path)))?;
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                open.push(format!("{name}/"));
            } else {
                found.push(name);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_in_order() {
        let found = files(&project::root().join("xtask")).expect("a folder");
        assert!(found.is_sorted());
        assert!(found.contains(&"src/package/tarball.rs".to_owned()));
        assert!(files(&project::root().join("no-such-folder")).is_err());
    }
}
