// Long work in slices of a few milliseconds; the event loop runs between them.
import { SchedscopeError, taken } from "./error.js";

/** The progress of long work. */
export interface Progress {
  /**
   * The current stage: `read` the manifests, evaluate `cel` expressions, `decide` and list the clusters, run the
   * `queue` of pods or the `timeline` of VMs, or `search` for changes.
   */
  stage: Stage;
  /** The amount that is done, in characters, clusters, steps, milliseconds of the timeline, or trials. */
  done: number;
  /** The whole amount, in the same unit; an estimate for simulations, at least `done`. */
  of: number;
  /** Of `change`, once there is one: the number of changes found so far that stay the cheapest (`changesSoFar`). */
  found?: number;
}

/** A stage of long work. */
export type Stage = "read" | "cel" | "decide" | "queue" | "search" | "timeline";

/**
 * Options of work that may take a while. It is done in slices of about 10 ms, so that a page stays responsive and a
 * server answers other requests. The result is the same.
 */
export interface WorkOptions {
  /**
   * Aborts the work: the promise is rejected with `signal.reason`, and a scenario keeps its state.
   *
   * @example
   * const late = AbortSignal.timeout(2_000);
   * await place(text, { signal: late });
   */
  signal?: AbortSignal | undefined;
  /** Called between slices and at the end of a stage. An error that it throws ends the work. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** The length of a slice in milliseconds. */
const SLICE = 8;
/** The largest number of parts in a slice: the clocks of some runtimes stand still while code runs. */
const PARTS = 16;

/** Yields to the event loop between slices, and reports progress. */
export class Work {
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #since = performance.now();
  #parts = 0;
  /** How many changes the stage has found. */
  #found = 0;

  constructor(options: WorkOptions = {}) {
    const { signal, onProgress } = taken("the options", () => ({ ...options }));
    const isSignal = (of: AbortSignal | null): boolean =>
      typeof of === "object" && typeof of?.aborted === "boolean" && typeof of.addEventListener === "function";
    if (signal !== undefined && !taken("`signal`", () => isSignal(signal))) {
      throw new SchedscopeError("invalid-argument", "`signal` must be an AbortSignal");
    }
    if (onProgress !== undefined && typeof onProgress !== "function") {
      throw new SchedscopeError("invalid-argument", "`onProgress` must be a function");
    }
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.check();
  }

  /** Throws if the work was aborted. */
  check(): void {
    if (this.#signal?.aborted === true) throw this.#signal.reason;
  }

  /** Waits for a promise, or until the work is aborted. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    const signal = this.#signal;
    if (signal === undefined) return promise;
    let stop: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
    });
    try {
      this.check();
      return await Promise.race([promise, aborted]);
    } finally {
      if (stop !== undefined) signal.removeEventListener("abort", stop);
    }
  }

  /** Called between two parts of the work; ends the slice if its time is over. */
  async part(stage: Stage, done: number, of: number, found = 0): Promise<void> {
    this.#found = found;
    this.#parts += 1;
    if (performance.now() - this.#since < SLICE && this.#parts < PARTS) return;
    this.#tell({ stage, done, of: Math.max(done, of) });
    await turn();
    this.check();
    this.#since = performance.now();
    this.#parts = 0;
  }

  /** Reports that a stage is done. */
  done(stage: Stage, of: number): void {
    this.#tell({ stage, done: of, of });
    this.#found = 0;
    this.check();
  }

  #tell(progress: Progress): void {
    this.#onProgress?.(this.#found > 0 ? { ...progress, found: this.#found } : progress);
  }

  /**
   * Repeats a step, with a budget that fits a slice, until it is done.
   *
   * @param step does a part and returns the progress; `undefined`: all is done
   * @returns the whole amount
   */
  async repeat(
    stage: Stage,
    budget: { first: number; most: number },
    step: (budget: number) => { done: number; of: number; found?: number } | undefined,
  ): Promise<number> {
    let size = budget.first;
    let last = 0;
    for (;;) {
      const start = performance.now();
      const progress = step(size);
      if (progress === undefined) return last;
      const took = performance.now() - start;
      if (took > SLICE) size = Math.max(1, Math.floor((size * SLICE) / took));
      else if (took < SLICE / 2) size = Math.min(budget.most, size * 2);
      const { done, of, found } = progress;
      last = of;
      await this.part(stage, done, of, found);
    }
  }
}

/** Waits for one turn of the event loop. */
function turn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (typeof scheduler?.yield === "function") return scheduler.yield();
  return new Promise((resolve) => {
    // Timers wait 4 ms in browsers, and a second in the background; messages do not wait.
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
    } else if (typeof MessageChannel === "function") {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    } else {
      setTimeout(resolve, 0);
    }
  });
}
