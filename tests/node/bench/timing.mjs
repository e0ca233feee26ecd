// Timing, and the rows that `cargo xtask bench` reads. The twin for native code is
// benches/timing/mod.rs.

/** Work is repeated at least so often, for a median... */
const least = 5;
/** ...and for so many milliseconds, for a steady one... */
const longEnough = 1000;
/** ...or for a tenth of that (`cargo xtask bench --quick`)... */
const enough = globalThis.process?.env.SCHEDSCOPE_BENCH_QUICK === undefined ? longEnough : longEnough / 10;
/** ...but not more often than this... */
const most = 500;
/** ...nor, setting up included, for much more milliseconds than this. */
const patience = 10_000;

/** The row of a fixed piece of work, by whose time machines are compared; the twin is in benches/timing/mod.rs. */
export function fixed(suite) {
  const run = (memory) => {
    let number = 1;
    for (let step = 0; step < 200_000; step++) {
      number ^= number << 13;
      number ^= number >>> 17;
      number ^= number << 5;
      const place = number >>> 12;
      memory[place] += number;
      number = (number + (memory[place] & 1)) | 1;
    }
    return number;
  };
  // Never less often: every share is one of its time.
  return measured(suite, "a fixed piece of work", 1, longEnough, {
    setup: () => new Uint32Array(1 << 20).fill(1),
    run,
  });
}

/**
 * Warms up, measures, and gives one row. `setup` makes what a run works on and `done` puts away
 * what it made, both outside of the time.
 */
export function row(suite, work, n, parts) {
  return measured(suite, work, n, enough, parts);
}

function measured(suite, work, n, long, { setup = () => undefined, run, done = () => undefined }) {
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
  for (let total = 0; times.length < least || (total < long && times.length < most && patient()); ) {
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
