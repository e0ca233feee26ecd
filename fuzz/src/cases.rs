//! What the targets share: cases of a strategy whose seeds the bytes are, and texts to start from.

use std::{
    env,
    fmt::{Debug, Display},
    fs,
    ops::Range,
    path::Path,
    sync::LazyLock,
};

use proptest::{
    strategy::{Strategy, ValueTree as _},
    test_runner::{Config, RngAlgorithm, TestCaseError, TestCaseResult, TestRng, TestRunner},
};

/// With `all` in this variable, tests run all of their random cases.
const CASES: &str = "SCHEDSCOPE_CASES";

/// How a property test runs: a tenth of its cases, or all of them. The seed is the same in every run, so no case is
/// kept in a file.
pub fn cases(all: u32) -> Config {
    Config {
        cases: if are_all() { all } else { all.div_ceil(10) },
        failure_persistence: None,
        ..Config::default()
    }
}

/// The worlds in which a test tries everything by brute force: the first third of them, or all.
pub fn worlds(all: Range<u64>) -> Range<u64> {
    let count = all.end - all.start;
    let end = if are_all() {
        all.end
    } else {
        all.start + count.div_ceil(3)
    };
    all.start..end
}

/// How often something has to be seen in [`worlds`], of how often it has to be seen in all of them.
pub fn often(all: usize) -> usize {
    if are_all() { all } else { (all / 4).max(1) }
}

fn are_all() -> bool {
    env::var_os(CASES).is_some_and(|value| value == "all")
}

/// With this variable, a target prints each case before it checks it.
const SHOW: &str = "SCHEDSCOPE_FUZZ_SHOW";

static CONFIG: LazyLock<Config> = LazyLock::new(|| Config {
    failure_persistence: None,
    max_local_rejects: 64,
    ..Config::default()
});

/// Checks a case of a strategy; the bytes are its seed. They are not its random numbers (proptest's `PassThrough`): a
/// strategy divides these among its parts, and a part that has none left draws zeros and waits for another number.
///
/// # Panics
/// The check fails.
pub fn seeded<S: Strategy>(data: &[u8], strategy: &S, check: impl Fn(S::Value) -> TestCaseResult)
where
    S::Value: Debug,
{
    // A seed of zeros is none.
    let seed = (hash(data) | 1).to_le_bytes();
    run(
        TestRng::from_seed(RngAlgorithm::XorShift, &seed),
        strategy,
        check,
    );
}

/// FNV-1a.
fn hash(data: &[u8]) -> u128 {
    data.iter().fold(
        0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128,
        |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b),
    )
}

/// A number below a bound, by all of the bytes. Not by one of them: libFuzzer would keep those cases that take longest,
/// because they reach most, and try little else.
pub fn below(data: &[u8], bound: usize) -> usize {
    let hash = hash(data);
    let mixed = ((hash ^ (hash >> 64)) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % bound
}

/// How large the world of a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As few objects as can matter to each other.
    Tiny,
    /// Some of each kind.
    Small,
    /// So many that cases of all kinds meet.
    Large,
}

impl Size {
    /// The size of a case: of 32 cases 1 is large, and 4 are small. Few objects show most faults, in a fraction of the
    /// time.
    pub fn of(data: &[u8]) -> Self {
        match below(data, 32) {
            0 => Self::Large,
            1..5 => Self::Small,
            _ => Self::Tiny,
        }
    }
}

/// What cases are drawn from, by their size.
pub struct BySize<T> {
    /// For tiny worlds.
    pub tiny: T,
    /// For small worlds.
    pub small: T,
    /// For large worlds.
    pub large: T,
}

impl<T> BySize<T> {
    /// The one for a case.
    pub fn of(&self, data: &[u8]) -> &T {
        match Size::of(data) {
            Size::Tiny => &self.tiny,
            Size::Small => &self.small,
            Size::Large => &self.large,
        }
    }
}

fn run<S: Strategy>(random: TestRng, strategy: &S, check: impl Fn(S::Value) -> TestCaseResult)
where
    S::Value: Debug,
{
    let mut runner = TestRunner::new_with_rng(CONFIG.clone(), random);
    let Ok(mut tree) = strategy.new_tree(&mut runner) else {
        return;
    };
    let case = tree.current();
    show(&format_args!("{case:#?}"));
    let Err(TestCaseError::Fail(mut why)) = check(case) else {
        return;
    };
    // As proptest does: smaller as long as it fails.
    let mut smallest = format!("{:#?}", tree.current());
    let mut is_smaller = tree.simplify();
    for _ in 0..SIMPLIFIED {
        if !is_smaller {
            break;
        }
        is_smaller = match check(tree.current()) {
            Err(TestCaseError::Fail(still)) => {
                why = still;
                smallest = format!("{:#?}", tree.current());
                tree.simplify()
            }
            _ => tree.complicate(),
        };
    }
    panic!("{why}\nof {smallest}");
}

/// Checks a case that the target made from the bytes itself.
///
/// # Panics
/// The check fails.
pub fn checked(case: &impl Debug, check: impl FnOnce() -> TestCaseResult) {
    show(&format_args!("{case:#?}"));
    if let Err(TestCaseError::Fail(why)) = check() {
        panic!("{why}\nof {case:#?}");
    }
}

/// How often a case that fails is made smaller.
const SIMPLIFIED: usize = 2000;

/// The texts of the examples and of `tests/reality`, the shortest first; a target starts from one of them. For a large
/// case all but the longest ones; otherwise those that are quick to read.
///
/// # Panics
/// A folder cannot be read.
pub fn texts(size: Size) -> &'static [String] {
    let all = all_texts();
    let short = all.partition_point(|text| text.len() < SHORT);
    let is_large = size == Size::Large;
    &all[..if is_large { all.len() } else { short }]
}

fn all_texts() -> &'static [String] {
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut texts = Vec::new();
        for folder in ["examples", "tests/reality"] {
            let files = fs::read_dir(root.join(folder)).expect("a folder");
            let files = files.map(|file| file.expect("a file").path());
            let mut files: Vec<_> = files
                .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
                .collect();
            files.sort();
            let read = files
                .iter()
                .filter_map(|path| fs::read_to_string(path).ok());
            texts.extend(read.filter(|text| text.len() < LARGEST));
        }
        texts.sort_by_key(String::len);
        texts
    });
    &TEXTS
}

/// Bytes of a text that is quick to read.
const SHORT: usize = 2500;

/// Bytes of the largest text that a target starts from.
const LARGEST: usize = 16_000;

/// Prints a case, where that is asked for.
pub fn show(case: &dyn Display) {
    static IS_SHOWN: LazyLock<bool> = LazyLock::new(|| env::var_os(SHOW).is_some());
    if *IS_SHOWN {
        eprintln!("{case}");
    }
}
