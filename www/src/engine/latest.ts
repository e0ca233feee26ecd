/**
 * At most one job under way; what arrives meanwhile is merged into one next job.
 *
 * A burst of keystrokes thus costs two jobs, the one under way and the one that has everything
 * since, however fast they come and however slow the engine is.
 */
export class Latest<Job> {
  #waiting: Job | null = null;
  #running = false;
  readonly #start: (job: Job) => void;
  readonly #merge: (earlier: Job, later: Job) => Job;

  constructor(start: (job: Job) => void, merge: (earlier: Job, later: Job) => Job) {
    this.#start = start;
    this.#merge = merge;
  }

  /** Whether a job is under way. */
  get running(): boolean {
    return this.#running;
  }

  /** Starts the job, or merges it into the one that waits. */
  push(job: Job): void {
    if (this.#running) {
      this.#waiting = this.#waiting === null ? job : this.#merge(this.#waiting, job);
    } else {
      this.#running = true;
      this.#start(job);
    }
  }

  /** The job under way is done: the one that waits starts. */
  done(): void {
    this.#running = false;
    const next = this.#waiting;
    this.#waiting = null;
    if (next !== null) this.push(next);
  }

  /** Forgets what runs and what waits. */
  clear(): void {
    this.#running = false;
    this.#waiting = null;
  }
}
