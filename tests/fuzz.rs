//! Cases of every fuzz target without libFuzzer: random bytes, and cases of the corpora with some bytes changed. They
//! are the same in every run.

use std::{fs, path::Path, sync::LazyLock};

use proptest::{
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, TestRunner},
};
use schedscope_fuzz::{TARGETS, cases::cases};

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let own = root.join("fuzz/corpus").join(&limits.name);
    let others = limits.corpora.iter().map(|folder| root.join(folder));
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

static ALL: LazyLock<Vec<Limits>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../fuzz/targets.json")).expect("JSON"));

#[track_caller]
fn run(name: &str) {
    let limits = ALL.iter().find(|limits| limits.name == name);
    let limits = limits.expect("a line of targets.json");
    let mut targets = TARGETS.iter();
    let (_, target) = targets.find(|(known, _)| *known == name).expect("a target");
    let config = Config {
        max_shrink_iters: 200,
        ..cases(limits.cases)
    };
    let checked = TestRunner::new(config).run(&case(limits), |bytes| {
        target(&bytes);
        Ok(())
    });
    if let Err(why) = checked {
        panic!("{why}");
    }
}

/// Declares the test of each target, and their names.
macro_rules! targets {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

targets!(cel edits events ledger placement pods quantity quota reader slices spread vm);

#[test]
fn every_target_is_tested() {
    let listed: Vec<&str> = ALL.iter().map(|limits| limits.name.as_str()).collect();
    assert_eq!(listed, TESTED);
    assert_eq!(TARGETS.map(|(name, _)| name), TESTED);
}
