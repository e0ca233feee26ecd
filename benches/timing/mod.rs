//! Timing, and the rows that `cargo xtask bench` reads. The twin for JavaScript is
//! tests/node/bench/timing.mjs.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Work is repeated at least so often, for a median…
const LEAST: usize = 5;
/// …and so long, for a steady one…
const LONG_ENOUGH: Duration = Duration::from_secs(1);
/// …but not more often than this…
const MOST: usize = 500;
/// …nor, setting up included, much longer than this.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the work of a row is repeated: a tenth of that for `cargo xtask bench --quick`.
fn long_enough() -> Duration {
    if std::env::var_os("SCHEDSCOPE_BENCH_QUICK").is_some() {
        LONG_ENOUGH / 10
    } else {
        LONG_ENOUGH
    }
}

/// Warms up, measures, and prints one row. `setup` makes what a run works on, outside of the time.
pub(crate) fn row<I, O>(
    suite: &str,
    work: &str,
    n: usize,
    mut setup: impl FnMut() -> I,
    mut run: impl FnMut(I) -> O,
) {
    let mut once = || {
        let input = setup();
        let start = Instant::now();
        let output = black_box(run(black_box(input)));
        let took = start.elapsed();
        drop(output);
        took
    };
    once();
    let long_enough = long_enough();
    let mut times = Vec::new();
    let mut total = Duration::ZERO;
    let begun = Instant::now();
    let patient = || begun.elapsed() < PATIENCE;
    while times.len() < LEAST || (total < long_enough && times.len() < MOST && patient()) {
        let took = once();
        total += took;
        times.push(took.as_secs_f64() * 1000.0);
    }
    times.sort_unstable_by(f64::total_cmp);
    let row = serde_json::json!({
        "suite": suite,
        "work": work,
        "n": n,
        "target": "native",
        "median_ms": round(times[times.len() / 2]),
        "min_ms": round(times[0]),
    });
    println!("{row}");
}

/// To a microsecond's tenth, so that rows are not longer than they are true.
fn round(milliseconds: f64) -> f64 {
    (milliseconds * 10_000.0).round() / 10_000.0
}
