// Reads texts from bytes, streams, files of a browser and responses, and refuses values that only look like a text.
import { SchedscopeError, taken } from "../error.js";
import type { Work } from "../work.js";

/** The part of `ReadableStream` that is used here. */
interface Stream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The part of `Blob` and `Response` that is used here. */
interface Texted {
  text(): Promise<string>;
  ok?: boolean;
  status?: number;
  bodyUsed?: boolean;
}

/**
 * Reads one text from bytes in UTF-8, a `ReadableStream`, a `Readable` of Node.js, a `Blob`, a `File` or a
 * `Response`.
 *
 * @param what names the value in errors, such as `manifest 1`
 * @returns the text; `null`: the value is something else
 * @throws `invalid-argument` for bytes that are not UTF-8, for a Promise and for an address
 */
export async function readText(value: object, what: string, work: Work): Promise<string | null> {
  const form = taken(what, () => formOf(value, what));
  if (form === "bytes") return decoded([value], what);
  if (form === "stream") return decoded(await chunksOf(value as Stream, what, work), what);
  if (form === "readable") {
    const chunks: unknown[] = [];
    for await (const chunk of inTime(value as AsyncIterable<unknown>, work)) chunks.push(chunk);
    return decoded(chunks, what);
  }
  return form === "texted" ? work.until((value as Texted).text()) : null;
}

/** How a value holds a text; `null`: it does not. */
function formOf(value: object, what: string): "bytes" | "stream" | "readable" | "texted" | null {
  if (isBytes(value)) return "bytes";
  if (value instanceof URL) throw addressRefused(what, value.href);
  const is = (name: string): boolean => typeof (value as Record<string, unknown>)[name] === "function";
  if (is("then")) throw refused(what, "is a Promise: await it");
  if (is("getReader")) return "stream";
  if (is("pipe") && Symbol.asyncIterator in value) return "readable";
  if (!is("text") || !is("arrayBuffer")) return null;
  const { ok, status, bodyUsed } = value as Texted;
  if (bodyUsed === true) throw refused(what, "is a response that was read already");
  if (ok === false) throw refused(what, `is a response with status ${status}`);
  return "texted";
}

/** The items of an async iterable; ends when the work is aborted. */
export async function* inTime<Item>(items: AsyncIterable<Item>, work: Work): AsyncGenerator<Item> {
  const iterator = iteratorOf(() => items[Symbol.asyncIterator]());
  let isOpen = true;
  try {
    for (;;) {
      const { done, value } = await work.until(iterator.next());
      if (done === true) {
        isOpen = false;
        return;
      }
      yield value;
    }
  } finally {
    // Not awaited: an iterator may hang.
    if (isOpen) void (async () => iterator.return?.())().catch(() => undefined);
  }
}

/** An iterator of the caller's. @throws `invalid-argument` if it is none */
export function iteratorOf<Of extends { next: unknown }>(begin: () => Of): Of {
  const iterator = taken("the manifests", begin);
  if (typeof iterator?.next !== "function") throw refused("the manifests", "cannot be gone through: `next` is missing");
  return iterator;
}

/**
 * Refuses a text that looks like the name of a file or an address instead of a manifest.
 *
 * Only for functions of one call: an editor has such texts while somebody types.
 */
export function refuseNames(text: string, what: string): void {
  const name = text.length > 1000 ? "" : text.trim();
  if (name === "" || /[\n\r]|^[{[]|: /.test(name)) return;
  if (/^(file|https?):/.test(name)) throw addressRefused(what, name);
  if (name === "-") throw refused(what, "is `-`: standard input is read by the command line only");
  if (/\.(ya?ml|jsonl?|ndjson)$/i.test(name)) {
    throw refused(
      what,
      `looks like a file name: pass the file's content, \`readFileSync(${JSON.stringify(name)}, "utf8")\``,
    );
  }
}

async function chunksOf(stream: Stream, what: string, work: Work): Promise<unknown[]> {
  const reader = taken(what, () => stream.getReader());
  const chunks: unknown[] = [];
  try {
    for (;;) {
      const { done, value } = await work.until(reader.read());
      if (done) return chunks;
      chunks.push(value);
    }
  } catch (error) {
    // The reason for cancelling matters more than a failure to cancel.
    void reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/** Texts and bytes as one text. */
function decoded(chunks: readonly unknown[], what: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts: string[] = [];
  try {
    for (const chunk of chunks) {
      if (typeof chunk === "string") texts.push(decoder.decode(), chunk);
      else if (typeof chunk === "object" && chunk !== null && isBytes(chunk)) {
        texts.push(decoder.decode(chunk, { stream: true }));
      } else throw refused(what, "is a stream of something else than texts and bytes");
    }
    texts.push(decoder.decode());
  } catch (cause) {
    if (cause instanceof SchedscopeError) throw cause;
    throw refused(what, "is not a text in UTF-8", cause);
  }
  return texts.join("");
}

const isBytes = (value: object): value is ArrayBufferView | ArrayBuffer =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

const refused = (what: string, why: string, cause?: unknown): SchedscopeError =>
  new SchedscopeError("invalid-argument", `${what} ${why}`, { cause });

const addressRefused = (what: string, address: string): SchedscopeError =>
  refused(what, `looks like an address: pass its content, \`await (await fetch(${JSON.stringify(address)})).text()\``);
