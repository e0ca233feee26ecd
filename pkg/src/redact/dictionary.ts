/** Words and addresses of a text with their replacements. */
import { chosenKeys, projectDomains, values, vendorDomains } from "./public-words.js";

const alternatives = (domains: readonly string[]): string => domains.join("|").replaceAll(".", "\\.");

const publicDomain = [
  String.raw`(?:[a-z\d-]+\.)*(?:${alternatives(projectDomains)})`,
  alternatives(vendorDomains),
].join("|");

/**
 * The parts of a text that are kept or replaced as a whole: a key or version of a public domain, an address of IPv6 (or
 * of a network card), one of IPv4 with stops or hyphens, a UID, a word.
 */
const parts = new RegExp(
  [
    String.raw`(?<key>(?<![\w.-])(?:${publicDomain})(?:\/[\w.-]*\w)?(?![\w.-]))`,
    String.raw`(?<six>(?<![\w:])(?:(?:[\da-fA-F]{1,4}:){5,7}[\da-fA-F]{1,4}|[\da-fA-F:]*::[\da-fA-F:]*)(?![\w:]))`,
    String.raw`(?<four>(?<![\w])\d{1,3}(?:(?:\.\d{1,3}){3}|(?:-\d{1,3}){3})(?![\w]))`,
    String.raw`(?<id>(?<![\w])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w]))`,
    String.raw`[A-Za-z\d\u0080-\u{10ffff}]+`,
  ].join("|"),
  "gu",
);
const word = /[A-Za-z\d\u0080-\u{10ffff}]+/gu;

/** Addresses that name no machine. */
const publicAddresses: ReadonlySet<string> = new Set(["::", "::1", "0.0.0.0", "127.0.0.1"]);

/** Words without which a name is one word: single letters, small numbers, versions of APIs. */
const short = /^(?:[A-Za-z]|\d{1,4}|v\d{1,3}(?:(?:alpha|beta)\d)?)$/;

/** A replacement and its original. */
export type Table = Record<string, string>;

/** How numbers of at most four digits are treated: ordinals of names are kept, those of free text replaced. */
export type Numbers = "kept" | "replaced";

/**
 * The words of a text. They are collected first; then each has a replacement: a letter or more, and its rank. Of two
 * words the replacements compare as the words do, also with the words that are kept, because schedulers break ties by
 * name. Words, not names, are replaced, so that names that are made of others still match: `data-web-0` is the claim
 * `data` of the pod `web-0`.
 */
export class Dictionary {
  readonly #collected = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #addresses = new Set<string>();
  #replacements: Map<string, string> | undefined;

  /** Collects the words of a text before `assign`, then replaces them. */
  text(text: string, numbers: Numbers = "kept"): string {
    return text.replaceAll(parts, (part: string, ...rest: unknown[]) => {
      const { key, six, four, id } = rest.at(-1) as Record<"key" | "six" | "four" | "id", string | undefined>;
      if (key !== undefined) {
        if (!chosenKeys.test(part)) return part;
        const at = part.indexOf("/");
        return part.slice(0, at) + part.slice(at).replaceAll(word, (one) => this.#word(one, numbers));
      }
      if (id !== undefined || six !== undefined || four?.includes(".")) {
        if (publicAddresses.has(part)) return part;
        this.#addresses.add(part);
        return this.#replacements?.get(part) ?? part;
      }
      return four === undefined ? this.#word(part, numbers) : this.#replaced(part);
    });
  }

  /** A text that is kept; replacements are sorted around it. */
  kept(text: string): string {
    this.#kept.add(text);
    return text;
  }

  #word(one: string, numbers: Numbers): string {
    if (!values.has(one) && !(short.test(one) && (numbers === "kept" || !/\d{2}/.test(one))))
      return this.#replaced(one);
    return this.kept(one);
  }

  #replaced(one: string): string {
    this.#collected.add(one);
    return this.#replacements?.get(one) ?? one;
  }

  /** Gives every collected word its replacement. O(n log n). */
  assign(): void {
    const replacements = new Map<string, string>();
    const all = [...this.#collected].sort();
    const width = Math.max(4, String(all.length).length);
    const kept = [...this.#kept].sort();
    let next = 0;
    let prefix: string | undefined;
    for (const [index, word] of all.entries()) {
      while (next < kept.length && (kept[next] as string) <= word) {
        next += 1;
        prefix = undefined;
      }
      prefix ??= between(kept[next - 1] ?? "", kept[next]);
      replacements.set(word, `${prefix}${String(index + 1).padStart(width, "0")}`);
    }
    for (const [index, address] of [...this.#addresses].sort().entries())
      replacements.set(address, replacedAddress(address, index + 1));
    this.#replacements = replacements;
  }

  /** The table of replacements, which restores the text. */
  table(): Table {
    return Object.fromEntries([...(this.#replacements ?? [])].map(([word, replacement]) => [replacement, word]));
  }
}

/** Replaces the words of a table by their originals. */
export const restored = (text: string, table: Table): string =>
  text.replaceAll(replacedParts, (part) => (Object.hasOwn(table, part) ? (table[part] as string) : part));

/** Words and addresses as replacements have them. */
const replacedParts = /0{8}-0000-4000-8000-\d{12}|fd00::[\da-f]+:[\da-f]+|10(?:\.\d{1,3}){3}|[A-Za-z\d]+/g;

const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Digits alone would be a number. */
const endings = [...letters, ...Array.from("0123456789", (digit) => `${digit}a`)];

/** The shortest beginning of words between two others; a small letter first if there is one, as names need it. */
function between(low: string, high: string | undefined): string {
  const isBetween = (text: string): boolean =>
    text > low && (high === undefined || (text < high && !high.startsWith(text)));
  const starts = [low, high ?? ""].flatMap((text) => [...text, ""].map((_, end) => text.slice(0, end)));
  const found = starts.flatMap((start) => endings.map((ending) => start + ending)).filter(isBetween);
  const rank = (text: string): number => text.length + (/[A-Z]/.test(text) ? 200 : /^\d/.test(text) ? 100 : 0);
  // No word sorts between neighbours such as `1` and `10`.
  return found.reduce((best, one) => (best === "" || rank(one) < rank(best) ? one : best), "") || "w";
}

/** A UID is compared, and looked at for its form; an address for its form alone. */
const replacedAddress = (address: string, index: number): string =>
  address.length === 36
    ? `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
    : address.includes(":")
      ? `fd00::${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}`
      : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
