//! The suites there are.

use serde_json::Value;

use crate::{Verdict, placement, pods, quantities, quota, quota_events, scores, spread, vm};

/// One suite: how to make a request of a line, and how to compare the answer.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The name by which the suite is run and printed.
    pub name: &'static str,
    /// Former names of the suite. They are accepted and never printed.
    pub aliases: &'static [&'static str],
    /// Its files below `tests/vectors`, with `/` between folders.
    pub files: &'static [&'static str],
    /// The request that an engine is given for a line: JSON on one line.
    pub request: fn(line: &str) -> Result<String, serde_json::Error>,
    /// Holds the engine's answer, a JSON text, against a line.
    pub compare: fn(line: &str, answer: &str) -> Result<Verdict, serde_json::Error>,
}

/// All suites, by name. A further file of vectors needs a line in `files` of its suite.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "placement",
        aliases: &[],
        files: &[
            "placement/cel-cost.jsonl",
            "placement/probes.jsonl",
            "placement/random.jsonl",
        ],
        request: |line| placement::input(line)?.request(),
        compare: placement::compare,
    },
    Suite {
        name: "pods",
        aliases: &["limit"],
        files: &["pods/random.jsonl", "pods/seeds.jsonl"],
        request: pods::request,
        compare: pods::compare,
    },
    Suite {
        name: "quantities",
        aliases: &[],
        files: &["placement/quantities.jsonl"],
        request: quantities::request,
        compare: quantities::compare,
    },
    Suite {
        name: "quota",
        aliases: &["capacity"],
        files: &[
            "quota/edge.jsonl",
            "quota/filters.jsonl",
            "quota/random.jsonl",
            "quota/seeds.jsonl",
            "quota/starttimes.jsonl",
            "quota/ties.jsonl",
            "quota/volumes-probes.jsonl",
            "quota/volumes.jsonl",
        ],
        request: quota::request,
        compare: quota::compare,
    },
    Suite {
        name: "quotaEvents",
        aliases: &[],
        files: &["quota/quota-events.jsonl"],
        request: quota_events::events_request,
        compare: quota_events::compare_events,
    },
    Suite {
        name: "quotaStatus",
        aliases: &[],
        files: &["quota/quota-status.jsonl"],
        request: quota_events::status_request,
        compare: quota_events::compare_status,
    },
    Suite {
        name: "scores",
        aliases: &[],
        files: &["pods/default-scores.jsonl", "pods/k136.jsonl"],
        request: scores::request,
        compare: scores::compare,
    },
    Suite {
        name: "spread",
        aliases: &[],
        files: &["spread/random.jsonl", "spread/seeds.jsonl"],
        request: |line| spread::input(line)?.request(),
        compare: spread::compare,
    },
    Suite {
        name: "vm",
        aliases: &[],
        files: &["vm/edge.jsonl", "vm/random.jsonl", "vm/restart.jsonl"],
        request: vm::events_request,
        compare: vm::compare_events,
    },
    Suite {
        name: "vmLimits",
        aliases: &[],
        files: &["vm/limits.jsonl"],
        request: vm::limits_request,
        compare: vm::compare_limits,
    },
];

impl Suite {
    /// The suite of that name or alias.
    pub fn named(name: &str) -> Option<&'static Self> {
        SUITES
            .iter()
            .find(|suite| suite.name == name || suite.aliases.contains(&name))
    }

    /// The suite of a vector file. Only its folder and its name count, separated by `/`. A file that no suite lists
    /// belongs to the suite whose name or alias is that of its folder.
    pub fn of(path: &str) -> Option<&'static Self> {
        let (folders, file) = path.rsplit_once('/')?;
        let folder = folders.rsplit('/').next()?;
        let folder_suite = Self::named(folder)?;
        let listed = format!("{}/{file}", folder_suite.name);
        let exact = SUITES
            .iter()
            .find(|suite| suite.files.contains(&listed.as_str()));
        Some(exact.unwrap_or(folder_suite))
    }
}

/// How a line calls itself, for people: its `name`, `id` or `q`; nothing where it has none.
pub(crate) fn label(line: &str) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str(line) else {
        return String::new();
    };
    ["name", "id", "q"]
        .iter()
        .find_map(|key| fields.get(*key)?.as_str())
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(label(line), expected);
    }

    #[test]
    fn lines_name_themselves() {
        check(r#"{"source": "x", "name": "random/1"}"#, "random/1");
        check(r#"{"id": "vm-3"}"#, "vm-3");
        check(r#"{"q": "500m"}"#, "500m");
        check("{}", "");
        check("no JSON", "");
    }

    #[test]
    fn no_file_is_in_two_suites() {
        let files: Vec<&str> = SUITES
            .iter()
            .flat_map(|suite| suite.files)
            .copied()
            .collect();
        let mut once = files.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), files.len());
    }

    /// An alias that is a name, or that two suites have, would hide a suite.
    #[test]
    fn no_alias_is_a_name() {
        let names = SUITES.iter().map(|suite| suite.name);
        let aliases = SUITES.iter().flat_map(|suite| suite.aliases).copied();
        let all: Vec<&str> = names.chain(aliases).collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len(), "{all:?}");
    }

    #[test]
    fn names_and_aliases_find_their_suite() {
        let name = |given: &str| Suite::named(given).map(|suite| suite.name);
        for suite in SUITES {
            assert_eq!(name(suite.name), Some(suite.name));
        }
        assert_eq!(name("capacity"), Some("quota"));
        assert_eq!(name("limit"), Some("pods"));
        assert_eq!(name("limits"), None);
    }

    #[test]
    fn a_path_finds_its_suite() {
        let name = |path: &str| Suite::of(path).map(|suite| suite.name);
        for suite in SUITES {
            for file in suite.files {
                assert_eq!(name(file), Some(suite.name), "{file}");
                let elsewhere = format!("/somewhere/vectors/{file}");
                assert_eq!(name(&elsewhere), Some(suite.name), "{elsewhere}");
            }
        }
        for (path, suite) in [
            ("vectors/capacity/random.jsonl", Some("quota")),
            ("capacity/quota-events.jsonl", Some("quotaEvents")),
            ("./capacity/new.jsonl", Some("quota")),
            ("limit/seeds.jsonl", Some("pods")),
            ("vm/new.jsonl", Some("vm")),
            ("unknown/seeds.jsonl", None),
            ("seeds.jsonl", None),
        ] {
            assert_eq!(name(path), suite, "{path}");
        }
    }
}
