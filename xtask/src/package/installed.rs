//! The npm package as its users get it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::tarball;
use crate::{
    failure::{Done, Failure},
    npm, process, project,
};

/// Packs the package, installs it into an empty folder without the network, and decides a small
/// scenario there.
pub(crate) fn check() -> Done {
    let archive = tarball()?;
    let folder = Folder::new()?;
    folder.write("package.json", r#"{ "private": true, "type": "module" }"#)?;
    folder.write("decide.mjs", &project::read("tests/node/package.mjs")?)?;
    process::run(
        npm::npm()
            .current_dir(&folder.0)
            .args([
                "install",
                "--offline",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
            ])
            .arg(archive),
    )?;
    process::run(project::node().current_dir(&folder.0).arg("decide.mjs"))
}

/// An empty folder outside of the project, where no other package is found; removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Done<Self> {
        let name = format!("schedscope-package-{}", std::process::id());
        let folder = Self(std::env::temp_dir().join(name));
        folder.remove();
        fs::create_dir(&folder.0).map_err(folder.failed())?;
        Ok(folder)
    }

    fn write(&self, name: &str, text: &str) -> Done {
        fs::write(self.0.join(name), text).map_err(self.failed())
    }

    fn failed(&self) -> impl FnOnce(std::io::Error) -> Failure {
        Failure::of(format!("`{}`", Path::display(&self.0)))
    }

    fn remove(&self) {
        // Where it is not there, or stays, nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.remove();
    }
}
