//! `cargo xtask package`: what is published, in `target/package`.

mod tarball;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use crate::{
    build::{self, Profile},
    failure::Done,
    process, project, release, size,
};

pub(crate) use tarball::{path, staged, tarball};

/// Builds, writes the npm package, as a folder and packed, the plugin of kubectl, the static site and the bill of
/// materials, or only the plugin, and prints their sizes.
pub(crate) fn run(plugin_only: bool) -> Done {
    release::check(None)?;
    build::all(Profile::Release)?;
    let mut written = vec![plugin()?];
    if !plugin_only {
        written.extend([tarball()?, staged()?, site()?, bill()?]);
        size::check()?;
    }
    for path in written {
        println!("{}: {} kB", path.display(), bytes(&path)?.div_ceil(1000));
    }
    Ok(())
}

/// Copies the page that was built into `target/package/site`, with the licence and the notices of others.
fn site() -> Done<PathBuf> {
    let (site, root) = (folder()?.join("site"), project::root());
    let built = root.join("www/dist");
    if !built.join("index.html").is_file() {
        bail!(
            "there is no page in {}: build it with `cargo xtask build`",
            shown(&built)
        );
    }
    emptied(&site)?;
    for name in files(&built)? {
        copy(&built.join(&name), &site.join(&name))?;
    }
    copy(&root.join("LICENSE"), &site.join("LICENSE"))?;
    let notices = "third-party-notices.txt";
    copy(&root.join("pkg/lib").join(notices), &site.join(notices))?;
    Ok(site)
}

/// Packs the plugin of kubectl as an executable for this platform.
fn plugin() -> Done<PathBuf> {
    let printed = process::output(
        project::node()
            .args(["pkg/scripts/executable.mjs", &project::version()?])
            .arg(folder()?),
    )?;
    Ok(PathBuf::from(printed.trim()))
}

/// Writes the manifest for krew of the plugins that were packed. Gives the files of a release: the plugins and the
/// manifest.
pub(crate) fn plugins() -> Done<Vec<PathBuf>> {
    let printed = process::output(
        project::node()
            .args(["pkg/scripts/krew.mjs", &project::version()?])
            .arg(folder()?),
    )?;
    Ok(printed.lines().map(PathBuf::from).collect())
}

/// Writes the bill of materials, every crate and package in what is published, in the form of `CycloneDX`.
fn bill() -> Done<PathBuf> {
    let version = project::version()?;
    let file = folder()?.join(format!("schedscope-{version}.cdx.json"));
    process::step(
        project::node()
            .args(["pkg/scripts/sbom.mjs", &version])
            .arg(&file),
    )?;
    Ok(file)
}

/// Where everything lies that is published.
fn folder() -> Done<PathBuf> {
    Ok(project::target()?.join("package"))
}

/// Creates a folder, or empties it.
fn emptied(folder: &Path) -> Done {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| shown(folder))?;
    }
    fs::create_dir_all(folder).with_context(|| shown(folder))
}

/// Copies a file; creates its folder.
fn copy(from: &Path, to: &Path) -> Done {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).with_context(|| shown(folder))?;
    fs::copy(from, to).with_context(|| shown(from))?;
    Ok(())
}

/// The size of a file, or of all files in a folder.
fn bytes(path: &Path) -> Done<u64> {
    if path.is_dir() {
        let files = files(path)?;
        return files.iter().map(|file| bytes(&path.join(file))).sum();
    }
    let about = fs::metadata(path).with_context(|| shown(path))?;
    Ok(about.len())
}

fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}

/// All files below a folder, in order, with `/` between folders.
fn files(folder: &Path) -> Done<Vec<String>> {
    let below = glob::Pattern::escape(&folder.to_string_lossy());
    let mut found = Vec::new();
    for path in glob::glob(&format!("{below}/**/*"))? {
        let path = path?;
        if path.is_file() {
            found.push(
                path.strip_prefix(folder)?
                    .to_string_lossy()
                    .replace('\\', "/"),
            );
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed() {
        let found = files(&project::root().join("xtask")).expect("a folder");
        assert!(found.contains(&"src/package/tarball.rs".to_owned()));
    }
}
