//! `cargo xtask mutants`: breaks the engines in small ways, one at a time, and counts what their tests notice.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{
    failure::{Done, Failure},
    process, programs, project,
    table::table,
};

/// A crate that is broken, and the native tests that must notice.
struct Subject {
    name: &'static str,
    tests: &'static [&'static str],
    /// Tests of those that are about something else, by their whole names.
    skipped: &'static [&'static str],
}

/// The engines, and what they count with.
const SUBJECTS: [Subject; 6] = [
    Subject {
        name: "placement",
        tests: &["placement", "spread", "conformance"],
        skipped: &["pods", "quantities", "quota", "scores", "vm", "vm_limits"],
    },
    Subject {
        name: "pods",
        tests: &["pods", "quota", "conformance"],
        skipped: &[
            WHATIF,
            "placement",
            "quantities",
            "spread",
            "vm",
            "vm_limits",
        ],
    },
    Subject {
        name: "quota",
        tests: &["quota", "conformance"],
        skipped: &[
            WHATIF,
            "placement",
            "pods",
            "quantities",
            "scores",
            "spread",
            "vm",
            "vm_limits",
        ],
    },
    Subject {
        name: "vm",
        tests: &["vm", "conformance"],
        skipped: &[
            "placement",
            "pods",
            "quantities",
            "quota",
            "scores",
            "spread",
        ],
    },
    Subject {
        name: "quantity",
        tests: &["quantities", "conformance"],
        skipped: &["quota", "scores", "spread", "vm"],
    },
    Subject {
        name: "time",
        tests: &["placement", "vm", "conformance"],
        skipped: &["pods", "quantities", "quota", "scores", "vm_limits"],
    },
];

/// It decides the same sets of pods as other tests, some thousand times.
const WHATIF: &str = "change::as_small_as_any_and_as_the_twin_decides";

/// Cases of a property test that does not fix their number, in the first pass: an eighth. What is missed then is tried
/// again with all.
const CASES: &str = "32";

/// Seconds after which tests count as ones without an end.
const LONGEST: &str = "300";

/// The share of the mutants that build which the tests must notice, in percent.
const GOAL: usize = 95;

/// Which mutants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The crates, without `schedscope-`; empty: all.
    pub(crate) crates: Vec<String>,
    /// About how many of each crate; `None`: all.
    pub(crate) sample: Option<usize>,
    /// Which sample.
    pub(crate) seed: u64,
}

/// What became of mutants.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    caught: usize,
    missed: Vec<String>,
    timeout: usize,
    unviable: usize,
}

/// Tests the mutants of the crates, and fails if too few are noticed. What must not be broken, with the reasons, is in
/// `.cargo/mutants.toml`.
pub(crate) fn run(request: &Request) -> Done {
    let subjects = chosen(&request.crates)?;
    let program = programs::cargo_mutants()?;
    let mut all = Count::default();
    let mut rows = Vec::new();
    for subject in subjects {
        let count = test(&program, subject, request)?;
        rows.push(count.cells(subject.name));
        all.add(count);
    }
    rows.push(all.cells("all"));
    let head = [
        "crate",
        "caught",
        "missed",
        "no end",
        "do not build",
        "of 100",
    ];
    print!("\n{}", table(&head, &rows));
    for missed in &all.missed {
        println!("missed: {missed}");
    }
    if all.share() < GOAL {
        return Err(Failure::new(format!(
            "the tests notice {} of 100 mutants, and must notice {GOAL}",
            all.share()
        )));
    }
    Ok(())
}

fn chosen(names: &[String]) -> Done<Vec<&'static Subject>> {
    if names.is_empty() {
        return Ok(SUBJECTS.iter().collect());
    }
    let find = |name: &String| {
        let found = SUBJECTS.iter().find(|subject| subject.name == *name);
        found.ok_or_else(|| {
            let names = SUBJECTS.map(|subject| subject.name).join(", ");
            Failure::new(format!("`{name}` is not broken; there are {names}"))
        })
    };
    names.iter().map(find).collect()
}

/// Tests the mutants of a crate, or a sample of them: with few cases, then those that were missed with all.
fn test(program: &Path, subject: &Subject, request: &Request) -> Done<Count> {
    let krate = format!("schedscope-{}", subject.name);
    let folder = project::target()?.join("mutants");
    let tree = copy(&folder.join("tree"))?;
    let output = folder.join(subject.name);
    let _ = fs::remove_dir_all(&output);
    fs::create_dir_all(&output).map_err(Failure::of("the folder of the results"))?;
    let prepared = |program: &Path| {
        let mut command = Command::new(program);
        command.current_dir(&tree);
        // A folder of its own, in which everything but the change is built already.
        command.env("CARGO_TARGET_DIR", folder.join("build"));
        command.env("CARGO_INCREMENTAL", "1");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("PROPTEST_MAX_SHRINK_ITERS", "0");
        if cfg!(unix) {
            // The harness's own variable for options that may change. The compiler must not see it.
            let host = project::host()?.to_uppercase().replace('-', "_");
            command.env(
                format!("CARGO_TARGET_{host}_RUNNER"),
                "env RUSTC_BOOTSTRAP=1",
            );
        }
        Ok::<_, Failure>(command)
    };
    let mutants = || {
        let mut command = prepared(program)?;
        command.args(["mutants", "--package", &krate, "--no-times"]);
        command.args(["--colors", "never", "--in-place"]);
        Ok::<_, Failure>(command)
    };
    let listed = process::output(mutants()?.arg("--list"))?.lines().count();
    let shards = listed / request.sample.unwrap_or(listed).max(1);

    // cargo-mutants would try the unchanged crate without the tests of the other package.
    let mut unchanged = prepared(Path::new("cargo"))?;
    unchanged.args(["test", "--quiet", "--package", &krate]);
    unchanged.args(["--package", "schedscope-tests", "--lib"]);
    for test in subject.tests {
        unchanged.args(["--test", test]);
    }
    unchanged.arg("--").args(subject.harness());
    process::step(unchanged.env("PROPTEST_CASES", CASES))?;

    let tested = |command: &mut Command| {
        command.arg("--output").arg(&output);
        let packages = format!("{krate},schedscope-tests");
        command.args(["--test-package", &packages, "--baseline", "skip"]);
        command.args(["--timeout", LONGEST, "--build-timeout", "3600"]);
        command.arg("--cargo-arg=--lib");
        let tests = subject.tests.iter();
        command.args(tests.map(|test| format!("--cargo-arg=--test={test}")));
        command.args(["--", "--"]).args(subject.harness());
        let ended = process::step(command);
        let results = output.join("mutants.out/outcomes.json");
        let Ok(results) = fs::read_to_string(results) else {
            return ended.map(|()| Count::default());
        };
        let results =
            serde_json::from_str(&results).map_err(Failure::of("the results of mutants"))?;
        Ok(Count::of(&results))
    };
    eprintln!(
        "mutants: {} of the {listed} of {krate}",
        listed.div_ceil(shards.max(1))
    );
    let mut command = mutants()?;
    if shards > 1 {
        let shard = format!("{}/{shards}", request.seed % shards as u64);
        command.args(["--shard", &shard, "--sharding", "round-robin"]);
    }
    let mut count = tested(command.env("PROPTEST_CASES", CASES))?;
    let missed = std::mem::take(&mut count.missed);
    if !missed.is_empty() {
        let mut command = mutants()?;
        for name in missed {
            command.arg("--re").arg(format!("^{}$", escaped(&name)));
        }
        count.add(tested(&mut command)?);
    }
    Ok(count)
}

impl Subject {
    /// What the test harness is told.
    fn harness(&self) -> Vec<&str> {
        let mut words = vec!["--exact"];
        words.extend(self.skipped.iter().flat_map(|test| ["--skip", test]));
        if cfg!(unix) {
            words.extend(["-Zunstable-options", "--fail-fast"]);
        }
        words
    }
}

/// The project's files in a folder of their own, those untouched that are the same: a change is made there, and what
/// does not depend on it need not be built again.
fn copy(tree: &Path) -> Done<PathBuf> {
    let cannot = || Failure::of(format!("`{}` cannot be written", tree.display()));
    for file in project::files()? {
        let (from, to) = (project::root().join(&file), tree.join(&file));
        let Ok(bytes) = fs::read(&from) else {
            continue;
        };
        if fs::read(&to).is_ok_and(|there| there == bytes) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(tree)).map_err(cannot())?;
        fs::write(&to, bytes).map_err(cannot())?;
    }
    Ok(tree.to_owned())
}

/// A regular expression that is the text.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(char) {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

impl Count {
    /// The counts in the results of cargo-mutants.
    fn of(results: &Value) -> Self {
        let mut count = Self::default();
        for outcome in results["outcomes"].as_array().into_iter().flatten() {
            let mutant = &outcome["scenario"]["Mutant"]["name"];
            match (mutant.as_str(), outcome["summary"].as_str()) {
                (Some(_), Some("CaughtMutant")) => count.caught += 1,
                (Some(name), Some("MissedMutant")) => count.missed.push(name.to_owned()),
                (Some(_), Some("Timeout")) => count.timeout += 1,
                (Some(_), Some("Unviable")) => count.unviable += 1,
                _ => {}
            }
        }
        count
    }

    fn add(&mut self, other: Self) {
        self.caught += other.caught;
        self.missed.extend(other.missed);
        self.timeout += other.timeout;
        self.unviable += other.unviable;
    }

    /// How many of 100 mutants that build are noticed; 100 where there is none.
    fn share(&self) -> usize {
        let noticed = self.caught + self.timeout;
        (100 * noticed)
            .checked_div(noticed + self.missed.len())
            .unwrap_or(100)
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let counts = [
            self.caught,
            self.missed.len(),
            self.timeout,
            self.unviable,
            self.share(),
        ];
        let counts = counts.iter().map(ToString::to_string);
        std::iter::once(name.to_owned()).chain(counts).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn outcomes_are_counted() {
        let of = |name: &str, summary: &str| json!({"scenario": {"Mutant": {"name": name}}, "summary": summary});
        let results = json!({"outcomes": [
            {"scenario": "Baseline", "summary": "Success"},
            of("a", "CaughtMutant"), of("b", "MissedMutant"), of("c", "Timeout"), of("d", "Unviable"),
        ]});
        let count = Count::of(&results);
        assert_eq!(count.cells("vm"), ["vm", "1", "1", "1", "1", "66"]);
        assert_eq!(count.missed, ["b"]);
        assert_eq!(Count::default().share(), 100);
    }

    #[test]
    fn subjects_are_chosen_by_name() {
        assert_eq!(chosen(&[]).map(|all| all.len()), Ok(SUBJECTS.len()));
        let failure = chosen(&["reader".to_owned()])
            .err()
            .expect("refused")
            .to_string();
        assert!(failure.contains("there are placement, pods"), "{failure}");
    }

    #[test]
    fn names_are_no_patterns() {
        assert_eq!(
            escaped("a.rs:1:2: replace > with >="),
            r"a\.rs:1:2: replace > with >="
        );
    }

    #[test]
    fn every_test_is_one_of_the_tests() {
        let manifest = project::read("tests/Cargo.toml").expect("the tests");
        for test in SUBJECTS.iter().flat_map(|subject| subject.tests) {
            assert!(manifest.contains(&format!("name = \"{test}\"")), "{test}");
        }
    }
}
