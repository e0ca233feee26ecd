//! `cargo xtask test`: all checks.

use std::time::{Duration, Instant};

use crate::{
    cpu,
    failure::{Done, Failure},
    stages::{Need, Outcome, STAGES, Stage},
    table::table,
};

/// Which stages to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    All,
    /// Those that a change needs.
    Fast,
    /// The stage of that name.
    Only(String),
}

/// The result of a stage, as it is printed.
struct Row {
    name: &'static str,
    came: Came,
    took: Duration,
    /// On all cores, where the system tells.
    cpu: Option<Duration>,
}

enum Came {
    Passed,
    Failed(String),
    Absent(String),
}

/// Now, in both clocks.
#[derive(Clone, Copy)]
struct Start {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Start {
    fn now() -> Self {
        Self {
            wall: Instant::now(),
            cpu: cpu::of_children(),
        }
    }

    fn cpu(self) -> Option<Duration> {
        Some(cpu::of_children()?.saturating_sub(self.cpu?))
    }
}

/// Runs the chosen stages; each runs even if one before it failed. Prints a table at the end, and last, alone
/// on its line, `N passed, N failed`, which counts stages.
pub(crate) fn run(choice: &Choice) -> Done {
    let stages = chosen(choice)?;
    let start = Start::now();
    headline("setup", "what the stages need is installed");
    let mut rows = vec![row(
        "setup",
        start,
        setup(&stages).map(|()| Outcome::Passed),
    )];
    if matches!(rows[0].came, Came::Passed) {
        let mut built = true;
        for stage in stages {
            let row = check(stage, built);
            built &= stage.name != "build" || matches!(row.came, Came::Passed);
            rows.push(row);
        }
    }
    summary(&rows, start)
}

/// Installs what the stages need, each thing once.
fn setup(stages: &[&Stage]) -> Done {
    let needs = [Need::Wasm, Need::Packages, Need::Runner, Need::Browser];
    let mut needs = needs.into_iter();
    let needed = |need: &Need| stages.iter().any(|stage| stage.needs.contains(need));
    needs.try_for_each(|need| if needed(&need) { need.ensure() } else { Ok(()) })
}

fn check(stage: &Stage, built: bool) -> Row {
    headline(stage.name, stage.headline);
    let start = Start::now();
    let came = if stage.needs.contains(&Need::Build) && !built {
        Err(Failure::new("not run: the stage build failed"))
    } else {
        (stage.run)()
    };
    row(stage.name, start, came)
}

fn row(name: &'static str, start: Start, came: Done<Outcome>) -> Row {
    let came = match came {
        Ok(Outcome::Passed) => Came::Passed,
        Ok(Outcome::Absent(why)) => {
            println!("nothing to run: {why}");
            Came::Absent(why)
        }
        Err(failure) => {
            println!("FAILED: {failure}");
            Came::Failed(failure.to_string())
        }
    };
    Row {
        name,
        came,
        took: start.wall.elapsed(),
        cpu: start.cpu(),
    }
}

fn chosen(choice: &Choice) -> Done<Vec<&'static Stage>> {
    let name = match choice {
        Choice::All => return Ok(STAGES.iter().collect()),
        Choice::Fast => return Ok(STAGES.iter().filter(|stage| stage.fast).collect()),
        Choice::Only(name) => name,
    };
    let found = STAGES.iter().find(|stage| stage.name == name.as_str());
    found.map(|stage| vec![stage]).ok_or_else(|| {
        let names: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        Failure::new(format!(
            "there is no stage `{name}`; there are {}",
            names.join(", ")
        ))
    })
}

fn headline(name: &str, what: &str) {
    println!("\n== {name}: {what}");
}

fn summary(rows: &[Row], start: Start) -> Done {
    let cells = |row: &Row| {
        let came = match &row.came {
            Came::Passed => "passed".to_owned(),
            Came::Failed(_) => "FAILED".to_owned(),
            Came::Absent(_) => "absent".to_owned(),
        };
        vec![
            row.name.to_owned(),
            came,
            seconds(row.took),
            row.cpu.map_or_else(String::new, seconds),
        ]
    };
    let mut lines: Vec<Vec<String>> = rows.iter().map(cells).collect();
    lines.push(vec![
        "all".to_owned(),
        String::new(),
        seconds(start.wall.elapsed()),
        start.cpu().map_or_else(String::new, seconds),
    ]);
    print!("\n{}", table(&["stage", "", "time", "CPU time"], &lines));
    for row in rows {
        match &row.came {
            Came::Passed => {}
            Came::Failed(why) => println!("{} failed: {why}", row.name),
            Came::Absent(why) => println!("{} absent: {why}", row.name),
        }
    }
    let (passed, failed) = counts(rows);
    println!("{passed} passed, {failed} failed");
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::new("some stages failed; see above"))
    }
}

fn counts(rows: &[Row]) -> (usize, usize) {
    let of = |wanted: fn(&Came) -> bool| rows.iter().filter(|row| wanted(&row.came)).count();
    (
        of(|came| matches!(came, Came::Passed)),
        of(|came| matches!(came, Came::Failed(_))),
    )
}

fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_chosen() {
        let names = |choice: &Choice| -> Done<Vec<&str>> {
            Ok(chosen(choice)?.iter().map(|stage| stage.name).collect())
        };
        assert_eq!(names(&Choice::All).map(|all| all.len()), Ok(STAGES.len()));
        assert_eq!(names(&Choice::Only("doc".to_owned())), Ok(vec!["doc"]));
        assert!(names(&Choice::Only("dock".to_owned())).is_err());
        let fast = names(&Choice::Fast).expect("stages");
        assert!(fast.contains(&"native") && !fast.contains(&"packaging"));
    }

    #[test]
    fn fast_stages_need_no_browser_and_no_test_runner() {
        for stage in STAGES.iter().filter(|stage| stage.fast) {
            assert!(!stage.needs.contains(&Need::Browser), "{}", stage.name);
            assert!(!stage.needs.contains(&Need::Runner), "{}", stage.name);
        }
        let position = |name| STAGES.iter().position(|stage| stage.name == name);
        let build = position("build").expect("a stage");
        for stage in STAGES.iter().filter(|it| it.needs.contains(&Need::Build)) {
            assert!(position(stage.name) > Some(build), "{}", stage.name);
        }
    }

    #[test]
    fn absent_stages_neither_pass_nor_fail() {
        let start = Start::now();
        let mut rows = vec![
            row("a", start, Ok(Outcome::Passed)),
            row("b", start, Ok(Outcome::Absent("why".to_owned()))),
        ];
        assert_eq!(counts(&rows), (1, 0));
        assert_eq!(summary(&rows, start), Ok(()));
        rows.push(row("c", start, Err(Failure::new("no"))));
        assert_eq!(counts(&rows), (1, 1));
        assert!(summary(&rows, start).is_err());
    }
}
