// The engine, loaded once per thread. Entries tell where its WebAssembly file is: one that can be read synchronously is
// loaded by its first use, others by `init`.
import startLater, { __wbg_reset_state as startAfresh, initSync as startNow } from "../dist/schedscope.js";
import { SchedscopeError, guardedBy, taken } from "./error.js";

/** The bytes of a WebAssembly file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** `WebAssembly.Module`, if the runtime's types declare it; those of Node.js do not. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/** A WebAssembly file: its address, a response, its bytes, or a compiled module. */
export type Source = string | URL | Request | Response | Promise<Response> | Bytes | CompiledModule;

/** How an entry finds a file: synchronously (`now`) or asynchronously (`later`). */
export type FileLocation = { now: () => Bytes | CompiledModule } | { later: () => Source };

/** The first four bytes of every WebAssembly file. */
const MAGIC = 0x0061736d;

let place: FileLocation | undefined;
let started = false;
let starting: Promise<void> | undefined;
let instances = 0;

/** Called by the entries. */
export function provideEngine(found: FileLocation): void {
  place ??= found;
}

/**
 * Loads the engine, unless it is loaded. If its file can be read synchronously (Node.js, Deno, Bun, workerd,
 * `schedscope/inline`), the first use loads it and `init` is not needed. Functions of one call, such as `place`, load
 * it themselves; `Scenario` needs `init` in browsers.
 *
 * @param source the file `schedscope.wasm`: its address, a `Response`, its bytes or a compiled module. Default: the
 *   file next to the package's code, which bundlers find too
 * @throws {SchedscopeError} `not-loaded`: the message tells the cause and the remedy
 * @example
 * await init();
 * await init(new URL("/assets/schedscope.wasm", location.href)); // if the file is served from elsewhere
 */
export function init(source?: Source): Promise<void> {
  if (started) return Promise.resolve();
  starting ??= start(source ?? undefined).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/**
 * Loads the engine synchronously from bytes or a compiled module, unless it is loaded. Browsers compile only small
 * files synchronously on their main thread: use `init` there.
 *
 * @param source the file `schedscope.wasm`
 * @throws {SchedscopeError} `not-loaded`: these are not the engine's bytes, or cannot be compiled synchronously here
 * @example
 * initSync(readFileSync("schedscope.wasm"));
 */
export function initSync(source: Bytes | CompiledModule): void {
  if ((source ?? undefined) === undefined) ensureEngine();
  else startSync(source);
}

/** Loads the engine synchronously. @throws `not-loaded` if its file cannot be read synchronously */
export function ensureEngine(): void {
  if (started) return;
  if (place === undefined || !("now" in place)) {
    throw new SchedscopeError("not-loaded", "the engine is not loaded yet: call `await init()` first");
  }
  startSync(place.now());
}

/** Counts the instances of the engine: what an earlier one made cannot be used any more. */
export function instance(): number {
  return instances;
}

/** Calls the engine; a fresh instance takes its place if it fails. */
export function guarded<T>(call: () => T): T {
  return guardedBy(() => {
    instances += 1;
    startAfresh();
  }, call);
}

async function start(source: Source | undefined): Promise<void> {
  if (source === undefined && place !== undefined && "now" in place) return ensureEngine();
  const found = source ?? (place !== undefined && "later" in place ? place.later() : undefined);
  if (found === undefined) {
    throw new SchedscopeError(
      "not-loaded",
      "`init` needs the WebAssembly file here: its address, its bytes or a compiled module",
    );
  }
  const file = await fetched(found, "init");
  try {
    await startLater({ module_or_path: file });
  } catch (cause) {
    throw unusable(cause);
  }
  started = true;
}

function startSync(source: Bytes | CompiledModule): void {
  if (started) return;
  try {
    startNow({ module: source as BufferSource | WebAssembly.Module });
  } catch (cause) {
    throw unusable(cause);
  }
  started = true;
}

/** Fetches the file if the source is an address. @throws `not-loaded` if there is no file */
export async function fetched(
  source: Source,
  by: string,
): Promise<Exclude<Source, string | URL | Request | Promise<Response>>> {
  const isAddress = taken(
    by,
    () =>
      typeof source === "string" ||
      source instanceof URL ||
      (typeof Request === "function" && source instanceof Request),
  );
  let file: Awaited<Source>;
  try {
    file = await (isAddress ? fetch(source as string | URL | Request) : source);
  } catch (cause) {
    throw new SchedscopeError(
      "not-loaded",
      `the WebAssembly file could not be fetched from ${address(source)}: ${String(cause)}; ${advice(by)}`,
      { cause },
    );
  }
  if (typeof Response === "function" && file instanceof Response && !file.ok) {
    throw new SchedscopeError(
      "not-loaded",
      `${file.url || address(source)} answered ${file.status} instead of the WebAssembly file; ${advice(by)}`,
    );
  }
  if (typeof Response === "function" && file instanceof Response) return ofType(file, file.url || address(source), by);
  return file as BufferSource | WebAssembly.Module;
}

/**
 * A response that the bindings compile while it arrives; its bytes if it has another content type, about which they
 * would warn on the console.
 */
async function ofType(response: Response, from: string, by: string): Promise<Response | ArrayBuffer> {
  const type = response.headers.get("content-type");
  if (type === "application/wasm") return response;
  let bytes: ArrayBuffer;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw new SchedscopeError(
      "not-loaded",
      `the WebAssembly file could not be read from ${from}: ${String(cause)}; ${advice(by)}`,
      { cause },
    );
  }
  if (bytes.byteLength >= 4 && new DataView(bytes).getUint32(0) === MAGIC) return bytes;
  // Servers of single-page applications answer so for missing files.
  const isPage = type !== null && /^text\/html\b/.test(type);
  const vite = isPage
    ? 'with Vite, set `optimizeDeps: { exclude: ["schedscope"] }` in its configuration; otherwise '
    : "";
  throw new SchedscopeError(
    "not-loaded",
    `${from} gave ${type ?? "a response without a content type"} instead of the WebAssembly file; ${vite}${advice(by)}`,
  );
}

function address(source: Source): string {
  if (typeof source === "string" || source instanceof URL) return String(source);
  return typeof Request === "function" && source instanceof Request ? source.url : "where it should be";
}

function advice(by: string): string {
  return `serve the package's dist folder, or give \`${by}\` the file's address, bytes or compiled module`;
}

function unusable(cause: unknown): SchedscopeError {
  return new SchedscopeError(
    "not-loaded",
    `this is not the engine's WebAssembly file, or it cannot be compiled here: ${String(cause)}; ` +
      "give `init` the file `schedscope/schedscope.wasm` of this version",
    { cause },
  );
}
