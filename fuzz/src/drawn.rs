//! Cases drawn at random, without libFuzzer: of a target whose bytes are a seed or a choice, it learns little, and its
//! counters take most of the time.
//!
//! `drawn <target> <bytes of the largest case> <seed> <seconds> <file>`: a case that fails, or has no end, is written
//! to the file. `drawn <target> <file>` runs the case of a file.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use schedscope_fuzz::{TARGETS, Target};

/// Seconds after which one case counts as one without an end.
const LONGEST: u64 = 60;

/// Bytes of the largest of the short cases.
const SHORT: u64 = 32;

/// The bytes of a case, the same for the same seed and number. Where cases can be long, every other one is short: small
/// texts show other faults, in less time.
fn case(seed: u64, number: u64, most: u64) -> Vec<u8> {
    // SplitMix64.
    let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number.rotate_left(32);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let len = match most {
        ..=SHORT => most,
        _ if number.is_multiple_of(2) => 1 + next() % SHORT,
        _ => 1 + next() % most,
    };
    let words = (0..len.div_ceil(8)).flat_map(|_| next().to_le_bytes());
    words.take(len as usize).collect()
}

/// What the arguments ask for.
struct Run {
    target: Target,
    most: u64,
    seed: u64,
    time: Duration,
    file: String,
}

fn target(name: &str) -> Option<Target> {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.map(|(_, target)| *target)
}

fn asked(words: &[String]) -> Option<Run> {
    let [name, words @ ..] = words else {
        return None;
    };
    let mut words = words.iter();
    Some(Run {
        target: target(name)?,
        most: words.next()?.parse().ok()?,
        seed: words.next()?.parse().ok()?,
        time: Duration::from_secs(words.next()?.parse().ok()?),
        file: words.next()?.clone(),
    })
}

impl Run {
    /// Writes the case that failed.
    fn failed(&self, number: u64, why: &str) -> ExitCode {
        let written = fs::write(&self.file, case(self.seed, number, self.most));
        eprintln!("case {number} {why}");
        if let Err(why) = written {
            eprintln!("{}: {why}", self.file);
        }
        ExitCode::FAILURE
    }

    /// Waits for the cases, which another thread runs; gives the exit code.
    fn watch(&self, done: &AtomicU64, is_over: impl Fn() -> bool) -> ExitCode {
        let mut last = (0, Instant::now());
        while !is_over() {
            thread::sleep(Duration::from_millis(100));
            let now = done.load(Ordering::Relaxed);
            if now != last.0 {
                last = (now, Instant::now());
            } else if last.1.elapsed() > Duration::from_secs(LONGEST) {
                return self.failed(now, "has no end");
            }
        }
        ExitCode::SUCCESS
    }
}

/// Runs the case of a file.
fn of_file(target: Target, file: &str) -> ExitCode {
    match fs::read(file) {
        Ok(bytes) => {
            target(&bytes);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{file}: {why}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [name, file] = &words[..]
        && let Some(target) = target(name)
    {
        return of_file(target, file);
    }
    let Some(run) = asked(&words) else {
        eprintln!("drawn <target> (<file> | <bytes> <seed> <seconds> <file>)");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let done = Arc::new(AtomicU64::new(0));
    let (target, seed, most, time) = (run.target, run.seed, run.most, run.time);
    let worker = thread::spawn({
        let done = Arc::clone(&done);
        move || {
            let mut number = 0;
            while start.elapsed() < time {
                let bytes = case(seed, number, most);
                if catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
                    return Some(number);
                }
                number += 1;
                done.store(number, Ordering::Relaxed);
            }
            None
        }
    });
    let code = run.watch(&done, || worker.is_finished());
    if code != ExitCode::SUCCESS {
        return code;
    }
    if let Ok(Some(number)) = worker.join() {
        return run.failed(number, "fails");
    }
    let cases = done.load(Ordering::Relaxed);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{cases} cases in {seconds:.0} s, {:.0} a second",
        cases as f64 / seconds
    );
    ExitCode::SUCCESS
}
