//! `cargo xtask determinism`: the same bytes from native code and from every runtime, for vectors and for generated
//! scenarios.

use std::time::Instant;

use ::conformance::{SUITES, Tally};
use anyhow::bail;

use crate::{
    engine::{self, Engine, Target},
    failure::Done,
    packaging::{self, Driver},
    process, project, table,
};

/// The runtimes that are compared with native code: other engines of JavaScript and WebAssembly.
const RUNTIMES: [&str; 7] = [
    "node", "script", "firefox", "webkit", "deno", "bun", "workerd",
];

#[derive(Debug, Default, clap::Args)]
pub(crate) struct Request {
    /// node, script (Chromium), firefox, webkit, deno, bun, workerd; all that are installed by default
    #[arg(value_parser = RUNTIMES)]
    pub(crate) targets: Vec<String>,
    /// About how many vectors, and how many scenarios; all vectors and 1,000 scenarios by default
    #[arg(long)]
    pub(crate) sample: Option<usize>,
    /// How many scenarios, if not as many as vectors
    #[arg(long)]
    pub(crate) scenarios: Option<usize>,
    /// Compares what was built last
    #[arg(long)]
    pub(crate) no_build: bool,
}

/// The default number of generated scenarios.
const SCENARIOS: usize = 1000;

/// A request with native code's answer.
struct Line {
    suite: &'static str,
    request: String,
    answer: String,
}

/// Compares, and prints a table; fails where a byte differs.
pub(crate) fn run(request: &Request) -> Done {
    let targets: Vec<&str> = if request.targets.is_empty() {
        RUNTIMES.to_vec()
    } else {
        request.targets.iter().map(String::as_str).collect()
    };
    if !request.no_build {
        engine::build(Target::Native)?;
        engine::build(Target::Node)?;
    }
    let lines = lines(request.sample, request.scenarios)?;
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for name in targets {
        eprintln!("determinism: {name}");
        let start = Instant::now();
        let (about, came) = match compare(name, &lines)? {
            Ok((about, None)) => (about, "the same bytes".to_owned()),
            Ok((about, Some(difference))) => {
                failed.push(format!("{name}: {difference}"));
                (about, "OTHER BYTES".to_owned())
            }
            Err(absent) => (absent, "absent".to_owned()),
        };
        let took = format!("{:.1} s", start.elapsed().as_secs_f64());
        rows.push(vec![
            name.to_owned(),
            about,
            lines.len().to_string(),
            came,
            took,
        ]);
    }
    print!(
        "{}",
        table::table(&["runtime", "", "answers", "", "time"], &rows)
    );
    if failed.is_empty() {
        return Ok(());
    }
    bail!(failed.join("; "))
}

/// The requests with native code's answers.
fn lines(sample: Option<usize>, scenarios: Option<usize>) -> Done<Vec<Line>> {
    let mut native = Engine::of(Target::Native, "all")?;
    let mut lines = Vec::new();
    let mut put = |suite: &'static str, request: &str| {
        let answer = native.answer(request);
        if let Ok(answer) = &answer {
            let (request, answer) = (request.to_owned(), answer.clone());
            lines.push(Line {
                suite,
                request,
                answer,
            });
        }
        answer
    };
    let vectors: usize = SUITES.iter().map(|suite| suite.files.len()).sum();
    for suite in SUITES {
        for file in suite.files {
            let text = project::read(format!("tests/vectors/{file}"))?;
            // As many of each file, so that every suite is there.
            let of_file = sample.map_or(usize::MAX, |sample| sample.div_ceil(vectors));
            let apart = text.lines().count().div_ceil(of_file).max(1);
            let chosen: String = text
                .lines()
                .step_by(apart)
                .flat_map(|line| [line, "\n"])
                .collect();
            Tally::new().run(suite, file, &chosen, |request| put(suite.name, request));
        }
    }
    let count = scenarios.or(sample).unwrap_or(SCENARIOS).to_string();
    let mut generated = engine::native()?;
    for request in process::output(generated.args(["generated", &count]))?.lines() {
        put("generated", request).map_err(anyhow::Error::msg)?;
    }
    Ok(lines)
}

/// Asks a target for the same answers: what it is and the first difference, or why it is absent.
fn compare(name: &str, lines: &[Line]) -> Done<Result<(String, Option<String>), String>> {
    if name == "node" {
        let mut engine = Engine::of(Target::Node, "all")?;
        let difference = first(lines, |line| engine.answer(&line.request));
        return Ok(Ok(("as built".to_owned(), difference)));
    }
    let mut driver = match Driver::start(name, &packaging::packed()?, &crate::browser::ensure()?)? {
        Ok(driver) => driver,
        Err(absent) => return Ok(Err(absent)),
    };
    let difference = first(lines, |line| driver.answer(line.suite, &line.request));
    let about = driver.about().to_owned();
    if difference.is_none() {
        driver.finish()?;
    }
    Ok(Ok((about, difference)))
}

/// The first line with another answer.
fn first(
    lines: &[Line],
    mut answer: impl FnMut(&Line) -> Result<String, String>,
) -> Option<String> {
    lines.iter().enumerate().find_map(|(number, line)| {
        let what = match answer(line) {
            Ok(answer) if answer == line.answer => return None,
            Ok(answer) => {
                let mut bytes = answer.bytes().zip(line.answer.bytes());
                let at = bytes.position(|(one, other)| one != other);
                let at = at.unwrap_or(answer.len().min(line.answer.len()));
                let (is, native) = (near(&answer, at), near(&line.answer, at));
                format!(" differs from byte {at} on: `{is}`, and not `{native}`")
            }
            Err(why) => format!(" has none: {why}"),
        };
        Some(format!("answer {number}, of {},{what}", line.suite))
    })
}

/// The text around a place.
fn near(text: &str, at: usize) -> String {
    let bytes = text.as_bytes();
    let around = bytes.get(at.saturating_sub(40)..(at + 40).min(bytes.len()));
    String::from_utf8_lossy(around.unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(answer: &str) -> Line {
        Line {
            suite: "quota",
            request: String::new(),
            answer: answer.to_owned(),
        }
    }

    #[test]
    fn the_first_other_byte_is_told() {
        let lines = [line("one"), line("two")];
        assert_eq!(first(&lines, |line| Ok(line.answer.clone())), None);
        let told = first(&lines, |_| Ok("one".to_owned())).expect("a difference");
        assert_eq!(
            told,
            "answer 1, of quota, differs from byte 0 on: `one`, and not `two`"
        );
        let told = first(&lines, |_| Err("none".to_owned())).expect("a difference");
        assert_eq!(told, "answer 0, of quota, has none: none");
    }

    #[test]
    fn runtimes_are_targets() {
        for name in RUNTIMES {
            assert!(Target::named(name).is_ok(), "{name}");
        }
    }
}
