//! Compares native times with those of another commit. Both are measured by turns in one run: figures of another time
//! or machine differ by more than a change does.

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use anyhow::bail;
use serde_json::Value;

use super::{Suite, native, report, rows};
use crate::{engine::Target, failure::Done, process, project, table::table};

/// How often each state is measured. The minimum counts, because other load on the machine only adds to it.
const TURNS: usize = 3;
/// By how much a work may be slower, as a factor.
const SLOWER: f64 = 1.1;

/// A work: its suite, what it is, and how much of it.
type Work = (String, String, u64);
/// The least time of each work, in milliseconds.
type Times = BTreeMap<Work, f64>;

/// Prints each work's time at a commit and now, and fails where one is slower. Without a commit, that of the tables in
/// `docs/performance.md` counts.
pub(super) fn compare(commit: &str, suites: &[&Suite]) -> Done {
    let commit = if commit.is_empty() {
        report::measured_at()?
    } else {
        commit.to_owned()
    };
    let folder = checked_out(&commit)?;
    let names: Vec<&str> = suites
        .iter()
        .filter(|suite| suite.on.contains(&Target::Native))
        .map(|suite| suite.name)
        .collect();
    if names.is_empty() {
        bail!("no suite of these is measured natively");
    }
    let bench = |suites: &[&str], is_old: bool| {
        let mut command = native(suites);
        if is_old {
            command.current_dir(&folder);
            command.env("CARGO_TARGET_DIR", folder.join("target"));
        }
        command
    };
    for is_old in [true, false] {
        process::step(bench(&names, is_old).arg("--no-run"))?;
    }
    let mut was = Times::new();
    let mut is = Times::new();
    for name in names {
        for turn in 1..=TURNS {
            eprintln!("bench: {name}, turn {turn} of {TURNS}");
            for (times, is_old) in [(&mut was, true), (&mut is, false)] {
                let rows = rows(name, Target::Native, &mut bench(&[name], is_old))?;
                keep_least(times, &rows);
            }
        }
    }
    let compared = compared(&was, &is);
    let cells = |(work, was, is): &(&Work, f64, f64)| {
        vec![
            shown(work),
            format!("{was:.4}"),
            format!("{is:.4}"),
            format!("{:.2}", is / was),
        ]
    };
    let cells: Vec<Vec<String>> = compared.iter().map(cells).collect();
    print!("{}", table(&["work", &commit, "now", "factor"], &cells));
    let slower = slower(&compared);
    if slower.is_empty() {
        return Ok(());
    }
    bail!("more than 10% slower than {commit}: {}", slower.join("; "))
}

/// The folder with the files of a commit, and with what was compiled there before.
fn checked_out(commit: &str) -> Done<PathBuf> {
    let folder = project::root().join("target/baseline");
    let mut git = Command::new("git");
    if folder.exists() {
        git.current_dir(&folder)
            .args(["checkout", "--quiet", "--detach"]);
    } else {
        git.current_dir(project::root())
            .args(["worktree", "add", "--quiet", "--force", "--detach"])
            .arg(&folder);
    }
    process::step(git.arg(commit))?;
    Ok(folder)
}

fn keep_least(times: &mut Times, rows: &[Value]) {
    for row in rows {
        let (Some(n), Some(ms)) = (row["n"].as_u64(), row["min_ms"].as_f64()) else {
            continue;
        };
        let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let least = times
            .entry((text("suite"), text("work"), n))
            .or_insert(f64::INFINITY);
        *least = least.min(ms);
    }
}

/// The works of both states with their times, before and now.
fn compared<'a>(was: &Times, is: &'a Times) -> Vec<(&'a Work, f64, f64)> {
    is.iter()
        .filter_map(|(work, is)| Some((work, *was.get(work)?, *is)))
        .filter(|(_, was, _)| *was > 0.0)
        .collect()
}

fn slower(compared: &[(&Work, f64, f64)]) -> Vec<String> {
    let too_slow = compared.iter().filter(|(_, was, is)| is / was > SLOWER);
    too_slow.map(|(work, _, _)| shown(work)).collect()
}

fn shown((suite, work, n): &Work) -> String {
    format!("{suite}, {work}, {n}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn times(turns: &[f64]) -> Times {
        let mut times = Times::new();
        let row = |ms: &f64| json!({"suite": "vm", "work": "a start", "n": 1, "min_ms": ms});
        keep_least(&mut times, &turns.iter().map(row).collect::<Vec<_>>());
        times
    }

    #[test]
    fn the_least_times_are_compared() {
        let (was, same, more) = (
            times(&[12.0, 10.0]),
            times(&[10.9, 30.0]),
            times(&[11.1, 11.5]),
        );
        assert_eq!(slower(&compared(&was, &same)), [""; 0]);
        assert_eq!(slower(&compared(&was, &more)), ["vm, a start, 1"]);
    }

    #[test]
    fn a_work_of_one_state_is_not_compared() {
        assert_eq!(compared(&Times::new(), &times(&[1.0])), []);
    }
}
