//! The tests: how long each takes, which mutants each reaches, and whether one of them notices a mutant.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{Done, of, parallel, switch::Id};

/// Cases of a property test that does not fix their number, in the first pass: an eighth. What is missed then is tried
/// again with all.
const CASES: &str = "32";

/// KiB of memory that a test may have: a mutant may fill a list without an end.
const MEMORY: &str = "6000000";

/// A test, and what it reaches.
pub(crate) struct Test {
    program: PathBuf,
    folder: PathBuf,
    name: String,
    time: Duration,
}

/// All tests, the quickest first, and those that reach each mutant, by their places.
pub(crate) struct Tests {
    all: Vec<Test>,
    reach: BTreeMap<Id, Vec<usize>>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A test failed.
    Caught,
    /// A test did not end.
    NoEnd,
    /// All tests passed that reach it, or none does.
    Missed,
}

impl Tests {
    /// Runs each test of the programs alone.
    pub(crate) fn of(programs: &[(PathBuf, PathBuf)], work: &Path) -> Done<Self> {
        let mut names = Vec::new();
        for (program, folder) in programs {
            let listed = Command::new(program)
                .args(["--list", "--format", "terse"])
                .output();
            let listed = listed.map_err(of(program.display()))?.stdout;
            for line in String::from_utf8_lossy(&listed).lines() {
                let name = line.strip_suffix(": test").map(str::to_owned);
                names.extend(name.map(|name| (program.clone(), folder.clone(), name)));
            }
        }
        let seen = work.join("seen");
        let _ = fs::remove_dir_all(&seen);
        fs::create_dir_all(&seen).map_err(of(seen.display()))?;
        let numbered: Vec<_> = names.into_iter().enumerate().collect();
        let ran = parallel(&numbered, |(number, (program, folder, name))| {
            let path = seen.join(number.to_string());
            let mut command = command(program, folder, [&**name]);
            command
                .env("SCHEDSCOPE_MUTANT", "seen")
                .env("SCHEDSCOPE_SEEN", &path);
            let start = Instant::now();
            let passed = command.status().is_ok_and(|status| status.success());
            let reached = fs::read_to_string(path).unwrap_or_default();
            let reached: Vec<Id> = reached
                .lines()
                .filter_map(|line| line.parse().ok())
                .collect();
            let (program, folder, name) = (program.clone(), folder.clone(), name.clone());
            (
                Test {
                    program,
                    folder,
                    name,
                    time: start.elapsed(),
                },
                reached,
                passed,
            )
        });
        let failed = ran.iter().find(|(_, _, passed)| !passed);
        if let Some((test, ..)) = failed {
            return Err(format!("`{}` fails without a mutant", test.name));
        }
        let mut ran: Vec<_> = ran
            .into_iter()
            .map(|(test, reached, _)| (test, reached))
            .collect();
        ran.sort_by(|(a, _), (b, _)| (a.time, &a.name).cmp(&(b.time, &b.name)));
        let mut tests = Self {
            all: Vec::new(),
            reach: BTreeMap::new(),
        };
        for (place, (test, reached)) in ran.into_iter().enumerate() {
            tests.all.push(test);
            for id in reached {
                tests.reach.entry(id).or_default().push(place);
            }
        }
        Ok(tests)
    }

    /// How many there are, and the time that all take.
    pub(crate) fn size(&self) -> (usize, Duration) {
        (self.all.len(), self.all.iter().map(|test| test.time).sum())
    }

    /// Runs the tests that reach a mutant with its switch on, the quickest first, until one notices.
    pub(crate) fn fate(&self, id: Id) -> Fate {
        let places = self.reach.get(&id).map_or(&[][..], Vec::as_slice);
        match self.pass(id, places, Some(CASES)) {
            Fate::Missed => self.pass(id, places, None),
            fate => fate,
        }
    }

    fn pass(&self, id: Id, places: &[usize], cases: Option<&str>) -> Fate {
        let mut rest = places;
        let mut share = Duration::from_millis(250);
        while !rest.is_empty() {
            // One process for the tests of a program, but few at first: most mutants are noticed at once.
            let mut time = Duration::ZERO;
            let fits = |place: &&usize| {
                time += self.all[**place].time;
                time <= share
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (now, later) = rest.split_at(count);
            let mut programs: BTreeMap<&Path, Vec<&Test>> = BTreeMap::new();
            for test in now.iter().map(|place| &self.all[*place]) {
                programs.entry(&test.program).or_default().push(test);
            }
            for tests in programs.values() {
                let mut command = command(
                    &tests[0].program,
                    &tests[0].folder,
                    tests.iter().map(|test| &*test.name),
                );
                command.env("SCHEDSCOPE_MUTANT", id.to_string());
                if let Some(cases) = cases {
                    command.env("PROPTEST_CASES", cases);
                }
                let time: Duration = tests.iter().map(|test| test.time).sum();
                match ended(&mut command, Duration::from_secs(30) + 8 * time) {
                    Some(true) => {}
                    Some(false) => return Fate::Caught,
                    None => return Fate::NoEnd,
                }
            }
            rest = later;
            share *= 3;
        }
        Fate::Missed
    }

    /// The tests that reach a mutant, the slowest first.
    pub(crate) fn names(&self, id: Id) -> Vec<&str> {
        let places = self.reach.get(&id).into_iter().flatten();
        let mut tests: Vec<_> = places.map(|place| &self.all[*place]).collect();
        tests.sort_by_key(|test| Reverse(test.time));
        tests.into_iter().map(|test| &*test.name).collect()
    }
}

/// A program of tests with some of them, one after another until one fails.
fn command<'n>(program: &Path, folder: &Path, names: impl IntoIterator<Item = &'n str>) -> Command {
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"])
            .arg(program);
        shell
    } else {
        Command::new(program)
    };
    command
        .current_dir(folder)
        .arg("--exact")
        .args(names)
        .args(["--test-threads", "1"]);
    // The harness's own variable for options that may change.
    command
        .args(["-Zunstable-options", "--fail-fast"])
        .env("RUSTC_BOOTSTRAP", "1");
    command
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Whether a program succeeded; nothing if it did not end in time.
fn ended(command: &mut Command, longest: Duration) -> Option<bool> {
    let Ok(mut child) = command.spawn() else {
        return Some(false);
    };
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if start.elapsed() < longest => {}
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
