/** How much room a text takes on a terminal. */
import stringWidth from "string-width";

/** Letters, digits and signs of one column each, which need no library: ASCII, Latin-1, and what our sentences have. */
export const plain = /^[\x20-\x7e\xa1-\xac\xae-\xff\u2013\u2026\u2192\u2212]*$/;
/** Made at its first use: making one costs more than most commands do. */
let segmenter: Intl.Segmenter | undefined;

/** Columns that a text takes. */
export const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/** The input in at most so many columns; `…` ends one that was cut. */
export function cut(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  if (most <= 0) return "";
  let kept = "";
  let width = 1;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > most) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** What a terminal takes as a command, what turns the direction of a line, and what has no width. */
const control =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const escaped = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Control characters are shown as what they are: names come from the input. */
export const plainText = (text: string): string =>
  text.replace(control, (found) => (found === "\n" || found === "\t" ? " " : escaped(found)));

/** JSON with those escaped that it allows in texts, which changes no value. */
export const plainJson = (json: string): string =>
  json.replace(control, (found) => (found < "\u007f" ? found : escaped(found)));
