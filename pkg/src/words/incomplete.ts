/** What of a text could not be read, as the sentence that comes before all others. */
import type { IncompleteText, TextPosition } from "../../types.js";
import { counted, pluralOf } from "./number.js";
import { objectText } from "./object-name.js";

/** Where a position stands, such as `line 812`. */
export type PlaceWords = (at: TextPosition) => string;

/** `line 812` */
export const inLine: PlaceWords = ({ line }) => `line ${line}`;

/** `Pod shop/web`; of an object without a name, `an object of kind Pod`. */
function objectName({ object }: IncompleteText): string {
  const { kind, namespace, name } = object ?? { kind: "", namespace: "", name: "" };
  if (kind === "") return "";
  return name === "" ? `an object of kind ${kind}` : objectText({ kind, namespace, name });
}

/** The first place at which an object of these kinds cannot be read. */
export const unreadOf = (
  places: readonly IncompleteText[] = [],
  kinds: readonly string[],
): IncompleteText | undefined =>
  places.find(({ why, object }) => (why === "unreadable" || why === "ends") && kinds.includes(object?.kind ?? ""));

/** `Pod shop/web cannot be read (line 20)`. */
export const unreadText = (one: IncompleteText, place: PlaceWords = inLine): string =>
  `${objectName(one)} cannot be read (${place(one.range.start)})`;

/**
 * The line of an object of one of these kinds among the lines of the places that cannot be read, with its kind:
 * quoted, behind other words, or in JSON.
 */
export function lostKind(
  text: string,
  places: readonly IncompleteText[] = [],
  kinds: readonly string[],
): { kind: string; line: number } | undefined {
  const lines = text.split("\n");
  const unread = places.filter(({ why, object }) => (why === "unreadable" || why === "ends") && object === null);
  for (const { range } of unread) {
    for (let line = range.start.line; (lines[line - 1] ?? "").trim() !== ""; line += 1) {
      if (line > range.start.line && places.some((other) => other.range.start.line === line)) break;
      const said = lines[line - 1] ?? "";
      // Bare ones are named by the reader; deeper `kind`s are of owners and templates.
      const [, ofYaml] = /^[^\s\w]+ ?(?:- )? {0,2}kind: ([A-Z]\w+)\s*$/.exec(said) ?? [];
      // Behind the time of a log or the name of a file, its second line.
      const isSecond = line === range.start.line + 1 && /\WapiVersion: /.test(lines[line - 2] ?? "");
      const [, ofLog] = isSecond ? (/^\S.*\Wkind: ([A-Z]\w+)\s*$/.exec(said) ?? []) : [];
      const ofJson = [...said.matchAll(/"kind":\s*"([A-Z]\w+)",\s*"(?:apiVersion|metadata|spec)"/g)];
      const kind = [ofYaml, ofLog, ...ofJson.map(([, one]) => one)].find(
        (one) => one !== undefined && kinds.includes(one),
      );
      if (kind !== undefined) return { kind, line };
    }
  }
  return undefined;
}

/** One place, without a full stop: `the input ends inside ManagedCluster prod-7 (line 812)`. */
export function incompletePlace(one: IncompleteText, place: PlaceWords = inLine): string {
  const { why, object, fault, range } = one;
  const where = place(range.start);
  const { kind, namespace, name } = object ?? { kind: "", namespace: "", name: "" };
  const full = namespace === "" || name === "" ? name : `${namespace}/${name}`;
  const what = objectName(one);
  switch (why) {
    case "ends":
      return what === "" ? `the input ends too early (${where})` : `the input ends inside ${what} (${where})`;
    case "list-ends":
      return what === "" ? `a list does not end (${where})` : `the input ends inside or behind ${what} (${where})`;
    case "unreadable":
      return `${what === "" ? "a part of the input" : what} cannot be read (${where}: ${fault})`;
    case "no-kind":
      return `an object named ${full} (${where}) has no \`kind\`: it does not count`;
    case "wrong-version":
      return `${what} (${where}) does not count: ${fault}`;
    case "page":
      return `${kind === "" ? "a list" : `the list of ${pluralOf(kind)}`} goes on (${where}: ${fault})`;
    case "left-out":
      return `the input leaves something out (${where}: ${fault})`;
    case "mixed":
      return `the input mixes two clusters, or one at two times: ${what} stands in it with two UIDs (${where})`;
  }
}

/** The sentence on all places, `null` for a text that is whole: `Incomplete: the input ends inside … (line 812).` */
export function incompleteText(places: readonly IncompleteText[] = [], place: PlaceWords = inLine): string | null {
  const [first, ...more] = places;
  if (first === undefined) return null;
  const rest =
    more.length === 0
      ? ""
      : `, and there ${more.length === 1 ? "is" : "are"} ${counted(more.length, "more such place")}`;
  return `Incomplete: ${incompletePlace(first, place)}${rest}.`;
}

/** What is said of each place, where there are several. */
export const incompleteDetails = (places: readonly IncompleteText[] = [], place: PlaceWords = inLine): string[] =>
  places.length < 2 ? [] : places.map((one) => incompletePlace(one, place));
