//! `cargo xtask conformance`: compares the engine's answers with vectors.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ::conformance::{SUITES, Suite, Tally};
use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};

use crate::{
    engine::{self, Engine, Target},
    failure::Done,
    packaging, project,
};

/// Where the vector files of the suites are.
const VECTORS: &str = "tests/vectors";

#[derive(Debug, clap::Args)]
pub(crate) struct Request {
    /// A suite, then files. A file without a suite belongs to the suite of its folder; without files, those of the
    /// suite in tests/vectors; without both, all suites
    #[arg(value_name = "SUITE|FILE.jsonl")]
    words: Vec<PathBuf>,
    /// native, node, or a target of `packaging`
    #[arg(long, default_value = "native", value_parser = Target::named)]
    target: Target,
    /// Asks the engine that was built last
    #[arg(long)]
    no_build: bool,
    /// Prints every failed line instead of the first five of each suite
    #[arg(long)]
    all: bool,
    /// Prints one JSON object for each failed line and each suite
    #[arg(long)]
    json: bool,
}

impl Request {
    /// The suite, if the first word names one, and the files.
    fn suite_and_files(&self) -> (Option<String>, &[PathBuf]) {
        match self.words.split_first() {
            Some((first, files)) if first.extension() != Some("jsonl".as_ref()) => {
                (Some(first.display().to_string()), files)
            }
            _ => (None, &self.words),
        }
    }
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
    if !request.no_build {
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
    bail!(failed.join("; "))
}

/// Reads the files of every requested suite.
fn works(request: &Request) -> Done<Vec<Work>> {
    let (name, files) = request.suite_and_files();
    let suites: Vec<&Suite> = match &name {
        Some(name) => vec![suite(name)?],
        None => SUITES.iter().collect(),
    };
    let mut works = Vec::new();
    for suite in suites {
        let mut of_suite = Vec::new();
        for file in files {
            if name.is_some() || suite_of(file)?.name == suite.name {
                of_suite.push(file.clone());
            }
        }
        if files.is_empty() {
            let vectors = project::root().join(VECTORS);
            of_suite.extend(suite.files.iter().map(|file| vectors.join(file)));
        }
        let files = of_suite.iter().map(|file| Ok((shown(file), read(file)?)));
        let files: Vec<(String, String)> = files.collect::<Done<_>>()?;
        if !files.is_empty() {
            works.push(Work { suite, files });
        }
    }
    Ok(works)
}

/// The suite of a file that is given without one.
fn suite_of(file: &Path) -> Done<&'static Suite> {
    Suite::of(&slashed(file)).ok_or_else(|| {
        let file = file.display();
        anyhow!("`{file}` is in no folder of a suite: name the suite before it")
    })
}

/// A path with `/` between folders.
fn slashed(file: &Path) -> String {
    file.display().to_string().replace('\\', "/")
}

fn suite(name: &str) -> Done<&'static Suite> {
    Suite::named(name).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        anyhow!("there is no suite `{name}`; there are {}", names.join(", "))
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

/// Reads a vector file. Rejects an empty file, because it would pass with any engine.
fn read(file: &Path) -> Done<String> {
    let text =
        fs::read_to_string(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
    if text.trim().is_empty() {
        bail!("`{}` has no line", file.display());
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

    fn request(words: &[&str]) -> Request {
        Request {
            words: words.iter().map(PathBuf::from).collect(),
            target: Target::Native,
            no_build: false,
            all: false,
            json: false,
        }
    }

    /// The suites with the files of each, for words; files are below the vectors.
    fn found(words: &[&str]) -> Vec<(&'static str, Vec<String>)> {
        let vectors = project::root().join(VECTORS);
        let mut request = request(words);
        for word in &mut request.words {
            if word.extension().is_some() {
                *word = vectors.join(&*word);
            }
        }
        let compared = super::works(&request).expect("the vectors");
        let names = compared.into_iter().map(|work| {
            let files = work.files.into_iter().map(|(name, _)| name);
            (work.suite.name, files.collect())
        });
        names.collect()
    }

    #[track_caller]
    fn refuse(words: &[&str], expected: &str) {
        let failure = run(&request(words)).expect_err("refused");
        assert!(failure.to_string().contains(expected), "{failure}");
    }

    #[test]
    fn wrong_names_are_refused_before_anything_is_built() {
        refuse(&["placment", "a.jsonl"], "there is no suite `placment`");
        refuse(&["placement", "no-such.jsonl"], "cannot be read");
        refuse(&["no-such-folder/a.jsonl"], "is in no folder of a suite");
    }

    #[test]
    fn without_names_all_files_of_all_suites_are_compared() {
        assert_eq!(found(&[]).len(), SUITES.len());
        let files = ["edge", "random", "restart"];
        let files = files.map(|name| format!("{VECTORS}/vm/{name}.jsonl"));
        assert_eq!(found(&["vm"]), [("vm", files.to_vec())]);
    }

    #[test]
    fn files_without_a_suite_find_theirs() {
        let expected = [
            ("quotaStatus", "quota/quota-status.jsonl"),
            ("vm", "vm/edge.jsonl"),
            ("vmLimits", "vm/limits.jsonl"),
        ];
        let expected = expected.map(|(suite, file)| (suite, vec![format!("{VECTORS}/{file}")]));
        assert_eq!(
            found(&[
                "vm/edge.jsonl",
                "quota/quota-status.jsonl",
                "vm/limits.jsonl"
            ]),
            expected
        );
        let quota = ("quota", vec![format!("{VECTORS}/quota/edge.jsonl")]);
        assert_eq!(found(&["capacity", "quota/edge.jsonl"]), [quota]);
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
