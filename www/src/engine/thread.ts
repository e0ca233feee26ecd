import engineUrl from "../../../pkg/dist/schedscope_bg.wasm?url";
import workerUrl from "./worker?worker&url";
import type { Thread } from "./client";
import { type Beat, Heartbeat } from "./heartbeat";
import type { EngineFile, Response } from "./protocol";

/** The compiled engine, for all workers. The page fetches it, because only the page can use what it preloads. */
let engine: Promise<EngineFile> | undefined;

/** Null: the worker fetches it, and reports what is wrong. */
const compiled = (): Promise<EngineFile> =>
  WebAssembly.compileStreaming(fetch(new URL(engineUrl, import.meta.url))).then(
    (module) => ({ engine: module }),
    () => ({ engine: null }),
  );

/**
 * Starts the engine's worker. It is started from a `blob:` that imports it, because only such a
 * worker inherits the page's Content-Security-Policy: the thread that holds the text cannot reach
 * any other machine either.
 */
export function startThread(): Thread {
  const address = new URL(workerUrl, import.meta.url).href;
  const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const blob = URL.createObjectURL(source);
  const name = `schedscope engine ${Math.random()}`;
  const thread = Object.assign(new Worker(blob, { type: "module", name }), { onend: null }) as Thread & Worker;
  engine ??= compiled();
  void engine.then((file) => (thread as Worker).postMessage(file));
  const heartbeat = watched(thread);
  const begun = ({ data }: MessageEvent<Response>): void => {
    // A worker may not hold its lock before it reports that it is ready.
    if (data.type === "heard") return;
    thread.removeEventListener("message", begun);
    // The address is not needed once the worker has begun.
    URL.revokeObjectURL(blob);
    // Browsers have no event for the end of a worker, but release its lock, if they support locks.
    if (navigator.locks === undefined) heartbeat.start();
    else navigator.locks.request(name, () => thread.onend?.()).catch(() => heartbeat.start());
  };
  thread.addEventListener("message", begun);
  return thread;
}

/** The heartbeat of a worker, which ends when the worker is terminated. */
function watched(thread: Thread & Worker): Heartbeat {
  const beat: Beat = { beat: true };
  const ask = (): void => (thread as Worker).postMessage(beat);
  const heartbeat = new Heartbeat(ask, () => thread.onend?.());
  thread.addEventListener("message", ({ data }: MessageEvent<Response>) => heartbeat.heard(data));
  const terminate = thread.terminate.bind(thread);
  thread.terminate = () => {
    heartbeat.stop();
    terminate();
  };
  return heartbeat;
}
