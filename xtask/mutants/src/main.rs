//! Breaks the engines in small ways and counts what their tests notice. `cargo xtask mutants` runs it.
//!
//! All mutants are built into one program, each behind a switch, for building each alone takes most of the time. Then
//! every test is run once, to see which mutants it reaches; a mutant is tried by these alone.

mod build;
mod list;
mod suite;
mod switch;

use std::{
    fmt::Display,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use list::Mutant;
use serde_json::json;
use suite::{Fate, Tests};

type Done<T = ()> = Result<T, String>;

/// The engines and what they count with, and the tests from outside that must notice: of engines, and of answers.
const CRATES: [&str; 7] = [
    "placement",
    "pods",
    "quantity",
    "quota",
    "time",
    "vm",
    "whatif",
];
const TESTS: [&str; 12] = [
    "conformance",
    "differences",
    "examples",
    "placement",
    "pods",
    "properties",
    "quantities",
    "quota",
    "scenario",
    "spread",
    "vm",
    "whatif",
];

/// The share of the mutants with a switch that the tests must notice, in percent.
const GOAL: usize = 95;

/// What is asked.
struct Request {
    program: PathBuf,
    tree: build::Tree,
    sample: Option<usize>,
    seed: usize,
    /// Parts of names, of which each mutant has one; empty: all mutants.
    parts: Vec<String>,
    crates: Vec<String>,
}

fn main() -> ExitCode {
    match request()
        .map_err(|error| error.to_string())
        .and_then(|request| run(&request))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn request() -> Result<Request, lexopt::Error> {
    use lexopt::prelude::*;
    let (mut program, mut root, mut target) = (PathBuf::new(), PathBuf::new(), PathBuf::new());
    let (mut sample, mut seed, mut parts, mut crates) = (None, 0, Vec::new(), Vec::new());
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("cargo-mutants") => program = parser.value()?.into(),
            Long("tree") => root = parser.value()?.into(),
            Long("target") => target = parser.value()?.into(),
            Long("sample") => sample = Some(parser.value()?.parse()?),
            Long("seed") => seed = parser.value()?.parse()?,
            Long("named") => parts.push(parser.value()?.string()?),
            Value(name) if CRATES.iter().any(|it| name == **it) => crates.push(name.string()?),
            Value(name) => {
                let names = CRATES.join(", ");
                return Err(
                    format!("`{}` is not broken; there are {names}", name.display()).into(),
                );
            }
            _ => return Err(argument.unexpected()),
        }
    }
    if crates.is_empty() {
        crates = CRATES.map(str::to_owned).to_vec();
    }
    Ok(Request {
        program,
        tree: build::Tree { root, target },
        sample,
        seed,
        parts,
        crates,
    })
}

fn run(request: &Request) -> Done {
    let Request {
        tree,
        sample,
        seed,
        parts,
        ..
    } = request;
    let is_meant =
        |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()));
    let crates: Vec<&str> = request.crates.iter().map(String::as_str).collect();
    let mutants = list::list(&request.program, &tree.root, &crates)?;
    eprintln!(
        "mutants: {} in {}; all are built at once",
        mutants.len(),
        crates.join(", ")
    );
    let built = build::build(tree, &crates, &TESTS, &mutants)?;
    eprintln!(
        "mutants: {} have a switch; each test runs alone, to see what it reaches",
        mutants.len() - built.without.len()
    );
    let tests = Tests::of(&built.programs, &tree.target)?;
    let (count, time) = tests.size();
    eprintln!("mutants: {count} tests, {} s", time.as_secs());

    let chosen: Vec<usize> = crates
        .iter()
        .flat_map(|name| {
            let folder = format!("crates/{name}/");
            let of = (0..mutants.len())
                .filter(|id| mutants[*id].file.starts_with(&folder) && !built.without.contains(id))
                .filter(|id| is_meant(&mutants[*id].name));
            chosen(of.collect(), *sample, *seed)
        })
        .collect();
    let done = AtomicUsize::new(0);
    let fates = parallel(&chosen, |id| {
        let fate = tests.fate(*id);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if fate == Fate::Missed {
            eprintln!(
                "mutants: {done} of {}: missed: {}",
                chosen.len(),
                mutants[*id].name
            );
        } else if done.is_multiple_of(100) {
            eprintln!("mutants: {done} of {}", chosen.len());
        }
        (*id, fate)
    });
    report(
        &crates,
        &mutants,
        &built.without.iter().copied().collect::<Vec<_>>(),
        &fates,
        &tests,
    )
}

/// About `sample` of the mutants, evenly over the files; another seed gives others.
fn chosen(all: Vec<usize>, sample: Option<usize>, seed: usize) -> Vec<usize> {
    let step = sample.map_or(1, |sample| all.len() / sample.max(1)).max(1);
    all.into_iter().skip(seed % step).step_by(step).collect()
}

/// Prints an object for each crate and each mutant that is missed.
fn report(
    crates: &[&str],
    mutants: &[Mutant],
    without: &[usize],
    fates: &[(usize, Fate)],
    tests: &Tests,
) -> Done {
    let (mut noticed, mut tried) = (0, 0);
    for name in crates {
        let folder = format!("crates/{name}/");
        let of = |id: &usize| mutants[*id].file.starts_with(&folder);
        let count = |fate: Fate| {
            fates
                .iter()
                .filter(|(id, it)| of(id) && *it == fate)
                .count()
        };
        let (caught, no_end, missed) =
            (count(Fate::Caught), count(Fate::NoEnd), count(Fate::Missed));
        let without = without.iter().filter(|id| of(id)).count();
        println!(
            "{}",
            json!({"crate": name, "caught": caught, "noEnd": no_end, "missed": missed, "without": without})
        );
        noticed += caught + no_end;
        tried += caught + no_end + missed;
    }
    for (id, _) in fates.iter().filter(|(_, fate)| *fate == Fate::Missed) {
        println!(
            "{}",
            json!({"missed": mutants[*id].name, "tests": tests.names(*id)})
        );
    }
    if 100 * noticed < GOAL * tried {
        return Err(format!(
            "the tests notice {noticed} of {tried} mutants, and must notice {GOAL} of 100"
        ));
    }
    Ok(())
}

/// What a function gives for each of a list, computed by as many threads as there are processors.
fn parallel<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(number) else { break };
                    let result = work(one);
                    done.lock()
                        .expect("no thread panics")
                        .push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// An error, with what it is about.
fn of<E: Display>(what: impl Display) -> impl FnOnce(E) -> String {
    move |error| format!("{what}: {error}")
}
