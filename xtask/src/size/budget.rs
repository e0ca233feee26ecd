//! `pkg/budget.json`: what is measured, and how large it may be.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{BUDGET, measure::Sizes};
use crate::failure::{Done, Failure};

/// One line of the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// What it is about, for people.
    pub(crate) what: String,
    files: Files,
    /// Which of the sizes is held.
    pub(crate) measure: Measure,
    /// What that size may be, in bytes.
    pub(crate) limit: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Files {
    /// Each JavaScript file that `exports` in the manifest names, unless another line is about it.
    Exports,
    /// The packed package.
    Tarball,
    /// All files of some patterns together.
    Patterns(Vec<String>),
}

/// How a size is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Raw,
    Brotli,
}

impl Measure {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Brotli => "brotli",
        }
    }
}

impl Budget {
    /// The size that is held.
    pub(crate) fn held(&self, sizes: &Sizes) -> u64 {
        match self.measure {
            Measure::Raw => sizes.raw,
            Measure::Brotli => sizes.brotli,
        }
    }

    /// Whether every file is held on its own.
    pub(crate) fn is_each(&self) -> bool {
        self.files == Files::Exports
    }

    pub(crate) fn is_tarball(&self) -> bool {
        self.files == Files::Tarball
    }

    fn read(line: &Value) -> Option<Self> {
        let files = match &line["files"] {
            Value::String(name) if name == "exports" => Files::Exports,
            Value::String(name) if name == "tarball" => Files::Tarball,
            Value::String(pattern) => Files::Patterns(vec![pattern.clone()]),
            Value::Array(patterns) => {
                let patterns = patterns.iter().map(|it| Some(it.as_str()?.to_owned()));
                Files::Patterns(patterns.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        let (measure, limit) = match (&line["raw"], &line["brotli"]) {
            (limit, Value::Null) => (Measure::Raw, limit),
            (Value::Null, limit) => (Measure::Brotli, limit),
            _ => return None,
        };
        Some(Self {
            what: line["what"].as_str()?.to_owned(),
            files,
            measure,
            limit: limit.as_u64()?,
        })
    }
}

/// The lines of the budget.
pub(crate) fn read(budget: &Value) -> Done<Vec<Budget>> {
    let lines = budget.as_array().filter(|lines| !lines.is_empty());
    let lines = lines.ok_or_else(|| Failure::new(format!("`{BUDGET}` must be a list")))?;
    lines
        .iter()
        .map(|line| {
            Budget::read(line).ok_or_else(|| {
                Failure::new(format!(
                    "`{BUDGET}`: a line needs `what`, `files` and a number of bytes, either `raw` or \
                     `brotli`: {line}"
                ))
            })
        })
        .collect()
}

/// The files of every line; `staged` is the folder of the package. Fails where a line has none.
pub(crate) fn files(lines: &[Budget], staged: &Path, tarball: &Path) -> Done<Vec<Vec<PathBuf>>> {
    let mut found: Vec<Vec<PathBuf>> = Vec::new();
    for line in lines {
        found.push(match &line.files {
            Files::Patterns(patterns) => matching(staged, patterns)?,
            Files::Tarball => vec![tarball.to_owned()],
            Files::Exports => Vec::new(),
        });
    }
    let named: BTreeSet<PathBuf> = found.iter().flatten().cloned().collect();
    let manifest = staged.join("package.json");
    let text = std::fs::read_to_string(&manifest)
        .map_err(Failure::of(format!("`{}`", manifest.display())))?;
    let manifest: Value = serde_json::from_str(&text).map_err(Failure::of("package.json"))?;
    let mut entries = BTreeSet::new();
    scripts(&manifest["exports"], &mut entries);
    let entries = entries.iter().map(|entry| staged.join(entry));
    let entries: Vec<PathBuf> = entries.filter(|entry| !named.contains(entry)).collect();
    for (line, files) in lines.iter().zip(&mut found) {
        if line.is_each() {
            files.clone_from(&entries);
        }
        if files.is_empty() {
            return Err(Failure::new(format!(
                "`{BUDGET}`: there is no file for the line about {}",
                line.what
            )));
        }
    }
    Ok(found)
}

/// The files of all patterns, each of which must have some.
fn matching(folder: &Path, patterns: &[String]) -> Done<Vec<PathBuf>> {
    let mut all = Vec::new();
    for pattern in patterns {
        let whole = folder.join(pattern);
        let found = glob::glob(&whole.to_string_lossy())
            .map_err(Failure::of(format!("`{BUDGET}`: the pattern `{pattern}`")))?;
        let before = all.len();
        for file in found {
            all.push(file.map_err(Failure::of(format!("`{pattern}`")))?);
        }
        if all.len() == before {
            return Err(Failure::new(format!(
                "`{BUDGET}`: there is no file for `{pattern}`"
            )));
        }
    }
    Ok(all)
}

/// The JavaScript files that `exports` names; a pattern in it names none.
fn scripts<'a>(exports: &'a Value, into: &mut BTreeSet<&'a str>) {
    match exports {
        Value::String(path) => {
            let is_script = [".js", ".cjs", ".mjs"]
                .iter()
                .any(|end| path.ends_with(end));
            if is_script && !path.contains('*') {
                into.insert(path.trim_start_matches("./"));
            }
        }
        Value::Object(conditions) => conditions.values().for_each(|value| scripts(value, into)),
        Value::Array(choices) => choices.iter().for_each(|value| scripts(value, into)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::project;

    #[test]
    fn lines_hold_one_size() {
        let line = |line: Value| read(&json!([line]));
        let good = line(json!({ "what": "a", "files": "*.js", "brotli": 10 }));
        let limits = good.map(|lines| {
            lines
                .iter()
                .map(|line| (line.measure, line.limit))
                .collect()
        });
        assert_eq!(limits.ok(), Some(vec![(Measure::Brotli, 10)]));
        assert!(line(json!({ "what": "a", "files": "*.js" })).is_err());
        assert!(line(json!({ "what": "a", "files": "*.js", "raw": 1, "brotli": 1 })).is_err());
        assert!(line(json!({ "files": "*.js", "raw": 1 })).is_err());
        assert!(read(&json!({})).is_err());
    }

    #[test]
    fn entries_are_the_scripts_of_exports() {
        let exports = json!({
            ".": { "types": "./a.d.ts", "node": { "require": "./a.cjs" }, "default": "./a.js" },
            "./words/*": "./words/*.js",
            "./a.wasm": "./a.wasm",
        });
        let mut found = BTreeSet::new();
        scripts(&exports, &mut found);
        assert_eq!(Vec::from_iter(found), ["a.cjs", "a.js"]);
    }

    #[test]
    fn a_line_about_nothing_is_refused() {
        let lines = json!([{ "what": "a", "files": "no-such-*.js", "raw": 1 }]);
        let lines = read(&lines).expect("a budget");
        let pkg = project::root().join("pkg");
        assert!(files(&lines, &pkg, Path::new("a.tgz")).is_err());
        let patterns = [
            "xtask/src/size/*.rs".to_owned(),
            "xtask/src/size.rs".to_owned(),
        ];
        let found = matching(project::root(), &patterns).expect("files");
        assert!(found.contains(&project::root().join("xtask/src/size.rs")));
        assert!(found.contains(&project::root().join("xtask/src/size/budget.rs")));
    }

    #[test]
    fn this_budget_is_understood() {
        assert!(read(&project::json(BUDGET).expect("JSON")).is_ok());
    }
}
