/**
 * The page's side of the conversation: one worker at a time, one update under way at a time.
 *
 * A worker that dies is replaced once with the same text; if the new one dies on that text too,
 * the client waits for the next change instead of dying in a circle.
 */
import { mergeUpdates } from "./edits";
import { Latest } from "./latest";
import type { UpdateReply, Call, Calls, Refusal, Request, Response, Update } from "./protocol";

export type EngineState =
  | { type: "starting" }
  | { type: "well" }
  /** restarted with the same text after `message` */
  | { type: "restarted"; message: string }
  /** stopped; starts again with the next change */
  | { type: "stopped"; message: string };

/** The part of a Worker that the client uses. */
export interface Thread {
  postMessage(message: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  /** the worker is gone, and said nothing */
  onend: (() => void) | null;
}

interface Hooks {
  startThread(): Thread;
  /** everything on show, with the whole text: for a worker that knows nothing yet */
  everything(): Update;
  answered(answer: UpdateReply): void;
  refused(refusal: Refusal): void;
  state(state: EngineState): void;
  /** whether an answer is awaited; said again with each answer that came while others are */
  busy(busy: boolean): void;
}

/** A request that was not answered because the worker it went to is gone. */
export class Gone extends Error {}

interface Waiting {
  call: Call;
  resolve(answer: never): void;
  reject(error: Error): void;
}

export class Client {
  readonly #hooks: Hooks;
  readonly #updates: Latest<Update>;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Thread | null = null;
  #nextId = 1;
  /** deaths since the last answer */
  #deaths = 0;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
    this.#updates = new Latest((update) => this.#send(update), mergeUpdates);
  }

  /** Starts the engine with everything. */
  start(): void {
    this.#hooks.state({ type: "starting" });
    this.#open();
  }

  /** What changed, and what is asked now. */
  update(update: Update): void {
    if (this.#thread === null) {
      this.#deaths = 0;
      this.start();
    } else {
      this.#updates.push(update);
    }
  }

  /** Ends a computation that takes too long; the next change starts the engine again. */
  stop(): void {
    this.#close();
    this.#hooks.state({ type: "stopped", message: "stopped on request" });
  }

  /** One request beside the updates. Rejects with `Gone` where the worker ends meanwhile. */
  request<C extends Call>(call: C, ask: Calls[C]["ask"]): Promise<Calls[C]["answer"]> {
    return new Promise((resolve, reject) => {
      const thread = this.#thread;
      if (thread === null) {
        reject(new Gone("the engine is not running"));
        return;
      }
      const id = this.#nextId++;
      this.#waiting.set(id, { call, resolve: resolve as (answer: never) => void, reject });
      if (this.#waiting.size === 1) this.#hooks.busy(true);
      thread.postMessage({ id, call, ask } as Request);
    });
  }

  #send(update: Update): void {
    this.request("update", update).then(
      (answer) => {
        this.#deaths = 0;
        this.#hooks.answered(answer);
        this.#updates.done();
      },
      (error: unknown) => {
        if (error instanceof Gone) return;
        const refusal = error as Error & { code?: string };
        this.#hooks.refused({ code: refusal.code ?? "error", message: refusal.message });
        this.#updates.done();
      },
    );
  }

  #open(): void {
    const thread = this.#hooks.startThread();
    this.#thread = thread;
    thread.onmessage = ({ data }) => {
      if (this.#thread === thread) this.#receive(data);
    };
    thread.onerror = (event) => {
      event.preventDefault();
      if (this.#thread === thread) this.#died(event.message || "the worker failed");
    };
    thread.onend = () => {
      if (this.#thread === thread) this.#died("the worker ended");
    };
    this.#updates.push(this.#hooks.everything());
  }

  #receive(response: Response): void {
    if (response.type === "ready") {
      if (this.#deaths === 0) this.#hooks.state({ type: "well" });
      return;
    }
    if (response.type === "heard") return;
    if (response.type === "died") {
      this.#died(response.message);
      return;
    }
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    this.#hooks.busy(this.#waiting.size > 0);
    if (response.type === "answer") {
      waiting.resolve(response.answer as never);
    } else {
      const { code, message } = response.refusal;
      waiting.reject(Object.assign(new Error(message), { code }));
    }
  }

  #died(message: string): void {
    this.#close();
    this.#deaths += 1;
    if (this.#deaths > 1) {
      this.#hooks.state({ type: "stopped", message });
      return;
    }
    this.#hooks.state({ type: "restarted", message });
    this.#open();
  }

  #close(): void {
    this.#thread?.terminate();
    this.#thread = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#updates.clear();
    this.#hooks.busy(false);
    for (const { reject } of waiting) reject(new Gone("the engine ended before it answered"));
  }
}
