//! A fixed number of cases of every target, from a fixed seed, without libFuzzer: random bytes, and cases of the
//! corpora with some bytes changed.
#![allow(
    dead_code,
    unused_imports,
    reason = "the tests of the modules are not compiled"
)]

use std::{fs, path::Path};

use proptest::{
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, TestRunner},
};

include!("../src/targets.rs");

/// A line of `targets.json`.
#[derive(serde::Deserialize)]
struct Limits {
    name: String,
    cases: u32,
    /// Of the largest case.
    bytes: usize,
    /// Folders with cases to start from, beside `corpus/<name>`.
    corpora: Vec<String>,
}

/// The files of the target's corpora, those that are short enough.
fn corpus(limits: &Limits) -> Vec<Vec<u8>> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = fuzz.join("corpus").join(&limits.name);
    let others = limits
        .corpora
        .iter()
        .map(|folder| fuzz.join("..").join(folder));
    let mut files = Vec::new();
    for folder in others.chain([own]) {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        files.extend(entries.map(|entry| entry.expect("a file").path()));
    }
    files.sort();
    let cases = files.iter().filter(|path| path.is_file());
    let cases = cases.map(|path| fs::read(path).expect("a file"));
    cases.filter(|case| case.len() <= limits.bytes).collect()
}

/// Bytes in place of others: where from, how many, and which instead.
fn change() -> impl Strategy<Value = (Index, usize, Vec<u8>)> {
    let bytes = prop::collection::vec(any::<u8>(), 0..4);
    (any::<Index>(), 0..8_usize, bytes)
}

fn case(limits: &Limits) -> BoxedStrategy<Vec<u8>> {
    let random = prop::collection::vec(any::<u8>(), 0..=limits.bytes);
    let corpus = corpus(limits);
    if corpus.is_empty() {
        return random.boxed();
    }
    let most = limits.bytes;
    let changed = (select(corpus), prop::collection::vec(change(), 0..4));
    let changed = changed.prop_map(move |(mut case, changes)| {
        for (at, gone, instead) in changes {
            let from = at.index(case.len() + 1);
            let to = (from + gone).min(case.len());
            case.splice(from..to, instead);
        }
        case.truncate(most);
        case
    });
    prop_oneof![random, changed].boxed()
}

fn stage(name: &str) {
    let all: Vec<Limits> = serde_json::from_str(include_str!("../targets.json")).expect("JSON");
    let limits = all.iter().find(|limits| limits.name == name);
    let limits = limits.expect("a line of targets.json");
    let (_, run) = TARGETS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a target");
    let config = Config {
        cases: limits.cases,
        max_shrink_iters: 200,
        failure_persistence: None,
        ..Config::default()
    };
    let checked = TestRunner::new(config).run(&case(limits), |bytes| {
        run(&bytes);
        Ok(())
    });
    if let Err(why) = checked {
        panic!("{why}");
    }
}

/// A harness of its own: with the usual one, the tests of the modules would run once more.
fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    let trials = TARGETS.iter().map(|(name, _)| {
        libtest_mimic::Trial::test(*name, move || {
            stage(name);
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
