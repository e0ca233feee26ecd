//! `cargo xtask test`: everything that must hold.

use std::time::{Duration, Instant};

use crate::{
    browser,
    failure::{Done, Failure},
    setup,
    stages::{Outcome, STAGES, Stage, Tools},
    table::table,
};

/// What came of a stage, as it is printed.
struct Row {
    name: &'static str,
    came: Came,
    took: Duration,
}

enum Came {
    Passed,
    Failed(String),
    Absent(String),
}

/// Runs all stages, or one; every stage runs, whatever became of those before it. Prints a table
/// in the end, and last, alone on its line, `N passed, N failed`: stages that held and that did
/// not.
pub(crate) fn run(only: Option<&str>) -> Done {
    let stages = chosen(only)?;
    let mut rows = Vec::new();
    let start = Instant::now();
    headline("setup", "what the tests need is on this machine");
    let tools = setup::tools().and_then(|bindgen| {
        let browser = browser::ensure()?;
        Ok(Tools { bindgen, browser })
    });
    match tools {
        Err(failure) => rows.push(row("setup", start, Err(failure))),
        Ok(tools) => {
            rows.push(row("setup", start, Ok(Outcome::Passed)));
            let mut built = true;
            for stage in stages {
                let row = check(stage, &tools, built);
                built &= stage.name != "build" || matches!(row.came, Came::Passed);
                rows.push(row);
            }
        }
    }
    summary(&rows, start.elapsed())
}

fn check(stage: &Stage, tools: &Tools, built: bool) -> Row {
    headline(stage.name, stage.headline);
    let start = Instant::now();
    let came = if stage.needs_build && !built {
        Err(Failure::new("not run: the stage build failed"))
    } else {
        (stage.run)(tools)
    };
    row(stage.name, start, came)
}

fn row(name: &'static str, start: Instant, came: Done<Outcome>) -> Row {
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
        took: start.elapsed(),
    }
}

fn chosen(only: Option<&str>) -> Done<Vec<&'static Stage>> {
    let Some(name) = only else {
        return Ok(STAGES.iter().collect());
    };
    let found = STAGES.iter().find(|stage| stage.name == name);
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

fn summary(rows: &[Row], took: Duration) -> Done {
    let cells = |row: &Row| {
        let came = match &row.came {
            Came::Passed => "passed".to_owned(),
            Came::Failed(_) => "FAILED".to_owned(),
            Came::Absent(_) => "absent".to_owned(),
        };
        vec![row.name.to_owned(), came, seconds(row.took)]
    };
    let mut lines: Vec<Vec<String>> = rows.iter().map(cells).collect();
    lines.push(vec!["all".to_owned(), String::new(), seconds(took)]);
    print!("\n{}", table(&["stage", "", "time"], &lines));
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
        Err(Failure::new("not everything holds; see above"))
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
    fn stages_are_chosen_by_name() {
        assert_eq!(chosen(None).map(|stages| stages.len()), Ok(STAGES.len()));
        let names = |stages: Vec<&Stage>| stages.iter().map(|stage| stage.name).collect();
        assert_eq!(chosen(Some("doc")).map(names), Ok(vec!["doc"]));
        assert!(chosen(Some("dock")).is_err());
    }

    #[test]
    fn absent_stages_neither_hold_nor_fail() {
        let start = Instant::now();
        let mut rows = vec![
            row("a", start, Ok(Outcome::Passed)),
            row("b", start, Ok(Outcome::Absent("why".to_owned()))),
        ];
        assert_eq!(counts(&rows), (1, 0));
        assert_eq!(summary(&rows, Duration::ZERO), Ok(()));
        rows.push(row("c", start, Err(Failure::new("no"))));
        assert_eq!(counts(&rows), (1, 1));
        assert!(summary(&rows, Duration::ZERO).is_err());
    }
}
