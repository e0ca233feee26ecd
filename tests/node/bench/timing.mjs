// Timing, and the rows that `cargo xtask bench` reads. The twin for native code is
// benches/timing/mod.rs.

/** Work is repeated at least so often, for a median... */
const least = 5;
/** ...and for so many milliseconds, for a steady one, a tenth of it for `cargo xtask bench --quick`... */
const longEnough = globalThis.process?.env.SCHEDSCOPE_BENCH_QUICK === undefined ? 1000 : 100;
/** ...but not more often than this... */
const most = 500;
/** ...nor, setting up included, for much more milliseconds than this. */
const patience = 10_000;

/**
 * Warms up, measures, and gives one row. `setup` makes what a run works on and `done` puts away
 * what it made, both outside of the time.
 */
export function row(suite, work, n, { setup = () => undefined, run, done = () => undefined }) {
  const once = () => {
    const input = setup();
    const start = performance.now();
    const output = run(input);
    const took = performance.now() - start;
    done(output);
    return took;
  };
  once();
  const times = [];
  const begun = performance.now();
  const patient = () => performance.now() - begun < patience;
  for (let total = 0; times.length < least || (total < longEnough && times.length < most && patient()); ) {
    const took = once();
    total += took;
    times.push(took);
  }
  times.sort((one, other) => one - other);
  const round = (milliseconds) => Math.round(milliseconds * 10_000) / 10_000;
  return {
    suite,
    work,
    n,
    median_ms: round(times[times.length >> 1]),
    min_ms: round(times[0]),
  };
}
