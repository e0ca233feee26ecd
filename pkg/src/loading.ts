// The engine's WebAssembly file: one to a thread, started once. Entries say where it is; what can be
// read at once is started by its first use, the rest by `init`.
import startLater, { type InitInput, initSync as startNow } from "../dist/schedscope.js";
import { SchedscopeError } from "./error.js";

/** The bytes of a WebAssembly file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** A `WebAssembly.Module`, where the types of the surroundings know of it; those of Node.js do not. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

/** Where a WebAssembly file is, or what it holds. */
export type Source = string | URL | Request | Response | Promise<Response> | Bytes | CompiledModule;

/** How an entry finds the engine: at once, or in a while. */
export type Place = { now: () => Bytes | CompiledModule } | { later: () => Source };

let place: Place | undefined;
let started = false;
let starting: Promise<void> | undefined;

/** Called by the entries. */
export function provideEngine(found: Place): void {
  place ??= found;
}

/**
 * Loads the engine; calling it again gives the same promise, and begins anew where it failed. Where
 * the file can be read at once (Node.js, Deno, Bun, workerd, `schedscope/inline`) nothing needs it: the first use
 * loads the engine.
 *
 * @param source by default the file is found next to the package's code, also by bundlers
 */
export function init(source?: Source): Promise<void> {
  if (started) return Promise.resolve();
  starting ??= start(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/**
 * Loads the engine at once, from bytes or a compiled module; nothing happens where it is loaded. Browsers
 * compile only small files at once on their main thread; there `init` is to be used.
 */
export function initSync(source: Bytes | CompiledModule): void {
  if (started) return;
  startNow({ module: source as BufferSource | WebAssembly.Module });
  started = true;
}

/** Loads the engine where it can be had at once. @throws `not-loaded` where it cannot */
export function ensureEngine(): void {
  if (started) return;
  if (place === undefined || !("now" in place)) {
    throw new SchedscopeError("not-loaded", "the engine is not loaded yet: `await init()` first");
  }
  initSync(place.now());
}

async function start(source: Source | undefined): Promise<void> {
  if (source === undefined && place !== undefined && "now" in place) return ensureEngine();
  const found = source ?? (place !== undefined && "later" in place ? place.later() : undefined);
  if (found === undefined) {
    throw new SchedscopeError("not-loaded", "`init` must be given the WebAssembly file here: its address, its bytes or a compiled module");
  }
  await startLater({ module_or_path: found as InitInput | Promise<Response> });
  started = true;
}
