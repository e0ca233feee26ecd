// The engine, loaded once per thread: its WebAssembly file, and three parts that only some questions need. Entries tell
// where the files are; those that can be read synchronously are loaded by their first use, others by `init`, or by the
// first question that is asked asynchronously.
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

/**
 * A part of the engine: what is asked behind a decision, questions about nodes, pods, quotas and VMs, and what would
 * change an answer.
 */
export type Part = "details" | "nodes" | "whatif";

/** The files of the engine that are given to `init`; the others are loaded from their default places on first use. */
export interface EngineFiles {
  /** `schedscope.wasm`: what decides placements. */
  engine?: Source;
  /** `schedscope_details.wasm`: explanations and reports of a decision, its objects, edits of the text. */
  details?: Source;
  /** `schedscope_nodes.wasm`: questions about nodes, pods, quotas and VMs; it needs `details`. */
  nodes?: Source;
  /** `schedscope_whatif.wasm`: what would change an answer; it needs `nodes`. */
  whatif?: Source;
}

/** The files of the engine that are given to `initSync`. */
export type EngineFilesNow = { [Name in keyof EngineFiles]: Bytes | CompiledModule };

/** How an entry finds a file: synchronously (`now`) or asynchronously (`later`). */
export type FileLocation = { now: () => Bytes | CompiledModule } | { later: () => Source };

/** A part that takes the exports of those before it, by their names. */
type Exports = Record<string, WebAssembly.ExportValue>;

/** The parts, each after those that it needs. */
const PARTS: readonly Part[] = ["details", "nodes", "whatif"];

/** The first four bytes of every WebAssembly file. */
const MAGIC = 0x0061736d;

let places: Partial<Record<"engine" | Part, FileLocation>> = {};
let started = false;
let starting: Promise<void> | undefined;
let instances = 0;
/** The parts that are loaded, compiled: every instance of the engine has them. */
const compiled = new Map<Part, WebAssembly.Module>();
const loading = new Map<Part, Promise<void>>();
/** What the files of this instance export, by the names that others import it from. */
let exported: Record<string, Exports> = {};

/** Called by the entries. */
export function provideEngine(found: Record<"engine" | Part, FileLocation>): void {
  places = { ...found, ...places };
}

/**
 * Loads the engine, or what of it is not loaded yet. If its files can be read synchronously (Node.js, Deno, Bun,
 * workerd, `schedscope/inline`), the first use of each loads it and `init` is not needed. Functions of one call, such
 * as `place`, and `Scenario.ask` load what they need themselves; the methods of a `Scenario` that answer at once need
 * `init` in browsers.
 *
 * @param source the file `schedscope.wasm`, or an object with several of the files; each is an address, a `Response`,
 *   bytes or a compiled module. Then these files are loaded, and the others on first use from beside the package's
 *   code: `init({})` loads the first file alone. Default: all files, from beside the package's code, where
 *   bundlers find them
 * @throws {SchedscopeError} `not-loaded`: the message tells the cause and the remedy
 * @example
 * await init();
 * await init({}); // what decides placements; the rest on first use
 * await init(new URL("/assets/schedscope.wasm", location.href)); // if the file is served from elsewhere
 */
export async function init(source?: Source | EngineFiles): Promise<void> {
  const files = taken("init", () => {
    const found = filesOf(source);
    return found && { ...found };
  });
  const parts = PARTS.filter((part) => (files === undefined ? places[part] !== undefined : files[part] !== undefined));
  const engine = loadEngine(files?.engine);
  // Those that are on their way when another one fails are not left unheard.
  const all = await Promise.allSettled([engine, ...parts.map((part) => loadPart(part, files?.[part], engine))]);
  for (const one of all) if (one.status === "rejected") throw one.reason;
}

/**
 * Loads the engine synchronously from bytes or compiled modules, unless it is loaded. Browsers compile only small
 * files synchronously on their main thread: use `init` there.
 *
 * @param source the file `schedscope.wasm`, or an object with several of the files
 * @throws {SchedscopeError} `not-loaded`: these are not the engine's bytes, or cannot be compiled synchronously here
 * @example
 * initSync(readFileSync("schedscope.wasm"));
 */
export function initSync(source: Bytes | CompiledModule | EngineFilesNow): void {
  const files = taken("initSync", () => ({ ...filesOf(source) })) as EngineFilesNow;
  if (files.engine !== undefined) startSync(files.engine);
  else ensureEngine();
  for (const part of PARTS) {
    const file = files[part];
    if (file === undefined || compiled.has(part)) continue;
    for (const before of neededBy(part)) ensurePart(before, `initSync: ${part}`);
    attach(part, compileSync(file, part));
  }
}

/** Loads the engine synchronously. @throws `not-loaded` if its file cannot be read synchronously */
export function ensureEngine(): void {
  if (started) return;
  if (places.engine === undefined || !("now" in places.engine)) {
    throw new SchedscopeError("not-loaded", "the engine is not loaded yet: call `await init()` first");
  }
  startSync(places.engine.now());
}

/** Loads a part synchronously. @throws `not-loaded` if its file cannot be read synchronously */
export function ensurePart(part: Part | undefined, question: string): void {
  if (part === undefined || compiled.has(part)) return;
  const place = places[part];
  if (place === undefined || !("now" in place)) {
    throw new SchedscopeError(
      "not-loaded",
      `\`${question}\` needs the engine's file \`${fileName(part)}\`, which is not loaded yet: ` +
        "call `await init()` first" +
        (place === undefined ? `, and give it this file as \`${part}\`` : ""),
    );
  }
  for (const before of neededBy(part)) ensurePart(before, question);
  attach(part, compileSync(place.now(), part));
}

/** Loads what a question needs: at once, or a promise. @throws `not-loaded` */
export function load(part: Part | undefined, question: string): Promise<void> | undefined {
  if (part === undefined || compiled.has(part)) return undefined;
  const place = places[part];
  if (place === undefined || "now" in place) return ensurePart(part, question) as undefined;
  return loadPart(part, undefined, Promise.resolve());
}

/** Counts the instances of the engine: what an earlier one made cannot be used any more. */
export function instance(): number {
  return instances;
}

/** Calls the engine; a fresh instance, with the same parts, takes its place if it fails. */
export function guarded<T>(call: () => T): T {
  return guardedBy(() => {
    instances += 1;
    startAfresh();
    join();
  }, call);
}

/** A `Source` alone is the first file. */
function filesOf(source: Source | EngineFiles | undefined): EngineFiles | undefined {
  if (source === undefined || source === null) return undefined;
  // An object of nothing but these names: no source is a plain object.
  const isFiles = Object.prototype.toString.call(source) === "[object Object]" && !("then" in (source as object));
  if (!isFiles) return { engine: source as Source };
  for (const name of Object.keys(source)) {
    if (name !== "engine" && !PARTS.includes(name as Part)) {
      throw new SchedscopeError(
        "invalid-argument",
        `init: there is no file \`${name}\`, there are engine, ${PARTS.join(", ")}`,
      );
    }
  }
  return source as EngineFiles;
}

function loadEngine(source: Source | undefined): Promise<void> {
  if (started) return Promise.resolve();
  starting ??= start(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function start(source: Source | undefined): Promise<void> {
  const place = places.engine;
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
  join();
}

function startSync(source: Bytes | CompiledModule): void {
  if (started) return;
  try {
    startNow({ module: source as BufferSource | WebAssembly.Module });
  } catch (cause) {
    throw unusable(cause);
  }
  join();
}

function loadPart(part: Part, source: Source | undefined, engine: Promise<void>): Promise<void> {
  if (compiled.has(part)) return Promise.resolve();
  const before = loading.get(part);
  if (before !== undefined) return before;
  const begun = fetchPart(part, source, engine).finally(() => loading.delete(part));
  loading.set(part, begun);
  return begun;
}

async function fetchPart(part: Part, source: Source | undefined, engine: Promise<void>): Promise<void> {
  const place = places[part];
  if (source === undefined && place !== undefined && "now" in place) {
    await engine;
    return ensurePart(part, part);
  }
  const found = source ?? (place !== undefined && "later" in place ? place.later() : undefined);
  if (found === undefined) {
    throw new SchedscopeError(
      "not-loaded",
      `this question needs the engine's file \`${fileName(part)}\`: give it to \`init\` as \`${part}\``,
    );
  }
  const needed = neededBy(part).map((before) => loadPart(before, undefined, engine));
  const [file] = await Promise.all([fetched(found, "init").then((file) => compile(file, part)), engine, ...needed]);
  if (!compiled.has(part)) attach(part, file);
}

/** The parts before a part: it takes functions from them. */
function neededBy(part: Part): readonly Part[] {
  return PARTS.slice(0, PARTS.indexOf(part));
}

async function compile(
  file: Exclude<Source, string | URL | Request | Promise<Response>>,
  part: Part,
): Promise<WebAssembly.Module> {
  try {
    if (typeof Response === "function" && file instanceof Response) {
      return await (typeof WebAssembly.compileStreaming === "function"
        ? WebAssembly.compileStreaming(file)
        : WebAssembly.compile(await file.arrayBuffer()));
    }
    return isModule(file) ? file : await WebAssembly.compile(file as BufferSource);
  } catch (cause) {
    throw unusable(cause, part);
  }
}

function compileSync(file: Bytes | CompiledModule, part: Part): WebAssembly.Module {
  try {
    return isModule(file) ? file : new WebAssembly.Module(file as BufferSource);
  } catch (cause) {
    throw unusable(cause, part);
  }
}

/** A compiled module may be of another realm, as in the edge runtime of Next.js. */
function isModule(file: unknown): file is WebAssembly.Module {
  return Object.prototype.toString.call(file) === "[object WebAssembly.Module]";
}

/** Adds a part to the instance. It fills its slots of the engine's table, from which its questions are called. */
function attach(part: Part, file: WebAssembly.Module): void {
  ensureEngine();
  try {
    exported[part] = new WebAssembly.Instance(file, exported).exports;
  } catch (cause) {
    throw unusable(cause, part);
  }
  compiled.set(part, file);
}

/** Takes the exports of an instance that has just started, and adds the parts that its predecessor had. */
function join(): void {
  started = true;
  // The bindings give them to whoever initialises them again.
  exported = { engine: (startNow as unknown as () => Exports)() };
  for (const part of PARTS) {
    const file = compiled.get(part);
    if (file !== undefined) attach(part, file);
  }
}

function fileName(part: Part | undefined): string {
  return part === undefined ? "schedscope.wasm" : `schedscope_${part}.wasm`;
}

/** Fetches the file if the source is an address. @throws `not-loaded` if there is no file */
export async function fetched(
  source: Source,
  by: string,
): Promise<Exclude<Source, string | URL | Request | Promise<Response>>> {
  const isAddress =
    typeof source === "string" || source instanceof URL || (typeof Request === "function" && source instanceof Request);
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

function unusable(cause: unknown, part?: Part): SchedscopeError {
  const what = part === undefined ? "the engine's WebAssembly file" : `the engine's WebAssembly file \`${part}\``;
  return new SchedscopeError(
    "not-loaded",
    `this is not ${what}, or it cannot be compiled here: ${String(cause)}; ` +
      `give \`init\` the file \`schedscope/${fileName(part)}\` of this version`,
    { cause },
  );
}
