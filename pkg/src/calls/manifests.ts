// Manifests as a caller has them, made into one text, and findings about them in the caller's terms.
import type { Diagnostic, IncompleteText, TextPosition, TextRange } from "../../types.js";
import { SchedscopeError, kind, taken } from "../error.js";
import type { Caveat } from "../words/caveat.js";
import { diagnosticText } from "../words/diagnostic.js";
import { incompleteDetails, incompleteText } from "../words/incomplete.js";
import type { Work } from "../work.js";
import { inTime, iteratorOf, readText, refuseNames } from "./sources.js";

/**
 * Kubernetes objects: a text, such as `kubectl get … -o yaml` or `-o json` prints; an object, such as `JSON.parse` or
 * a Kubernetes client returns, also a `List`; or an iterable or async iterable of them. A text may also be given as
 * bytes in UTF-8, a `ReadableStream`, `Readable`, `Blob`, `File` or `Response`.
 */
export type Manifests = string | object | Iterable<string | object> | AsyncIterable<string | object>;

/** One finding about the manifests. */
export interface InputDiagnostic extends Omit<Diagnostic, "range" | "duplicate"> {
  /**
   * The index of the manifest that the finding is about, from 0; 0 for a single text or object. `null`: all
   * manifests together.
   */
  input: number | null;
  /**
   * The range in that text: lines and columns from 1, offsets in UTF-16 code units. `null` for a manifest that was
   * given as an object, which has no lines: `object` and `path` tell the field.
   */
  range: TextRange | null;
}

/** A place at which a manifest is incomplete. */
export interface IncompleteManifest extends Omit<IncompleteText, "range"> {
  /** The index of the manifest; `null`: it is about no manifest. */
  input: number | null;
  /** Where it is wrong, in that manifest; `null` for an object. */
  range: TextRange | null;
  /** The sentence that comes before every other one of the answer. */
  message: string;
}

/** One manifest in the common text. */
interface Part {
  /** The offset of its first character. */
  offset: number;
  /** The number of lines before it. */
  line: number;
  isObject: boolean;
}

/** The number of manifests that one part of the work writes. */
const BATCH = 64;

/** The common text of the manifests, and the part of each. */
export class InputText {
  private constructor(
    readonly text: string,
    private readonly parts: readonly Part[],
  ) {}

  /** Writes manifests as one text. @throws `invalid-argument` for values that are not manifests */
  static async from(manifests: Manifests, work: Work): Promise<InputText> {
    if (typeof manifests === "string") {
      refuseNames(manifests, "the input");
      return InputText.#one(manifests);
    }
    if (typeof manifests !== "object" || manifests === null) {
      throw new SchedscopeError(
        "invalid-argument",
        `the manifests must be a text, an object or many of them, not ${kind(manifests)}`,
      );
    }
    const whole = await readText(manifests, "the input", work);
    if (whole !== null) return InputText.#one(whole);
    const parts: Part[] = [];
    const texts: string[] = [];
    let [offset, line, wasObject] = [0, 0, true];
    const add = (text: string) => {
      texts.push(text);
      offset += text.length;
      line += breaks(text);
    };
    const take = async (value: unknown): Promise<void> => {
      const index = parts.length;
      const what = `manifest ${index}`;
      if (typeof value === "string") refuseNames(value, what);
      const read = typeof value === "object" && value !== null ? await readText(value, what, work) : null;
      const item = read ?? value;
      const isObject = typeof item !== "string";
      // JSON ends by itself; a text is separated from the next manifest.
      if (index > 0 && !(isObject && wasObject)) add("---\n");
      parts.push({ offset, line, isObject });
      const text = isObject ? json(item, index) : item;
      add(text.endsWith("\n") || text.endsWith("\r") ? text : `${text}\n`);
      wasObject = isObject;
      if (index % BATCH === BATCH - 1) await work.part("read", 0, offset);
    };
    if (Symbol.asyncIterator in manifests)
      for await (const value of inTime(manifests as AsyncIterable<unknown>, work)) await take(value);
    else if (Symbol.iterator in manifests) {
      const iterator = iteratorOf(() => (manifests as Iterable<unknown>)[Symbol.iterator]());
      for (const value of { [Symbol.iterator]: () => iterator }) {
        const isAwaited = taken(
          "the manifests",
          () => typeof (value as PromiseLike<unknown> | null)?.then === "function",
        );
        await take(isAwaited ? await value : value);
      }
    } else await take(manifests);
    return new InputText(texts.join(""), parts);
  }

  static #one(text: string): InputText {
    return new InputText(text, [{ offset: 0, line: 0, isObject: false }]);
  }

  /** A finding about the text, in terms of the manifests. */
  diagnostic(found: Diagnostic): InputDiagnostic {
    const { duplicate, ...others } = found;
    return { ...others, message: diagnosticText(found, this.where), ...this.place(found.range) };
  }

  /** A place at which the text is incomplete, in terms of the manifests, with its sentence. */
  incomplete(one: IncompleteText): IncompleteManifest {
    return { ...one, ...this.place(one.range), message: incompleteText([one], this.where) ?? "" };
  }

  /** What of the text is incomplete, as the caveat that comes first; empty: nothing. */
  incompleteCaveats(places: readonly IncompleteText[] = []): Caveat[] {
    const message = incompleteText(places, this.where);
    const place = { at: "before", severity: "error" } as const;
    return message === null
      ? []
      : [{ ...place, code: "incomplete-text", message, details: incompleteDetails(places, this.where) }];
  }

  /** `line 812`, of several manifests `line 12 of manifest 3`. */
  readonly where = (at: TextPosition): string => {
    const { input, range } = this.place({ start: at, end: at });
    const where = range === null ? "" : `line ${range.start.line}`;
    const of = this.parts.length > 1 ? `manifest ${input}` : "";
    return [where, of].filter((part) => part !== "").join(" of ");
  };

  /** A range of the text, in terms of the manifests. */
  place(range: TextRange): { input: number | null; range: TextRange | null } {
    const input = this.#at((part) => part.offset <= range.start.offset);
    const part = this.parts[input];
    if (part === undefined) return { input: null, range: null };
    if (part.isObject) return { input, range: null };
    const shift = ({ line, column, offset }: TextPosition) => ({
      line: line - part.line,
      column,
      offset: offset - part.offset,
    });
    return { input, range: { start: shift(range.start), end: shift(range.end) } };
  }

  /** The index of the last manifest that begins before a position. */
  #at(isBefore: (part: Part) => boolean): number {
    let [from, to] = [0, this.parts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const part = this.parts[middle];
      if (part !== undefined && isBefore(part)) from = middle;
      else to = middle;
    }
    return from;
  }
}

function json(item: unknown, index: number): string {
  const refuse = (why: string, cause?: unknown) =>
    new SchedscopeError("invalid-argument", `manifest ${index} ${why}`, { cause });
  if (typeof item !== "object" || item === null) throw refuse(`must be a text or an object, not ${kind(item)}`);
  let text: string | undefined;
  try {
    text = JSON.stringify(item);
  } catch (cause) {
    throw refuse("cannot be written as JSON", cause);
  }
  if (text === undefined) throw refuse("cannot be written as JSON");
  return text;
}

/** The number of line breaks in a text. */
function breaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  // Rare: carriage returns that stand alone break lines, too.
  if (text.includes("\r")) count += text.match(/\r(?!\n)/g)?.length ?? 0;
  return count;
}
