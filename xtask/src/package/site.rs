//! The static site: the page with its documentation, for any web server.

use std::{fs::File, path::PathBuf};

use anyhow::{Context as _, bail};
use flate2::{Compression, write::GzEncoder};
use tar::{Builder, HeaderMode};

use super::{copy, emptied, files, folder, shown};
use crate::{failure::Done, project};

/// The folder of the site.
pub(crate) fn unpacked() -> Done<PathBuf> {
    Ok(folder()?.join("site"))
}

/// Copies what was built into `target/package/site`, with the licence and the notices of others, and packs that
/// folder. Gives the path of the archive, `target/package/schedscope-<version>-site.tar.gz`; the same files give the
/// same bytes.
pub(crate) fn site() -> Done<PathBuf> {
    let version = project::version()?;
    let (folder, built) = (folder()?, project::root().join("www/dist"));
    let site = unpacked()?;
    emptied(&site)?;
    let files = files(&built)?;
    if !files.iter().any(|file| file == "index.html") {
        bail!(
            "there is no page in {}: build it with `cargo xtask build`",
            shown(&built)
        );
    }
    let archive = folder.join(format!("schedscope-{version}-site.tar.gz"));
    let file = File::create(&archive).with_context(|| shown(&archive))?;
    let mut packed = Builder::new(GzEncoder::new(file, Compression::best()));
    // Without owners and times, which differ from machine to machine.
    packed.mode(HeaderMode::Deterministic);
    let root = project::root();
    let beside = ["LICENSE", "pkg/lib/third-party-notices.txt"].map(|path| root.join(path));
    let sources = beside
        .into_iter()
        .chain(files.iter().map(|name| built.join(name)));
    let names = ["LICENSE", "third-party-notices.txt"].into_iter();
    for (name, source) in names.chain(files.iter().map(String::as_str)).zip(sources) {
        copy(&source, &site.join(name))?;
        packed
            .append_path_with_name(site.join(name), name)
            .with_context(|| shown(&archive))?;
    }
    packed
        .into_inner()
        .and_then(GzEncoder::finish)
        .with_context(|| shown(&archive))?;
    Ok(archive)
}
