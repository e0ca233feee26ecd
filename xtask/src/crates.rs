//! The crates that are published.

use crate::{
    failure::{Done, Failure},
    process, project, version,
};

/// Packs the crates as the registry would get them, without building them, and fails of whatever cargo
/// warns about.
pub(crate) fn check() -> Done {
    let mut cargo = project::cargo();
    cargo.args(["package", "--no-verify", "--allow-dirty", "--offline"]);
    for name in names()? {
        cargo.args(["--package", &name]);
    }
    let said = process::errors(&mut cargo)?;
    print!("{said}");
    let warnings = warnings(&said);
    if warnings == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "`cargo package` has {warnings} warnings; they are above"
    )))
}

/// Publishes the crates, each after those that it needs, or only sees whether that would do.
pub(crate) fn publish(dry_run: bool) -> Done {
    let mut cargo = project::cargo();
    cargo.arg("publish");
    for name in names()? {
        cargo.args(["--package", &name]);
    }
    if dry_run {
        cargo.args(["--dry-run", "--allow-dirty"]);
    }
    process::run(&mut cargo)
}

fn names() -> Done<Vec<String>> {
    let metadata = project::metadata()?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let published = packages.filter(|package| version::is_published(package));
    let names = published.filter_map(|package| package["name"].as_str());
    Ok(names.map(str::to_owned).collect())
}

fn warnings(said: &str) -> usize {
    let lines = said.lines().map(str::trim_start);
    lines.filter(|line| line.starts_with("warning")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_counted() {
        assert_eq!(warnings("   Packaging a v1.0.0\n    Packaged 3 files\n"), 0);
        assert_eq!(
            warnings("warning: no repository\n  |\n   Packaging a\nwarning: x\n"),
            2
        );
    }

    #[test]
    fn the_commands_and_the_vectors_are_not_published() {
        let names = names().expect("crates");
        assert!(names.contains(&"schedscope-text".to_owned()));
        assert!(
            !names
                .iter()
                .any(|name| name == "xtask" || name == "conformance")
        );
    }
}
