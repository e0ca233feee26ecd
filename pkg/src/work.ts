// Long work in slices: some milliseconds each, with the event loop's turn between them.
import { SchedscopeError } from "./error.js";

/** How far long work is. */
export interface Progress {
  /**
   * What is being done: `read` the manifests, evaluate `cel` expressions, `decide` and list the clusters,
   * play the `queue` of pods or the `timeline` of VMs.
   */
  stage: Stage;
  /** How much of it is done: characters, clusters, steps, or milliseconds of the timeline. */
  done: number;
  /** How much there is of it. Estimated where that depends on what happens; at least `done`. */
  of: number;
}

/** What is being done. */
export type Stage = "read" | "cel" | "decide" | "queue" | "timeline";

/**
 * For work that may take a while. It is done in slices of some 10 ms, so that a page stays responsive and
 * a server goes on answering; what comes of it is the same.
 */
export interface WorkOptions {
  /**
   * Ends the work when it is aborted: the promise is rejected with `signal.reason`. A scenario stays
   * as it was.
   *
   * @example
   * const late = AbortSignal.timeout(2_000);
   * await place(text, { signal: late });
   */
  signal?: AbortSignal | undefined;
  /** Called between slices, and when a stage is done. What it throws ends the work. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Milliseconds after which it is another's turn. */
const SLICE = 8;
/** A turn is due after so many parts, too: clocks of some runtimes stand still while code runs. */
const PARTS = 16;

/** Gives the event loop its turns, and says how far the work is. */
export class Work {
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #since = performance.now();
  #parts = 0;

  constructor({ signal, onProgress }: WorkOptions = {}) {
    if (signal !== undefined && !(typeof signal === "object" && signal !== null && "aborted" in signal)) {
      throw new SchedscopeError("invalid-argument", "`signal` must be an AbortSignal");
    }
    if (onProgress !== undefined && typeof onProgress !== "function") {
      throw new SchedscopeError("invalid-argument", "`onProgress` must be a function");
    }
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.check();
  }

  /** Throws where the work was aborted. */
  check(): void {
    if (this.#signal?.aborted === true) throw this.#signal.reason;
  }

  /** Waits for something else, or until the work is aborted. */
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

  /** Between two parts of the work. */
  async part(stage: Stage, done: number, of: number): Promise<void> {
    this.#parts += 1;
    if (performance.now() - this.#since < SLICE && this.#parts < PARTS) return;
    this.#onProgress?.({ stage, done, of: Math.max(done, of) });
    await turn();
    this.check();
    this.#since = performance.now();
    this.#parts = 0;
  }

  /** A stage is done. */
  done(stage: Stage, of: number): void {
    this.#onProgress?.({ stage, done: of, of });
    this.check();
  }

  /**
   * Does something in parts whose budget fits a slice.
   *
   * @param step does a part; how much is done, and how much there is; nothing: it has come to its end
   * @returns how much there was
   */
  async repeat(
    stage: Stage,
    budget: { first: number; most: number },
    step: (budget: number) => ArrayLike<number> | undefined,
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
      const [done = 0, of = 0] = [progress[0], progress[1]];
      last = of;
      await this.part(stage, done, of);
    }
  }
}

/** One turn of the event loop. */
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
