//! A release: what must agree before it, and handing it to the registries.

use std::process::Command;

use anyhow::{anyhow, bail};
use serde_json::Value;

use crate::{failure::Done, npm, package, process, project};

const CHANGELOG: &str = "CHANGELOG.md";

/// The version in `pkg/package.json`, until the package is staged.
pub(crate) const NPM: &str = "0.0.0";

/// Where something is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Registry {
    /// The package, on npm.
    Npm,
    /// The crates, on crates.io.
    Crates,
    /// The plugins of kubectl and their manifest for krew, as a release on GitHub.
    Github,
}

/// Checks that version, changelog and, where there is one, the tag agree.
pub(crate) fn check(tag: Option<&str>) -> Done {
    let version = version()?;
    agree(&version, &project::read(CHANGELOG)?, tag)?;
    println!("release: version {version}");
    Ok(())
}

/// The version of all that is published: that of the root `Cargo.toml`. Fails where a crate has another one.
pub(crate) fn version() -> Done<String> {
    let npm = project::json("pkg/package.json")?;
    if npm["version"] != NPM {
        bail!(
            "pkg/package.json is at version {}: keep it at {NPM}, the version is written where the package is staged",
            npm["version"]
        );
    }
    agreed(&project::metadata()?)
}

/// The version of the crates that are published; `metadata` is what `cargo metadata` prints. Cargo itself compares it
/// with the versions that they ask of each other.
fn agreed(metadata: &Value) -> Done<String> {
    let mut versions: Vec<&str> = published(metadata)
        .filter_map(|package| package["version"].as_str())
        .collect();
    versions.dedup();
    match versions[..] {
        [version] => Ok(version.to_owned()),
        _ => Err(anyhow!(
            "the crates have the versions {}: give each `version.workspace = true`",
            versions.join(", ")
        )),
    }
}

/// The crates that are for the registry.
fn published(metadata: &Value) -> impl Iterator<Item = &Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // An empty list of registries means none.
    packages.filter(|package| {
        package["publish"]
            .as_array()
            .is_none_or(|registries| !registries.is_empty())
    })
}

/// Packs the crates as the registry would get them, without building them, and fails on any warning of cargo.
pub(crate) fn pack_crates() -> Done {
    let mut cargo = crates("package")?;
    cargo.args(["--no-verify", "--allow-dirty", "--offline"]);
    let said = process::errors(&mut cargo)?;
    print!("{said}");
    let warnings = said
        .lines()
        .filter(|line| line.trim_start().starts_with("warning"))
        .count();
    if warnings == 0 {
        return Ok(());
    }
    bail!("`cargo package` has {warnings} warnings; they are above")
}

/// A command of cargo for the crates that are published; cargo puts them in order.
fn crates(command: &str) -> Done<Command> {
    let metadata = project::metadata()?;
    let mut cargo = project::cargo();
    cargo.arg(command);
    for name in published(&metadata).filter_map(|package| package["name"].as_str()) {
        cargo.args(["--package", name]);
    }
    Ok(cargo)
}

/// Publishes what `cargo xtask package` left, or with `dry_run` only checks whether it can be published.
pub(crate) fn publish(registry: Registry, dry_run: bool) -> Done {
    let mut command = match registry {
        Registry::Crates => crates("publish")?,
        Registry::Npm => {
            let tarball = package::path()?;
            if !tarball.is_file() {
                let tarball = tarball.display();
                bail!("there is no `{tarball}`: make it with `cargo xtask package`");
            }
            let mut npm = npm::npm();
            npm.arg("publish")
                .arg(tarball)
                .args(["--provenance", "--access", "public"]);
            npm
        }
        Registry::Github => {
            let files = package::plugins()?;
            if dry_run {
                for file in files {
                    println!("{}", file.display());
                }
                return Ok(());
            }
            let mut release = Command::new("gh");
            let tag = format!("v{}", project::version()?);
            release.args([
                "release",
                "create",
                &tag,
                "--verify-tag",
                "--generate-notes",
            ]);
            release.args(files);
            release
        }
    };
    if dry_run {
        command.arg("--dry-run");
    }
    if dry_run && registry == Registry::Crates {
        command.arg("--allow-dirty");
    }
    process::run(&mut command)
}

fn agree(version: &str, changelog: &str, tag: Option<&str>) -> Done {
    if let Some(tag) = tag
        && tag.strip_prefix('v') != Some(version)
    {
        bail!(
            "the tag is `{tag}` and the project is at version {version}: the tag must be `v{version}`"
        );
    }
    let tells = |title: &str| {
        let mut lines = changelog.lines();
        let under = lines.find(|line| heading(line) == Some(title));
        let mut entries = lines.take_while(|line| heading(line).is_none());
        under.is_some() && entries.any(|line| line.starts_with("- "))
    };
    if tells(version) || (tag.is_none() && tells("Unreleased")) {
        return Ok(());
    }
    let or = if tag.is_none() { " or Unreleased" } else { "" };
    bail!(
        "`{CHANGELOG}` tells nothing of {version}{or}: write what changed under `## {version} - <date>`"
    )
}

/// The version in a heading such as `## 1.2.0 - 2026-01-31` or `## [1.2.0]`.
fn heading(line: &str) -> Option<&str> {
    let title = line.strip_prefix("## ")?.split_whitespace().next()?;
    Some(title.trim_matches(['[', ']']))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(changelog: &str, tag: Option<&str>, expected: Result<(), &str>) {
        match (agree("1.2.0", changelog, tag), expected) {
            (Err(failure), Err(part)) => assert!(failure.to_string().contains(part), "{failure}"),
            (came, expected) => assert_eq!(came.is_ok(), expected.is_ok(), "{came:?}"),
        }
    }

    #[test]
    fn version_tag_and_changelog_agree() {
        let released =
            "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-01-31\n\n### Added\n\n- This.\n";
        check(released, Some("v1.2.0"), Ok(()));
        check(released, Some("1.2.0"), Err("must be `v1.2.0`"));
        check(released, Some("v1.2.1"), Err("must be `v1.2.0`"));
        check("## [1.2.0]\n- This.", Some("v1.2.0"), Ok(()));
        check(
            "## 1.2.0\n## 1.1.0\n- This.",
            Some("v1.2.0"),
            Err("tells nothing of 1.2.0:"),
        );
        check("## Unreleased\n- This.", None, Ok(()));
        check(
            "## Unreleased\n- This.",
            Some("v1.2.0"),
            Err("tells nothing of 1.2.0:"),
        );
        check("## Unreleased\n", None, Err("1.2.0 or Unreleased"));
    }

    #[test]
    fn this_project_can_be_packed() {
        assert_eq!(super::check(None).ok(), Some(()));
    }

    #[test]
    fn the_crates_have_one_version() {
        let of = |text: &str| {
            agreed(&json!({ "packages": [
                { "name": "schedscope", "version": "1.2.0", "publish": null },
                { "name": "text", "version": text, "publish": null },
                { "name": "vectors", "version": "0.0.0", "publish": [] },
            ] }))
        };
        assert_eq!(of("1.2.0").ok(), Some("1.2.0".to_owned()));
        assert!(of("1.1.0").is_err());
    }

    #[test]
    fn the_commands_and_the_vectors_are_not_published() {
        let metadata = project::metadata().expect("metadata");
        let names: Vec<&Value> = published(&metadata)
            .map(|package| &package["name"])
            .collect();
        assert!(names.iter().any(|name| **name == "schedscope-text"));
        assert!(
            !names
                .iter()
                .any(|name| **name == "xtask" || **name == "conformance")
        );
    }
}
