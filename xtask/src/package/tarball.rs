//! The npm package: staged, and packed.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, bail};
use serde_json::Value;

use super::{copy, emptied, folder, shown};
use crate::{failure::Done, npm, process, project, release};

/// Where the packed package is, or will be.
pub(crate) fn path() -> Done<PathBuf> {
    Ok(folder()?.join(format!("schedscope-{}.tgz", project::version()?)))
}

/// The folder of the staged package.
pub(crate) fn staged() -> Done<PathBuf> {
    Ok(folder()?.join("npm"))
}

/// Copies the published files of `pkg/package.json` into `target/package/npm`, with the version written in, and packs
/// that folder. Returns the path of the tarball, `target/package/schedscope-<version>.tgz`; the same files produce the
/// same bytes. Builds nothing: `pkg` holds what was built last.
pub(crate) fn tarball() -> Done<PathBuf> {
    let version = project::version()?;
    let (folder, pkg) = (folder()?, project::root().join("pkg"));
    let staged = staged()?;
    emptied(&staged)?;
    let files = files()?;
    let manifest = project::read("pkg/package.json")?;
    missing(&project::json("pkg/package.json")?, &files)?;
    for file in &files {
        copy(&pkg.join(file), &staged.join(file))?;
    }
    // The project has one licence, and npm takes it only from the package's own folder.
    copy(&project::root().join("LICENSE"), &staged.join("LICENSE"))?;
    let written = staged.join("package.json");
    fs::write(&written, versioned(&manifest, &version)?).with_context(|| shown(&written))?;
    process::step(
        npm::npm()
            .current_dir(&staged)
            .args(["pack", "--silent", "--ignore-scripts", "--pack-destination"])
            .arg(&folder),
    )?;
    path()
}

/// The files of the package, below `pkg`, as npm resolves `files` of the manifest.
fn files() -> Done<Vec<String>> {
    let printed = process::output(npm::npm().args([
        "pack",
        "./pkg",
        "--dry-run",
        "--json",
        "--silent",
        "--ignore-scripts",
    ]))?;
    let packed: Value = serde_json::from_str(&printed)
        .context("`npm pack --json` printed something else than JSON")?;
    let files = packed[0]["files"].as_array().into_iter().flatten();
    Ok(files
        .filter_map(|file| Some(file["path"].as_str()?.to_owned()))
        .collect())
}

/// Fails where the manifest names a file that is not packed: one that was not built, or that `files`
/// does not list.
fn missing(manifest: &Value, files: &[String]) -> Done {
    let mut named = Vec::new();
    for field in ["main", "module", "types", "bin", "exports"] {
        collect(&manifest[field], &mut named);
    }
    for name in named {
        let path = name.trim_start_matches("./");
        // Files that match a pattern are only known by importing them.
        if !path.contains('*') && !files.iter().any(|file| file == path) {
            bail!(
                "`pkg/package.json` names `{path}`, which is not packed: build it with `cargo xtask \
                 build`, or list it in `files`"
            );
        }
    }
    Ok(())
}

/// All texts in a value, which in those fields are paths.
fn collect<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(values) => values.iter().for_each(|value| collect(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, into)),
        _ => {}
    }
}

/// The manifest with the version in it. Done in the text, because the order of the fields in `exports`
/// has a meaning.
fn versioned(manifest: &str, version: &str) -> Done<String> {
    let placeholder = format!("\"version\": \"{}\"", release::NPM);
    if manifest.matches(&placeholder).count() != 1 {
        bail!("`pkg/package.json` must have the line {placeholder} once");
    }
    Ok(manifest.replace(&placeholder, &format!("\"version\": \"{version}\"")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_version_is_written_in_once() {
        let manifest = r#"{ "version": "0.0.0", "exports": { "b": 1, "a": 2 } }"#;
        assert_eq!(
            versioned(manifest, "1.2.3").ok(),
            Some(manifest.replace("0.0.0", "1.2.3"))
        );
        assert!(versioned(r#"{ "version": "1.0.0" }"#, "1.2.3").is_err());
    }

    #[test]
    fn what_the_manifest_names_is_packed() {
        let manifest = json!({
            "exports": {
                ".": { "types": "./lib/a.d.ts", "default": "./lib/a.js" },
                "./data/*": "./data/*",
                "./none": null,
            },
            "bin": { "a": "./lib/a.js" },
        });
        let files = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            missing(&manifest, &files(&["lib/a.js", "lib/a.d.ts"])).ok(),
            Some(())
        );
        let failure = missing(&manifest, &files(&["lib/a.js"])).expect_err("no types");
        assert!(failure.to_string().contains("`lib/a.d.ts`"), "{failure}");
    }
}
