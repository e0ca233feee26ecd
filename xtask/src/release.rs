//! A release: what must agree before it, and handing it to the registries.

use crate::{
    crates,
    failure::{Done, Failure},
    npm, package, process, project,
};

const CHANGELOG: &str = "CHANGELOG.md";

/// Where something is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Registry {
    /// The package, on npm.
    Npm,
    /// The crates, on crates.io.
    Crates,
}

/// Sees that version, changelog and, where there is one, the tag agree.
pub(crate) fn check(tag: Option<&str>) -> Done {
    let version = project::version()?;
    agree(&version, &project::read(CHANGELOG)?, tag)?;
    println!("release: version {version}");
    Ok(())
}

/// Publishes what `cargo xtask package` left, or with `dry_run` only sees whether that would do.
pub(crate) fn publish(registry: Registry, dry_run: bool) -> Done {
    if registry == Registry::Crates {
        return crates::publish(dry_run);
    }
    let tarball = package::path()?;
    if !tarball.is_file() {
        return Err(Failure::new(format!(
            "there is no `{}`: make it with `cargo xtask package`",
            tarball.display()
        )));
    }
    let mut npm = npm::npm();
    npm.arg("publish").arg(tarball);
    npm.args(["--provenance", "--access", "public"]);
    if dry_run {
        npm.arg("--dry-run");
    }
    process::run(&mut npm)
}

fn agree(version: &str, changelog: &str, tag: Option<&str>) -> Done {
    if let Some(tag) = tag
        && tag.strip_prefix('v') != Some(version)
    {
        return Err(Failure::new(format!(
            "the tag is `{tag}` and the project is at version {version}: the tag must be `v{version}`"
        )));
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
    Err(Failure::new(format!(
        "`{CHANGELOG}` tells nothing of {version}{or}: write what changed under `## {version} - <date>`"
    )))
}

/// The version in a heading such as `## 1.2.0 - 2026-01-31` or `## [1.2.0]`.
fn heading(line: &str) -> Option<&str> {
    let title = line.strip_prefix("## ")?.split_whitespace().next()?;
    Some(title.trim_matches(['[', ']']))
}

#[cfg(test)]
mod tests {
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
        assert_eq!(super::check(None), Ok(()));
    }
}
