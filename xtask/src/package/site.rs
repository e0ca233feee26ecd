//! The static site: the page with its documentation, for any web server.

use std::{fs, fs::File, path::PathBuf};

use flate2::{Compression, write::GzEncoder};
use tar::{Builder, HeaderMode};

use super::{copy, emptied, folder, shown};
use crate::{
    failure::{Done, Failure},
    project,
};

/// Copies what was built into `target/package/site`, and packs that folder. Gives the path of the
/// archive, `target/package/schedscope-<version>-site.tar.gz`; the same files give the same bytes.
pub(crate) fn site() -> Done<PathBuf> {
    let version = project::version()?;
    let (folder, built) = (folder()?, project::root().join("www/dist"));
    let site = folder.join("site");
    emptied(&site)?;
    let files = files(&built)?;
    if !files.iter().any(|file| file == "index.html") {
        return Err(Failure::new(format!(
            "there is no page in {}: build it with `cargo xtask build`",
            shown(&built)
        )));
    }
    let archive = folder.join(format!("schedscope-{version}-site.tar.gz"));
    let file = File::create(&archive).map_err(Failure::of(shown(&archive)))?;
    let mut packed = Builder::new(GzEncoder::new(file, Compression::best()));
    // Without owners and times, which differ from machine to machine.
    packed.mode(HeaderMode::Deterministic);
    for name in &files {
        copy(&built.join(name), &site.join(name))?;
        packed
            .append_path_with_name(site.join(name), name)
            .map_err(Failure::of(shown(&archive)))?;
    }
    packed
        .into_inner()
        .and_then(GzEncoder::finish)
        .map_err(Failure::of(shown(&archive)))?;
    Ok(archive)
}

/// All files below a folder, in order, with `/` between folders.
fn files(folder: &std::path::Path) -> Done<Vec<String>> {
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
        assert!(found.contains(&"src/package/site.rs".to_owned()));
        assert!(files(&project::root().join("no-such-folder")).is_err());
    }
}
