import workerUrl from "./worker?worker&url";
import type { Thread } from "./client";

/**
 * Starts the engine's worker. It is started from a `blob:` that imports it, because only such a
 * worker inherits the page's Content-Security-Policy: the thread that holds the text cannot reach
 * any other machine either.
 */
export function startThread(): Thread {
  const address = new URL(workerUrl, import.meta.url).href;
  const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const blob = URL.createObjectURL(source);
  const worker = new Worker(blob, { type: "module", name: "schedscope engine" });
  // The address is not needed once the worker has begun; its first message says that it has.
  worker.addEventListener("message", () => URL.revokeObjectURL(blob), { once: true });
  return worker as Thread;
}
