//! `cargo xtask packaging`: the packed npm package where its users have it.
//!
//! A target is a runtime, a bundler or a tool. Its driver, `tests/packaging/targets/<name>.mjs`, installs the
//! tarball into an empty folder without the network, looks at what must hold there, and answers lines
//! of the vectors.

mod driver;
mod lines;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use ::conformance::{SUITES, Suite, Tally};
use anyhow::{anyhow, bail};

pub(crate) use driver::Driver;

use crate::{
    browser::{self, Browser},
    build::{self, Profile},
    failure::Done,
    npm, package, project, setup,
    table::table,
};
use lines::Share;

/// One place where the package has to work.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// By which it is asked for.
    pub(crate) name: &'static str,
    /// What of the vectors the tests ask it.
    share: Share,
    /// How often it is tried before it counts as failed.
    tries: usize,
}

const fn all(name: &'static str) -> Target {
    tried(1, name, Share::All)
}

const fn some(name: &'static str) -> Target {
    tried(1, name, Share::Some)
}

/// A browser that nothing drives: its processes may end by themselves, which is not a fault of the package.
/// What is wrong with the package is wrong again the second time.
const fn browser(name: &'static str) -> Target {
    tried(2, name, Share::Some)
}

const fn tried(tries: usize, name: &'static str, share: Share) -> Target {
    Target { name, share, tries }
}

/// All targets: all lines where the engine or the runtime is another one, and a share of them where only
/// the way there is.
pub(crate) const TARGETS: &[Target] = &[
    all("node"),
    some("node-cjs"),
    some("node-cjs-only"),
    all("deno"),
    all("bun"),
    all("workerd"),
    some("workerd-load"),
    all("script"),
    browser("firefox"),
    browser("webkit"),
    some("vite"),
    some("vite-7"),
    some("webpack"),
    some("next"),
    some("esbuild"),
    some("rollup"),
    some("contents"),
    some("readme"),
    some("typescript"),
    some("publint"),
    some("attw"),
];

impl Target {
    /// The target of that name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// What came of a target.
struct Row {
    name: &'static str,
    about: String,
    lines: usize,
    came: Came,
    took: Duration,
}

enum Came {
    Passed(Vec<String>),
    Failed(String),
    Absent(String),
}

/// Builds where that is asked for, and checks the targets of those names, or all.
pub(crate) fn run(names: &[String], build: bool) -> Done {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    chosen(&names)?;
    if build {
        setup::tools()?;
        build::wasm(Profile::Release)?;
        build::package()?;
    }
    check(&names, &browser::ensure()?)
}

/// Tries the targets of those names, or all, whatever became of those before; prints a table in the end.
/// Builds nothing: `pkg` holds what was built last.
pub(crate) fn check(names: &[&str], browser: &Browser) -> Done {
    let targets = chosen(names)?;
    let tarball = packed()?;
    let rows: Vec<Row> = targets
        .into_iter()
        .map(|target| {
            eprintln!("packaging: {}", target.name);
            row(target, &tarball, browser)
        })
        .collect();
    summary(&rows)
}

/// Starts the driver of a target that answers lines, with the package that was built last.
pub(crate) fn driver(target: &Target) -> Done<Driver> {
    let driver = Driver::start(target.name, &packed()?, &browser::ensure()?)?;
    let driver = driver.map_err(|why| anyhow!("the target {} is absent: {why}", target.name))?;
    if driver.asks() {
        return Ok(driver);
    }
    let name = target.name;
    bail!("the target {name} answers no lines")
}

/// What the drivers need: the tools that they use, and the package, packed.
pub(crate) fn packed() -> Done<PathBuf> {
    npm::ensure_in("tests/packaging")?;
    package::tarball()
}

fn row(target: &'static Target, tarball: &Path, browser: &Browser) -> Row {
    let start = Instant::now();
    let mut row = Row {
        name: target.name,
        about: String::new(),
        lines: 0,
        came: Came::Passed(Vec::new()),
        took: Duration::ZERO,
    };
    let mut before: Option<String> = None;
    for left in (0..target.tries).rev() {
        match ask(target, tarball, browser, &mut row.about, &mut row.lines) {
            Ok(Came::Passed(mut holds)) => {
                holds.extend(before.map(|why| format!("passed at the second try; before, {why}")));
                row.came = Came::Passed(holds);
                break;
            }
            Ok(came) => {
                row.came = came;
                break;
            }
            Err(failure) if left > 0 => {
                eprintln!("packaging: {} is tried again: {failure}", target.name);
                before = Some(format!("{failure:#}"));
            }
            Err(failure) => row.came = Came::Failed(format!("{failure:#}")),
        }
    }
    row.took = start.elapsed();
    row
}

fn ask(
    target: &Target,
    tarball: &Path,
    browser: &Browser,
    about: &mut String,
    lines: &mut usize,
) -> Done<Came> {
    let mut driver = match Driver::start(target.name, tarball, browser)? {
        Ok(driver) => driver,
        Err(absent) => return Ok(Came::Absent(absent)),
    };
    driver.about().clone_into(about);
    let mut tally = Tally::new();
    if driver.asks() {
        for suite in SUITES {
            put(suite, target.share, &mut driver, &mut tally)?;
        }
    }
    *lines = tally.passed;
    let ended = driver.ended().map(str::to_owned);
    let holds = driver.finish();
    if tally.failed > 0 {
        println!("{tally}");
        let failed = tally.failed;
        bail!(
            "{}",
            ended.map_or_else(
                || format!("{failed} lines fail"),
                |why| format!("the driver ended after {} lines: {why}", tally.passed),
            )
        );
    }
    Ok(Came::Passed(holds?))
}

/// Puts lines of every file of a suite.
fn put(suite: &Suite, share: Share, driver: &mut Driver, tally: &mut Tally) -> Done {
    for file in suite.files {
        let path = format!("tests/vectors/{file}");
        let text = lines::of(share, &project::read(&path)?);
        tally.run(suite, &path, &text, |request| {
            driver.answer(suite.name, request)
        });
    }
    Ok(())
}

fn chosen(names: &[&str]) -> Done<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    let target = |name: &&str| {
        Target::named(name).ok_or_else(|| {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            let there = names.join(", ");
            anyhow!("there is no target `{name}`; there are {there}")
        })
    };
    names.iter().map(target).collect()
}

fn summary(rows: &[Row]) -> Done {
    let cells = |row: &Row| {
        let came = match row.came {
            Came::Passed(_) => "passed",
            Came::Failed(_) => "FAILED",
            Came::Absent(_) => "absent",
        };
        vec![
            row.name.to_owned(),
            row.about.clone(),
            row.lines.to_string(),
            came.to_owned(),
            format!("{:.1} s", row.took.as_secs_f64()),
        ]
    };
    let lines: Vec<Vec<String>> = rows.iter().map(cells).collect();
    print!("\n{}", table(&["target", "", "lines", "", "time"], &lines));
    let mut failed = Vec::new();
    for row in rows {
        match &row.came {
            Came::Passed(holds) => holds
                .iter()
                .for_each(|what| println!("{}: {what}", row.name)),
            Came::Absent(why) => println!("{} absent: {why}", row.name),
            Came::Failed(why) => {
                let name = row.name;
                println!("{name} failed: {why}; `cargo xtask packaging {name}` tries it alone");
                // The last words of a run are what is kept of it: the reason stands in them.
                failed.push(format!("{name} ({why})"));
            }
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    let failed = failed.join(", ");
    bail!("the package fails on {failed}")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    #[test]
    fn every_driver_is_a_target() {
        let folder = project::root().join("tests/packaging/targets");
        let drivers: BTreeSet<String> = fs::read_dir(folder)
            .expect("the drivers")
            .map(|file| file.expect("a file").file_name().into_string())
            .map(|name| name.expect("a name").replace(".mjs", ""))
            .collect();
        let targets = TARGETS.iter().map(|target| target.name.to_owned());
        assert_eq!(drivers, targets.collect());
    }

    #[test]
    fn targets_are_chosen_by_name() {
        assert_eq!(chosen(&[]).map(|all| all.len()).ok(), Some(TARGETS.len()));
        let failure = chosen(&["nod"]).expect_err("no such target");
        assert!(failure.to_string().contains("there are node"), "{failure}");
    }
}
