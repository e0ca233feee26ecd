//! `cargo xtask test`: the checks, in two lanes.

use std::{
    fs::{self, File},
    io::Write as _,
    process::{Command, Stdio},
    sync::{Mutex, OnceLock, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow, bail};
use clap::{ValueEnum as _, builder::PossibleValuesParser};
use wait4::Wait4 as _;

use crate::{
    failure::Done,
    process, project, seed,
    setup::Need,
    stages::{BUILD, Lane, STAGES, Stage, When, this_program},
    table::table,
};

/// Which stages to run.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Request {
    /// Runs what a change needs, in a few minutes
    #[arg(long, conflicts_with_all = ["all", "only"])]
    fast: bool,
    /// Also runs what the nightly workflow runs
    #[arg(long, conflicts_with = "only")]
    all: bool,
    /// Runs these stages only, on what was built last unless `build` is one of them
    #[arg(long, value_name = "STAGES", value_delimiter = ',', value_parser = names())]
    only: Vec<String>,
}

/// The result of a stage, or the sum of several.
struct Row {
    name: String,
    /// Why it failed.
    failed: Option<String>,
    wall: Duration,
    /// On all cores, of the stage's process and of all that it waited for.
    cpu: Duration,
}

/// The names that `--only` takes.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(STAGES.iter().map(|stage| stage.name.as_str()))
}

/// The stages that no lane has begun.
struct Waiting {
    stages: Mutex<Vec<&'static Stage>>,
    /// Whether the build succeeded; empty until it has ended.
    built: OnceLock<bool>,
}

impl Waiting {
    /// Without a stage that builds, what was built last is tested.
    fn new(stages: Vec<&'static Stage>) -> Self {
        let built = OnceLock::new();
        if stages.iter().all(|stage| stage.name != BUILD) {
            built.get_or_init(|| true);
        }
        Self {
            stages: Mutex::new(stages),
            built,
        }
    }

    /// The next stage of a lane. When the cargo lane has none left, it takes the last stage of the other lane that
    /// needs the build, once that has ended.
    fn next(&self, lane: Lane) -> Option<&'static Stage> {
        let mut stages = self.stages.lock().unwrap_or_else(PoisonError::into_inner);
        let own = stages.iter().position(|stage| stage.lane == lane);
        let helps = lane == Lane::Cargo && self.built.get().is_some();
        let other = || stages.iter().rposition(|stage| helps && stage.after_build);
        let index = own.or_else(other)?;
        Some(stages.remove(index))
    }

    fn is_built(&self) -> bool {
        self.built.get() != Some(&false)
    }

    fn has_built(&self, succeeded: bool) {
        self.built.get_or_init(|| succeeded);
    }
}

/// Runs the chosen stages, both lanes at the same time; each stage runs even if one before it failed. Prints a table
/// at the end, and last, alone on its line, `N passed, N failed`, which counts stages.
pub(crate) fn run(request: &Request) -> Done {
    let start = Instant::now();
    let stages = chosen(request);
    if let Some(seed) = seed::chosen() {
        println!(
            "property tests draw their cases from {}={seed}",
            seed::CHOSEN
        );
    }
    let mut rows = vec![set_up(&stages)?];
    let mut sums = Vec::new();
    if rows[0].failed.is_none() {
        let waiting = Waiting::new(stages);
        let run = |lane: Lane| {
            let next = std::iter::from_fn(|| waiting.next(lane));
            let check = |stage: &'static Stage| {
                let row = check(stage, waiting.is_built());
                if stage.name == BUILD {
                    waiting.has_built(row.failed.is_none());
                }
                row
            };
            next.map(check).collect::<Vec<Row>>()
        };
        let (cargo, node) = thread::scope(|scope| {
            let node = scope.spawn(|| run(Lane::Node));
            (run(Lane::Cargo), node.join().expect("no stage panics"))
        });
        sums.push(sum("cargo lane", &cargo));
        sums.push(sum("Node.js lane", &node));
        rows.extend(cargo.into_iter().chain(node));
    }
    sums.push(Row {
        wall: start.elapsed(),
        ..sum("all", &rows)
    });
    summary(&rows, &sums)
}

fn chosen(request: &Request) -> Vec<&'static Stage> {
    let last = match request {
        Request { fast: true, .. } => When::Fast,
        Request { all: true, .. } => When::Nightly,
        _ => When::Default,
    };
    let is_chosen = |stage: &&Stage| {
        if request.only.is_empty() {
            stage.when <= last
        } else {
            request.only.contains(&stage.name)
        }
    };
    STAGES.iter().filter(is_chosen).collect()
}

/// Installs what the stages need.
fn set_up(stages: &[&Stage]) -> Done<Row> {
    println!("setup: what the stages need is installed");
    let needs = Need::value_variants().iter();
    let needed = needs.filter(|need| stages.iter().any(|stage| stage.needs.contains(need)));
    let names = needed.filter_map(Need::to_possible_value);
    let mut command = this_program()?;
    // Without a need nothing is installed.
    command
        .arg("setup")
        .args(names.map(|name| format!("--need={}", name.get_name())));
    let row = if command.get_args().len() > 1 {
        measured("setup", &mut command)
    } else {
        sum("setup", &[])
    };
    println!("{}", row.line());
    Ok(row)
}

/// Runs a stage.
fn check(stage: &Stage, built: bool) -> Row {
    println!("{}: {}", stage.name, stage.headline);
    let row = if stage.after_build && !built {
        Err(anyhow!("not run: the stage build failed"))
    } else {
        logged(stage)
    };
    row.unwrap_or_else(|failure| {
        println!("{} FAILED: {failure:#}", stage.name);
        let failed = Some(format!("{failure:#}"));
        Row {
            failed,
            ..sum(&stage.name, &[])
        }
    })
}

/// Runs the commands of a stage until one fails. Their output is written to a file, and printed if one fails.
fn logged(stage: &Stage) -> Done<Row> {
    let folder = project::target()?.join("stages");
    let path = folder.join(&stage.name).with_extension("log");
    let about = || format!("`{}`", path.display());
    fs::create_dir_all(&folder).with_context(about)?;
    let log = File::create(&path).with_context(about)?;
    let mut rows = Vec::new();
    let mut failed = None;
    for mut command in stage.commands()? {
        writeln!(&log, "  $ {}", process::shown(&command)).with_context(about)?;
        command.stdin(Stdio::null());
        command.stdout(log.try_clone().with_context(about)?);
        command.stderr(log.try_clone().with_context(about)?);
        let row = measured(&stage.name, &mut command);
        failed.clone_from(&row.failed);
        rows.push(row);
        if failed.is_some() {
            break;
        }
    }
    let row = Row {
        failed,
        ..sum(&stage.name, &rows)
    };
    if row.failed.is_some() {
        let output = fs::read(&path).with_context(about)?;
        print!("\n{}\n", String::from_utf8_lossy(&output));
    }
    println!("{}", row.line());
    Ok(row)
}

/// Runs a command and measures it.
fn measured(name: &str, command: &mut Command) -> Row {
    let start = Instant::now();
    let used = command.spawn().and_then(|mut child| child.wait4());
    let (failed, cpu) = match used {
        Ok(used) => {
            let why = || format!("`{}` failed ({})", process::shown(command), used.status);
            let failed = (!used.status.success()).then(why);
            (failed, used.rusage.utime + used.rusage.stime)
        }
        Err(error) => (
            Some(process::missing(command, &error).to_string()),
            Duration::ZERO,
        ),
    };
    Row {
        name: name.to_owned(),
        failed,
        wall: start.elapsed(),
        cpu,
    }
}

fn sum(name: &str, rows: &[Row]) -> Row {
    Row {
        name: name.to_owned(),
        failed: None,
        wall: rows.iter().map(|row| row.wall).sum(),
        cpu: rows.iter().map(|row| row.cpu).sum(),
    }
}

impl Row {
    fn line(&self) -> String {
        let result = if self.failed.is_none() {
            "passed"
        } else {
            "FAILED"
        };
        let (wall, cpu) = (seconds(self.wall), seconds(self.cpu));
        format!("{} {result} in {wall} (CPU {cpu})", self.name)
    }

    fn cells(&self, result: &str) -> Vec<String> {
        let cells = [&self.name, result, &seconds(self.wall), &seconds(self.cpu)];
        cells.map(str::to_owned).to_vec()
    }
}

/// Prints the table; `sums` are its last rows.
fn summary(rows: &[Row], sums: &[Row]) -> Done {
    let result = |row: &Row| {
        row.cells(if row.failed.is_none() {
            "passed"
        } else {
            "FAILED"
        })
    };
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(result)
        .chain(sums.iter().map(|row| row.cells("")))
        .collect();
    print!("\n{}", table(&["stage", "", "time", "CPU time"], &lines));
    let mut failed = 0;
    for row in rows {
        if let Some(why) = &row.failed {
            println!("{} failed: {why}", row.name);
            failed += 1;
        }
    }
    println!("{} passed, {failed} failed", rows.len() - failed);
    if failed == 0 {
        return Ok(());
    }
    bail!("some stages failed; see above")
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(fast: bool, all: bool, only: &[&str]) -> Request {
        let only = only.iter().map(|&name| name.to_owned()).collect();
        Request { fast, all, only }
    }

    fn names(request: &Request) -> Vec<&'static str> {
        chosen(request)
            .iter()
            .map(|stage| stage.name.as_str())
            .collect()
    }

    #[test]
    fn stages_are_chosen() {
        let all = names(&request(false, true, &[]));
        let default = names(&request(false, false, &[]));
        let fast = names(&request(true, false, &[]));
        assert_eq!(all.len(), STAGES.len());
        assert!(default.contains(&"native") && fast.contains(&"native"));
        assert!(default.contains(&"packaging") && !fast.contains(&"packaging"));
        assert!(all.contains(&"doc") && !default.contains(&"doc"));
        assert_eq!(
            names(&request(false, false, &["doc", "fmt"])),
            ["fmt", "doc"]
        );
    }

    #[test]
    fn fast_stages_need_no_browser_and_no_test_runner() {
        for stage in chosen(&request(true, false, &[])) {
            assert!(!stage.needs.contains(&Need::Browser), "{}", stage.name);
            assert!(!stage.needs.contains(&Need::Runner), "{}", stage.name);
        }
    }

    /// Otherwise a stage would test what was built before.
    #[test]
    fn the_build_comes_before_what_needs_it() {
        let built = STAGES.iter().find(|stage| stage.lane == Lane::Node);
        assert_eq!(built.map(|stage| stage.name.as_str()), Some(BUILD));
        assert!(built.is_some_and(|stage| stage.when == When::Fast && !stage.after_build));
        let mut after = STAGES.iter().filter(|stage| stage.after_build);
        assert!(after.all(|stage| stage.lane == Lane::Node));
    }

    #[test]
    fn a_failed_build_fails_what_needs_it() {
        let stage = STAGES
            .iter()
            .find(|stage| stage.after_build)
            .expect("a stage");
        let row = check(stage, false);
        assert!(
            row.failed
                .as_deref()
                .is_some_and(|why| why.starts_with("not run"))
        );
        assert!(summary(&[row], &[]).is_err());
        assert_eq!(summary(&[sum("a", &[])], &[]).ok(), Some(()));
    }

    #[test]
    fn the_cargo_lane_helps_when_it_has_no_stage_left() {
        let waiting = Waiting::new(chosen(&request(
            false,
            false,
            &["fmt", "build", "types", "cli"],
        )));
        let next = |lane| waiting.next(lane).map(|stage| stage.name.as_str());
        assert_eq!(next(Lane::Cargo), Some("fmt"));
        assert_eq!(next(Lane::Node), Some("build"));
        assert_eq!(next(Lane::Cargo), None);
        waiting.has_built(true);
        assert_eq!(next(Lane::Cargo), Some("cli"));
        assert_eq!(next(Lane::Node), Some("types"));
        assert_eq!(next(Lane::Node), None);
    }

    #[test]
    fn programs_are_measured() {
        let row = measured("node", project::node().args(["-e", "process.exit(3)"]));
        assert!(row.failed.is_some_and(|why| why.contains('3')));
        assert!(row.cpu > Duration::ZERO);
    }
}
