/**
 * Which object a line of YAML belongs to, by a look at the lines around it. Only for the eye: what
 * a fold holds, which row to point at. What the text means is the engine's to say.
 */
import type { Text } from "@codemirror/state";

interface ObjectHead {
  kind: string;
  name: string;
}

/** Kind and name as a stretch of block YAML (or of printed JSON) shows them; empty where it does not. */
function objectHead(lines: Iterable<string>): ObjectHead {
  let kind = "";
  let name = "";
  // Columns of `metadata` and of its own keys; a label called `name` stands deeper.
  let metadata = -1;
  let child = -1;
  for (const line of lines) {
    const key = /^(\s*(?:- )?)"?([\w./-]+)"?:\s*"?([\w.-]*)/.exec(line);
    if (key === null) continue;
    const column = key[1]?.length ?? 0;
    if (metadata >= 0 && column <= metadata) metadata = -1;
    if (key[2] === "metadata" && name === "") {
      metadata = column;
      child = -1;
      name = /\{(?:.*[\s,{])?"?name"?:\s*"?([\w.-]+)/.exec(line)?.[1] ?? "";
    } else if (metadata >= 0) {
      if (child < 0) child = column;
      if (column === child && key[2] === "name") name ||= key[3] ?? "";
    } else if (key[2] === "kind") {
      kind ||= key[3] ?? "";
    }
    if (kind !== "" && name !== "") break;
  }
  return { kind, name };
}

/** `ManagedCluster use1-a-01` */
export function caption(lines: Iterable<string>): string {
  const { kind, name } = objectHead(lines);
  return [kind, name].filter((part) => part !== "").join(" ");
}

/** Lines looked at in either direction. */
const reach = 1500;

/** The document or list item that holds a line. */
export function objectAt(text: Text, number: number): ObjectHead {
  const starts = (line: string): boolean => /^---(\s|$)/.test(line) || /^\s*- (apiVersion|kind):/.test(line);
  let first = number;
  while (first > 1 && number - first < reach && !starts(text.line(first).text)) first -= 1;
  let last = number;
  while (last < text.lines && last - number < reach && !starts(text.line(last + 1).text)) last += 1;
  const lines = function* (): Iterable<string> {
    for (let n = first; n <= last; n += 1) yield text.line(n).text;
  };
  return objectHead(lines());
}

/**
 * The place of the item of a list in block YAML that a line belongs to, by the list's key; null where it
 * belongs to none.
 */
export function itemAt(text: Text, number: number, key: string): number | null {
  // Behind the last item there may be room for another one.
  if (text.line(number).text.trim() === "") return null;
  const isKey = new RegExp(`^\\s*"?${key}"?:`);
  // Column of the dashes that are counted; only what stands further left can hold the line before.
  let dash: number | null = null;
  let below = Infinity;
  let count = 0;
  for (let n = number; n >= 1 && number - n < reach; n -= 1) {
    const line = text.line(n).text;
    const column = line.search(/\S/);
    if (column < 0 || line[column] === "#") continue;
    if (/^---(\s|$)/.test(line)) return null;
    if (/^\s*-(\s|$)/.test(line)) {
      if (column === dash) count += 1;
      else if (column < below) [dash, below, count] = [column, column, 1];
    } else if (dash !== null && column <= dash) {
      if (isKey.test(line)) return count - 1;
      [dash, below, count] = [null, column, 0];
    } else if (dash === null && column < below) {
      below = column;
    }
  }
  return null;
}
