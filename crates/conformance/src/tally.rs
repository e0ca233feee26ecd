//! Runs lines, counts the results, and prints them.

use std::{collections::BTreeMap, fmt};

use serde::{Serialize, Serializer};

use crate::{Difference, Suite, Verdict, suite::label};

/// The default number of failed lines that are kept.
const KEPT: usize = 100;
/// The default number of failed lines that are printed.
const LINES: usize = 5;
/// How many differences of one line are printed.
const DIFFERENCES: usize = 5;

/// The result of the lines so far. It prints the first differences, the reasons for skips, and as the last line `N
/// passed, N failed, N skipped`. With `{:#}` every kept failure is printed, and not only the first five.
#[derive(Debug, Serialize)]
pub struct Tally {
    /// Lines whose answer is right.
    pub passed: usize,
    /// Lines whose answer differs, or that have none.
    pub failed: usize,
    /// Lines that were not compared, by reason.
    #[serde(serialize_with = "by_reason")]
    pub skipped: BTreeMap<String, usize>,
    /// The first failed lines: 100, or as many as [`Tally::keeping`] was given.
    pub failures: Vec<FailedLine>,
    #[serde(skip)]
    kept: usize,
}

/// A line whose answer is wrong, or that has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedLine {
    /// Its file, as it was named.
    pub file: String,
    /// Its number, from 1.
    pub line: usize,
    /// How it calls itself; empty where it does not.
    pub label: String,
    /// The first 50 places where the answer differs.
    pub differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Skipped<'a> {
    reason: &'a str,
    lines: usize,
}

/// As a list, because reasons are sentences.
fn by_reason<S: Serializer>(skipped: &BTreeMap<String, usize>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(
        skipped
            .iter()
            .map(|(reason, &lines)| Skipped { reason, lines }),
    )
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// Nothing was run.
    pub fn new() -> Self {
        Self::keeping(KEPT)
    }

    /// An empty tally that keeps at most `failures` failed lines.
    pub fn keeping(failures: usize) -> Self {
        Self {
            passed: 0,
            failed: 0,
            skipped: BTreeMap::new(),
            failures: Vec::new(),
            kept: failures,
        }
    }

    /// Runs every line of a file: `answer` returns the engine's answer to a request, or an error, which counts as a
    /// failed line. `file` is its name as printed, `text` its content. Skips empty lines; a line that is not a vector
    /// of the suite is a failed line.
    pub fn run(
        &mut self,
        suite: &Suite,
        file: &str,
        text: &str,
        mut answer: impl FnMut(&str) -> Result<String, String>,
    ) {
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let verdict = verdict(suite, line, &mut answer);
            self.count((file, index + 1), line, verdict);
        }
    }

    /// How many lines were run.
    pub fn lines(&self) -> usize {
        self.passed + self.failed + self.skipped.values().sum::<usize>()
    }

    fn count(&mut self, (file, number): (&str, usize), line: &str, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Skipped(reason) => *self.skipped.entry(reason).or_default() += 1,
            Verdict::Failed(differences) => {
                self.failed += 1;
                if self.failures.len() < self.kept {
                    self.failures.push(FailedLine {
                        file: file.to_owned(),
                        line: number,
                        label: label(line),
                        differences,
                    });
                }
            }
        }
    }
}

fn verdict(
    suite: &Suite,
    line: &str,
    answer: &mut impl FnMut(&str) -> Result<String, String>,
) -> Verdict {
    let broken = |expected: &str, actual: String| {
        Verdict::Failed(vec![Difference {
            path: "the line".to_owned(),
            expected: expected.to_owned(),
            actual,
        }])
    };
    let request = match (suite.request)(line) {
        Ok(request) => request,
        Err(error) => {
            let expected = format!("a line of the suite {}", suite.name);
            return broken(&expected, error.to_string());
        }
    };
    let answer = match answer(&request) {
        Ok(answer) => answer,
        Err(reason) => return broken("an answer", reason),
    };
    (suite.compare)(line, &answer)
        .unwrap_or_else(|error| broken("an answer in JSON", error.to_string()))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = if f.alternate() {
            self.failures.len()
        } else {
            LINES.min(self.failures.len())
        };
        for failure in &self.failures[..printed] {
            writeln!(f, "{failure}")?;
        }
        if let more @ 1.. = self.failed - printed {
            writeln!(f, "and {more} more failed lines")?;
        }
        for (reason, lines) in &self.skipped {
            writeln!(f, "skipped {lines}: {reason}")?;
        }
        let skipped: usize = self.skipped.values().sum();
        write!(
            f,
            "{} passed, {} failed, {skipped} skipped",
            self.passed, self.failed
        )
    }
}

impl fmt::Display for FailedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if !self.label.is_empty() {
            write!(f, " {}", self.label)?;
        }
        for difference in self.differences.iter().take(DIFFERENCES) {
            write!(f, "\n  {difference}")?;
        }
        match self.differences.len().saturating_sub(DIFFERENCES) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more in this line"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A suite whose lines are the expected answers; `skip` is not compared.
    const ECHO: Suite = Suite {
        name: "echo",
        aliases: &[],
        files: &[],
        request: |line| Ok(line.to_owned()),
        compare: |line, answer| {
            serde_json::from_str::<serde_json::Value>(answer)?;
            Ok(if line == "\"skip\"" {
                Verdict::Skipped("not now".to_owned())
            } else if line == answer {
                Verdict::Passed
            } else {
                Verdict::Failed(vec![Difference {
                    path: "/x".to_owned(),
                    expected: line.to_owned(),
                    actual: answer.to_owned(),
                }])
            })
        },
    };

    #[track_caller]
    fn check(text: &str, answer: impl FnMut(&str) -> Result<String, String>, expected: &str) {
        let mut tally = Tally::new();
        tally.run(&ECHO, "f.jsonl", text, answer);
        assert_eq!(tally.to_string(), expected);
    }

    #[test]
    fn the_last_line_is_the_summary() {
        check("", |_| unreachable!(), "0 passed, 0 failed, 0 skipped");
        check(
            "1\n\n\"skip\"\n2\n",
            |line| Ok(line.to_owned()),
            "skipped 1: not now\n2 passed, 0 failed, 1 skipped",
        );
    }

    #[test]
    fn differences_are_printed_at_their_place() {
        check(
            "1\n{\"name\":\"a\"}\n",
            |_| Ok("1".to_owned()),
            "f.jsonl:2 a\n  /x\n    expected {\"name\":\"a\"}\n    actual   1\n\
             1 passed, 1 failed, 0 skipped",
        );
    }

    #[test]
    fn a_missing_or_broken_answer_is_a_failure() {
        check(
            "1",
            |_| Err("it stopped".to_owned()),
            "f.jsonl:1\n  the line\n    expected an answer\n    actual   it stopped\n\
             0 passed, 1 failed, 0 skipped",
        );
        let mut tally = Tally::new();
        tally.run(&ECHO, "f.jsonl", "1", |_| Ok("no JSON".to_owned()));
        assert_eq!((tally.passed, tally.failed, tally.lines()), (0, 1, 1));
    }

    #[test]
    fn only_the_first_failures_are_printed() {
        let text = "1\n".repeat(LINES + 2);
        let mut tally = Tally::new();
        tally.run(&ECHO, "f.jsonl", &text, |_| Ok("2".to_owned()));
        assert_eq!(tally.failed, LINES + 2);
        let printed = tally.to_string();
        assert_eq!(printed.matches("f.jsonl:").count(), LINES);
        assert!(printed.contains("and 2 more failed lines\n"));
    }

    #[test]
    fn every_kept_failure_is_printed_on_request() {
        let text = "1\n".repeat(LINES + 2);
        let mut tally = Tally::keeping(LINES + 1);
        tally.run(&ECHO, "f.jsonl", &text, |_| Ok("2".to_owned()));
        let printed = format!("{tally:#}");
        assert_eq!(printed.matches("f.jsonl:").count(), LINES + 1);
        assert!(printed.contains("and 1 more failed lines\n"), "{printed}");
    }

    #[test]
    fn programs_read_it_as_json() {
        let mut tally = Tally::new();
        tally.run(&ECHO, "f.jsonl", "\"skip\"\n{\"id\":\"a\"}\n3\n", |line| {
            Ok(line.replace('a', "b"))
        });
        let difference = r#"{"path":"/x","expected":"{\"id\":\"a\"}","actual":"{\"id\":\"b\"}"}"#;
        assert_eq!(
            serde_json::to_string(&tally).expect("JSON"),
            [
                r#"{"passed":1,"failed":1,"skipped":[{"reason":"not now","lines":1}],"#,
                r#""failures":[{"file":"f.jsonl","line":2,"label":"a","differences":["#,
                difference,
                "]}]}",
            ]
            .concat()
        );
    }
}
