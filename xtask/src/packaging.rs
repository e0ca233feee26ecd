//! `cargo xtask packaging`: the packed npm package where its users have it.
//!
//! A target is a runtime, a bundler or a tool. Its driver, `tests/packaging/targets/<name>.mjs`, installs the
//! tarball into an empty folder without the network, looks at what must hold there, and answers lines
//! of the vectors.

mod driver;
mod lines;

use std::{
    path::{Path, PathBuf},
    time::Instant,
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
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What of the vectors the tests ask it.
    share: Share,
    /// How often it is tried before it counts as failed.
    tries: usize,
}

const fn all(name: &'static str) -> Target {
    tried(1, name, Share::All)
}

/// A separate engine or runtime: it runs all lines on request.
const fn engine(name: &'static str) -> Target {
    tried(1, name, Share::Engine)
}

const fn some(name: &'static str) -> Target {
    tried(1, name, Share::Some)
}

/// A browser without a driver: its processes may exit by themselves, which is not a fault of the package. It gets a
/// second run, in which a fault of the package fails again.
const fn browser(name: &'static str) -> Target {
    tried(2, name, Share::Some)
}

const fn tried(tries: usize, name: &'static str, share: Share) -> Target {
    Target { name, share, tries }
}

/// All targets: all lines in Node.js, and a share of them where only the runtime or the way there is another one.
pub(crate) const TARGETS: &[Target] = &[
    all("node"),
    some("node-cjs"),
    some("node-cjs-only"),
    engine("deno"),
    engine("bun"),
    engine("workerd"),
    some("workerd-load"),
    engine("script"),
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

/// What a target that passes prints.
struct Passed {
    about: String,
    lines: usize,
    holds: Vec<String>,
}

/// Builds on request, and checks the targets with these names, or all; `all_lines` runs every line of the vectors on
/// every engine.
pub(crate) fn run(names: &[String], build: bool, all_lines: bool) -> Done {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    chosen(&names)?;
    if build {
        setup::tools()?;
        build::wasm(Profile::Release)?;
        build::package()?;
    }
    check(&names, &browser::ensure()?, all_lines)
}

/// Tests the targets of those names, or all; each also if one before it fails. Prints a table at the end. Builds
/// nothing: `pkg` holds what was built last.
fn check(names: &[&str], browser: &Browser, all_lines: bool) -> Done {
    let tarball = packed()?;
    let (mut rows, mut notes, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for target in chosen(names)? {
        let name = target.name;
        eprintln!("packaging: {name}");
        let start = Instant::now();
        let test = || ask(target, &tarball, browser, all_lines);
        let mut result = test();
        for _ in 1..target.tries {
            if let Err(failure) = &result {
                notes.push(format!("{name} is tested again: {failure:#}"));
                result = test();
            }
        }
        let mut row = vec![
            name.to_owned(),
            String::new(),
            String::new(),
            "passed".to_owned(),
        ];
        match result {
            Ok(Ok(passed)) => {
                row[1] = passed.about;
                row[2] = passed.lines.to_string();
                notes.extend(passed.holds.iter().map(|what| format!("{name}: {what}")));
            }
            Ok(Err(why)) => {
                "absent".clone_into(&mut row[3]);
                notes.push(format!("{name} absent: {why}"));
            }
            Err(failure) => {
                "FAILED".clone_into(&mut row[3]);
                notes.push(format!(
                    "{name} failed: `cargo xtask packaging {name}` tests it alone"
                ));
                failed.push(format!("{name} ({failure:#})"));
            }
        }
        row.push(format!("{:.1} s", start.elapsed().as_secs_f64()));
        rows.push(row);
    }
    print!("\n{}", table(&["target", "", "lines", "", "time"], &rows));
    for note in notes {
        println!("{note}");
    }
    if failed.is_empty() {
        return Ok(());
    }
    // The last words of a run are what is kept of it: the reason stands in them.
    bail!("the package fails on {}", failed.join(", "))
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

/// Tests a target; where it is absent on this machine, says why.
fn ask(
    target: &Target,
    tarball: &Path,
    browser: &Browser,
    all_lines: bool,
) -> Done<Result<Passed, String>> {
    let mut driver = match Driver::start(target.name, tarball, browser)? {
        Ok(driver) => driver,
        Err(absent) => return Ok(Err(absent)),
    };
    let about = driver.about().to_owned();
    let mut tally = Tally::new();
    if driver.asks() {
        for suite in SUITES {
            put(suite, target.share.of(all_lines), &mut driver, &mut tally)?;
        }
    }
    let lines = tally.passed;
    let ended = driver.ended().map(str::to_owned);
    let holds = driver.finish();
    if tally.failed > 0 {
        println!("{tally}");
        match ended {
            Some(why) => bail!("the driver ended after {lines} lines: {why}"),
            None => bail!("{} lines fail", tally.failed),
        }
    }
    let holds = holds?;
    Ok(Ok(Passed {
        about,
        lines,
        holds,
    }))
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
