//! The suites there are.

use serde_json::Value;

use crate::{Verdict, capacity, limit, placement, quantities, quota, spread, vm};

/// One suite: how a line is asked, and how the answer is compared.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The name by which the suite is run.
    pub name: &'static str,
    /// Its files below `tests/vectors`, with `/` between folders.
    pub files: &'static [&'static str],
    /// The request that an engine is given for a line: JSON on one line.
    pub request: fn(line: &str) -> Result<String, serde_json::Error>,
    /// Holds the engine's answer, a JSON text, against a line.
    pub compare: fn(line: &str, answer: &str) -> Result<Verdict, serde_json::Error>,
}

/// All suites, by name.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "capacity",
        files: &[
            "capacity/edge.jsonl",
            "capacity/random.jsonl",
            "capacity/seeds.jsonl",
        ],
        request: capacity::request,
        compare: capacity::compare,
    },
    Suite {
        name: "limit",
        files: &["limit/random.jsonl", "limit/seeds.jsonl"],
        request: limit::request,
        compare: limit::compare,
    },
    Suite {
        name: "placement",
        files: &["placement/probes.jsonl", "placement/random.jsonl"],
        request: |line| placement::input(line)?.request(),
        compare: placement::compare,
    },
    Suite {
        name: "quantities",
        files: &["placement/quantities.jsonl"],
        request: quantities::request,
        compare: quantities::compare,
    },
    Suite {
        name: "quotaEvents",
        files: &["capacity/quota-events.jsonl"],
        request: quota::events_request,
        compare: quota::compare_events,
    },
    Suite {
        name: "quotaStatus",
        files: &["capacity/quota-status.jsonl"],
        request: quota::status_request,
        compare: quota::compare_status,
    },
    Suite {
        name: "spread",
        files: &["spread/random.jsonl", "spread/seeds.jsonl"],
        request: |line| spread::input(line)?.request(),
        compare: spread::compare,
    },
    Suite {
        name: "vm",
        files: &["vm/edge.jsonl", "vm/random.jsonl"],
        request: vm::events_request,
        compare: vm::compare_events,
    },
    Suite {
        name: "vmLimits",
        files: &["vm/limits.jsonl"],
        request: vm::limits_request,
        compare: vm::compare_limits,
    },
];

impl Suite {
    /// The suite of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SUITES.iter().find(|suite| suite.name == name)
    }

    /// The suite that a file below `tests/vectors` belongs to; `file` has `/` between folders.
    pub fn of(file: &str) -> Option<&'static Self> {
        SUITES.iter().find(|suite| suite.files.contains(&file))
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
}
