//! One version for everything, in one place.

use serde_json::Value;

use crate::failure::{Done, Failure};

/// What stands for the version in `pkg/package.json`, until the package is staged.
pub(crate) const NPM: &str = "0.0.0";

/// The version of all crates that are published. `metadata` is what `cargo metadata` prints, `npm` the
/// npm package's manifest.
pub(crate) fn agreed(metadata: &Value, npm: &Value) -> Done<String> {
    let crates = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let root = crates.iter().find(|found| found["name"] == "schedscope");
    let version = root
        .and_then(|root| root["version"].as_str())
        .unwrap_or_default();
    let asked = format!("^{version}");
    for package in crates.iter().filter(|package| is_published(package)) {
        if package["version"] != version {
            return Err(Failure::new(format!(
                "the crate {} is at version {} and schedscope at {version}: give it \
                 `version.workspace = true`",
                package["name"], package["version"]
            )));
        }
        let dependencies = package["dependencies"].as_array();
        let of_project = dependencies.into_iter().flatten().filter(|dependency| {
            // What is asked for in no version is for tests alone, and cargo leaves it out.
            dependency["path"].is_string() && dependency["req"] != "*"
        });
        for dependency in of_project {
            if dependency["req"] != asked.as_str() {
                return Err(Failure::new(format!(
                    "{} asks for {} {} and the project is at {version}: write it in \
                     `[workspace.dependencies]` of the root Cargo.toml",
                    package["name"], dependency["name"], dependency["req"]
                )));
            }
        }
    }
    if npm["version"] != NPM {
        return Err(Failure::new(format!(
            "pkg/package.json is at version {}: keep it at {NPM}, the version is written where the \
             package is staged",
            npm["version"]
        )));
    }
    Ok(version.to_owned())
}

/// Whether a crate is for the registry.
pub(crate) fn is_published(package: &Value) -> bool {
    // An empty list of registries means none.
    package["publish"]
        .as_array()
        .is_none_or(|registries| !registries.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::project;

    #[track_caller]
    fn check(text: &str, npm: &str, expected: Result<&str, &str>) {
        let metadata = json!({ "packages": [
            { "name": "schedscope", "version": "1.2.0", "publish": null, "dependencies": [
                { "name": "text", "path": "/text", "req": text },
                { "name": "vectors", "path": "/vectors", "req": "*" },
                { "name": "serde", "req": "^1" },
            ] },
            { "name": "text", "version": "1.2.0", "publish": null, "dependencies": [] },
            { "name": "vectors", "version": "0.0.0", "publish": [], "dependencies": [] },
        ] });
        match (agreed(&metadata, &json!({ "version": npm })), expected) {
            (Ok(version), expected) => assert_eq!(Ok(version.as_str()), expected),
            (Err(failure), Ok(_)) => panic!("{failure}"),
            (Err(failure), Err(part)) => assert!(failure.to_string().contains(part), "{failure}"),
        }
    }

    #[test]
    fn the_version_is_agreed_on() {
        check("^1.2.0", NPM, Ok("1.2.0"));
        check("^1.1.0", NPM, Err("asks for \"text\" \"^1.1.0\""));
        check("^1.2.0", "1.2.0", Err("keep it at 0.0.0"));
        let apart = json!({ "packages": [
            { "name": "schedscope", "version": "1.2.0", "publish": null },
            { "name": "text", "version": "1.1.0", "publish": null },
        ] });
        assert!(agreed(&apart, &json!({ "version": NPM })).is_err());
    }

    #[test]
    fn this_project_has_one_version() {
        assert!(project::version().is_ok_and(|version| !version.is_empty()));
    }
}
