/**
 * Notices that a worker ended where the browser has no locks to tell it, as on a page that was loaded by plain HTTP.
 *
 * The worker says of every message that it was heard before anything is done with it. A worker that computes hears
 * nothing meanwhile, and is left alone until it has answered what it heard.
 */
import type { Request, Response } from "./protocol";

/** Milliseconds between two questions. */
export const BEAT = 400;
/** Beats without a word after which the worker is gone: with the time until the next beat, less than 2 s. */
const SILENT = 4;

export class Heartbeat {
  readonly #ask: () => void;
  readonly #ended: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** what the worker heard and has not answered */
  readonly #computing = new Set<number>();
  #silent = 0;
  #last = 0;

  constructor(ask: () => void, ended: () => void) {
    this.#ask = ask;
    this.#ended = ended;
  }

  /** Asks from now on; what was heard before counts. */
  start(): void {
    this.#last = Date.now();
    this.#timer = setInterval(() => this.#beat(), BEAT);
    this.#ask();
  }

  heard(response: Response): void {
    this.#silent = 0;
    if (response.type === "heard") {
      if (response.id !== null) this.#computing.add(response.id);
    } else if (response.type === "answer" || response.type === "refused") {
      this.#computing.delete(response.id);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = Date.now();
    // A page that slept may not have heard what was said.
    const slept = now - this.#last > 2 * BEAT;
    this.#last = now;
    if (slept || this.#computing.size > 0) this.#silent = 0;
    else this.#silent += 1;
    if (this.#silent >= SILENT) {
      this.stop();
      this.#ended();
    } else {
      this.#ask();
    }
  }
}

/** Whether a message to the worker only asks whether it is there. */
export const isBeat = (message: Request | Beat): message is Beat => "beat" in message;

/** A message that is only to be heard. */
export interface Beat {
  beat: true;
}
