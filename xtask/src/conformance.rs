//! `cargo xtask conformance`: compares the engine's answers with vectors.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ::conformance::{SUITES, Suite, Tally};
use serde_json::{Value, json};

use crate::{
    engine::{self, Engine, Target},
    failure::{Done, Failure},
    packaging, project,
};

/// Where the vector files of the suites are.
const VECTORS: &str = "tests/vectors";

/// What to compare, and how to print it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// A suite; `None` stands for all suites.
    pub(crate) suite: Option<String>,
    /// Files of the suite, or without a suite, of the suites that their paths name; none stands for
    /// the files in `tests/vectors`.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) target: Target,
    /// Build the engine first; otherwise use what was built last.
    pub(crate) build: bool,
    /// Print every failed line, and not only the first five of each suite.
    pub(crate) all: bool,
    /// Print one JSON object for each failed line and for each suite.
    pub(crate) json: bool,
}

/// The vector files of one suite.
struct Work {
    suite: &'static Suite,
    /// The name of each file as it is printed, and its text.
    files: Vec<(String, String)>,
}

/// Compares, and prints the result of each suite; fails if a line fails.
pub(crate) fn run(request: &Request) -> Done {
    let works = works(request)?;
    let target = request.target;
    if request.build {
        engine::build(target)?;
    }
    let mut failed = Vec::new();
    for work in &works {
        let tally = compare(work, request)?;
        let name = work.suite.name;
        if request.json {
            for line in lines(name, target.name(), &tally) {
                println!("{line}");
            }
        } else {
            if works.len() > 1 {
                println!("conformance: {name} on {}", target.name());
            }
            if request.all {
                println!("{tally:#}");
            } else {
                println!("{tally}");
            }
        }
        if tally.failed > 0 {
            failed.push(format!(
                "{} of {} lines of the suite {name} fail on the target {}",
                tally.failed,
                tally.lines(),
                target.name()
            ));
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::new(failed.join("; ")))
}

/// Compares all suites with their files in `tests/vectors`.
pub(crate) fn run_all(target: Target, build: bool) -> Done {
    run(&Request {
        suite: None,
        files: Vec::new(),
        target,
        build,
        all: false,
        json: false,
    })
}

/// Reads the files of every suite that is asked for.
fn works(request: &Request) -> Done<Vec<Work>> {
    let suites: Vec<&Suite> = match &request.suite {
        Some(name) => vec![suite(name)?],
        None => SUITES.iter().collect(),
    };
    let mut works = Vec::new();
    for suite in suites {
        let files = files_of(suite, request)?;
        let files = files.iter().map(|file| Ok((shown(file), read(file)?)));
        let files: Vec<(String, String)> = files.collect::<Done<_>>()?;
        if !files.is_empty() {
            works.push(Work { suite, files });
        }
    }
    Ok(works)
}

/// The files of a suite that are asked for.
fn files_of(suite: &Suite, request: &Request) -> Done<Vec<PathBuf>> {
    if request.files.is_empty() {
        let vectors = project::root().join(VECTORS);
        return Ok(suite.files.iter().map(|file| vectors.join(file)).collect());
    }
    let mut files = Vec::new();
    for file in &request.files {
        if request.suite.is_some() || suite_of(file)?.name == suite.name {
            files.push(moved(file));
        }
    }
    Ok(files)
}

/// The suite of a file that is given without one.
fn suite_of(file: &Path) -> Done<&'static Suite> {
    Suite::of(&slashed(file)).ok_or_else(|| {
        let file = file.display();
        Failure::new(format!(
            "`{file}` is in no folder of a suite: name the suite before it"
        ))
    })
}

/// A file of `tests/vectors` that is named by the folder in which it was before its suite had its
/// present name, at its present place; every other file as it is.
fn moved(file: &Path) -> PathBuf {
    let present = || {
        let folder = file.parent()?;
        let suite = Suite::named(folder.file_name()?.to_str()?)?;
        let present = folder.with_file_name(suite.name).join(file.file_name()?);
        (!file.exists() && present.exists()).then_some(present)
    };
    present().unwrap_or_else(|| file.to_owned())
}

/// A path with `/` between folders.
fn slashed(file: &Path) -> String {
    file.display().to_string().replace('\\', "/")
}

fn suite(name: &str) -> Done<&'static Suite> {
    Suite::named(name).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        Failure::new(format!(
            "there is no suite `{name}`; there are {}",
            names.join(", ")
        ))
    })
}

fn compare(work: &Work, request: &Request) -> Done<Tally> {
    let suite = work.suite;
    let mut tally = if request.all {
        Tally::keeping(usize::MAX)
    } else {
        Tally::new()
    };
    let mut put = |answer: &mut dyn FnMut(&str) -> Result<String, String>| {
        for (file, text) in &work.files {
            tally.run(suite, file, text, &mut *answer);
        }
    };
    if let Target::Installed(target) = request.target {
        let mut driver = packaging::driver(target)?;
        put(&mut |request| driver.answer(suite.name, request));
        driver.finish()?;
    } else {
        let mut engine = Engine::of(request.target, suite.name)?;
        put(&mut |request| engine.answer(request));
    }
    Ok(tally)
}

/// What `--json` prints of a suite: its kept failures, and last the counts.
fn lines(suite: &str, target: &str, tally: &Tally) -> Vec<Value> {
    let failures = tally.failures.iter().map(|failure| {
        json!({
            "suite": suite,
            "target": target,
            "file": failure.file,
            "line": failure.line,
            "label": failure.label,
            "differences": failure.differences,
        })
    });
    let skipped = tally.skipped.iter();
    let skipped = skipped.map(|(reason, lines)| json!({ "reason": reason, "lines": lines }));
    let counts = json!({
        "suite": suite,
        "target": target,
        "passed": tally.passed,
        "failed": tally.failed,
        "skipped": skipped.collect::<Vec<_>>(),
    });
    failures.chain([counts]).collect()
}

/// Reads a vector file; a file without a line would pass whatever the engine answers.
fn read(file: &Path) -> Done<String> {
    let text = fs::read_to_string(file)
        .map_err(Failure::of(format!("`{}` cannot be read", file.display())))?;
    if text.trim().is_empty() {
        return Err(Failure::new(format!("`{}` has no line", file.display())));
    }
    Ok(text)
}

/// The name of a file as it is printed: files of the project without the project's folder.
fn shown(file: &Path) -> String {
    let below = file.strip_prefix(project::root()).unwrap_or(file);
    below.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(suite: Option<&str>, files: &[&str]) -> Request {
        Request {
            suite: suite.map(str::to_owned),
            files: files.iter().map(PathBuf::from).collect(),
            target: Target::Native,
            build: true,
            all: false,
            json: false,
        }
    }

    #[track_caller]
    fn refuse(suite: &str, file: &str, expected: &str) {
        let failure = run(&request(Some(suite), &[file])).expect_err("refused");
        assert!(failure.to_string().contains(expected), "{failure}");
    }

    #[test]
    fn wrong_names_are_refused_before_anything_is_built() {
        refuse("placment", "Cargo.toml", "there is no suite `placment`");
        refuse("placement", "no-such.jsonl", "cannot be read");
        let unknown = request(None, &["no-such-folder/a.jsonl"]);
        let failure = run(&unknown).expect_err("refused").to_string();
        assert!(failure.contains("is in no folder of a suite"), "{failure}");
    }

    #[test]
    fn without_names_all_files_of_all_suites_are_compared() {
        let all = works(&request(None, &[])).expect("the vectors");
        assert_eq!(all.len(), SUITES.len());
        let one = works(&request(Some("vm"), &[])).expect("the vectors");
        let names: Vec<&str> = one[0].files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "tests/vectors/vm/edge.jsonl",
                "tests/vectors/vm/random.jsonl",
                "tests/vectors/vm/restart.jsonl"
            ]
        );
    }

    /// The suites with the files of each, for a request.
    fn found(suite: Option<&str>, files: &[&str]) -> Vec<(&'static str, Vec<String>)> {
        let vectors = project::root().join(VECTORS);
        let files: Vec<PathBuf> = files.iter().map(|file| vectors.join(file)).collect();
        let request = Request {
            files,
            ..request(suite, &[])
        };
        let works = works(&request).expect("the vectors");
        let names = works.into_iter().map(|work| {
            let files = work.files.into_iter().map(|(name, _)| name);
            (work.suite.name, files.collect())
        });
        names.collect()
    }

    #[test]
    fn files_without_a_suite_find_theirs() {
        let found = found(
            None,
            &[
                "vm/edge.jsonl",
                "quota/quota-status.jsonl",
                "vm/limits.jsonl",
            ],
        );
        let expected = [
            ("quotaStatus", "quota/quota-status.jsonl"),
            ("vm", "vm/edge.jsonl"),
            ("vmLimits", "vm/limits.jsonl"),
        ];
        let expected = expected.map(|(suite, file)| (suite, vec![format!("{VECTORS}/{file}")]));
        assert_eq!(found, expected);
    }

    /// Printed are the present names.
    #[test]
    fn former_names_of_suites_and_folders_are_accepted() {
        let quota = ("quota", vec![format!("{VECTORS}/quota/edge.jsonl")]);
        let pods = ("pods", vec![format!("{VECTORS}/pods/seeds.jsonl")]);
        let with_suite = found(Some("capacity"), &["capacity/edge.jsonl"]);
        assert_eq!(with_suite, std::slice::from_ref(&quota));
        let without = found(None, &["capacity/edge.jsonl", "limit/seeds.jsonl"]);
        assert_eq!(without, [pods, quota]);
    }

    #[test]
    fn programs_get_an_object_for_each_failed_line_and_for_the_suite() {
        let suite = suite("quantities").expect("a suite");
        let mut tally = Tally::new();
        tally.run(suite, "q.jsonl", "not JSON\nnor this\n", |_| unreachable!());
        let lines = lines("quantities", "native", &tally);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1]["file"], "q.jsonl");
        assert_eq!(lines[1]["line"], 2);
        assert_eq!(lines[1]["differences"][0]["path"], "the line");
        assert_eq!(
            lines[2],
            json!({ "suite": "quantities", "target": "native", "passed": 0, "failed": 2, "skipped": [] })
        );
    }
}
