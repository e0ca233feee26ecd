/** The first worker, started before the page's own code is there: it loads the engine meanwhile. */
import type { Thread } from "./client";
import type { Response } from "./protocol";
import { startThread } from "./thread";

let early: { thread: Thread; said: MessageEvent<Response>[]; failed: ErrorEvent | null; hasEnded: boolean } | null =
  null;

export function startEarly(): void {
  const started = { thread: startThread(), said: [] as MessageEvent<Response>[], failed: null, hasEnded: false };
  early = started;
  started.thread.onmessage = (message) => started.said.push(message);
  started.thread.onerror = (error) => Object.assign(started, { failed: error });
  started.thread.onend = () => (started.hasEnded = true);
}

/** The early worker, or a new one. What it said before is heard once its taker listens. */
export function takeThread(): Thread {
  if (early === null) return startThread();
  const { thread, said, failed, hasEnded } = early;
  early = null;
  queueMicrotask(() => {
    for (const message of said) thread.onmessage?.(message);
    if (failed !== null) thread.onerror?.(failed);
    else if (hasEnded) thread.onend?.();
  });
  return thread;
}
