//! npm and the packages of the project.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, anyhow};

use crate::{failure::Done, process, project};

/// The oldest Node.js that everything here runs on.
const OLDEST: (u32, u32) = (20, 19);

/// An npm command in the project.
pub(crate) fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(project::root());
    command
}

/// Installs the packages that the lock file names, where they are not there yet.
pub(crate) fn ensure() -> Done {
    node_is_new_enough()?;
    ensure_in("")
}

/// The same for a folder of the project that has a lock file of its own.
pub(crate) fn ensure_in(folder: &str) -> Done {
    let path = project::root().join(folder);
    let lock = project::read(path.join("package-lock.json"))?;
    // A copy of the lock file records what the folder was installed from.
    let stamp = path.join("node_modules/.installed-from.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        eprintln!("setup: npm packages: there");
        return Ok(());
    }
    let into = Path::new(folder).join("node_modules");
    eprintln!("setup: npm packages: installing into {}", into.display());
    // No script of a package is needed, so none is run.
    let mut install = npm();
    install
        .current_dir(&path)
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    process::step(&mut install).context(
        "where package.json and package-lock.json disagree, run `npm install` and commit the lock file",
    )?;
    fs::write(&stamp, lock).with_context(|| format!("`{}`", stamp.display()))
}

/// `npm run <script>` in a workspace.
pub(crate) fn script(workspace: &str, script: &str) -> Command {
    let mut command = npm();
    command.args(["run", script, "--workspace", workspace]);
    command
}

fn node_is_new_enough() -> Done {
    let printed = process::output(project::node().arg("--version"))?;
    match major_minor(&printed) {
        Some(found) if found < OLDEST => Err(anyhow!(
            "Node.js {printed} is too old; install {}.{} or newer, https://nodejs.org",
            OLDEST.0,
            OLDEST.1
        )),
        _ => Ok(()),
    }
}

fn major_minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim_start_matches('v').split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major_minor("v20.19.2"), Some((20, 19)));
        assert_eq!(major_minor("24.0.0-rc.1"), Some((24, 0)));
        assert_eq!(major_minor("unknown"), None);
        assert!(major_minor("v20.9.0") < Some(OLDEST));
    }
}
