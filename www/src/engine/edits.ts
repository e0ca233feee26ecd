import type { ChangeSet, ChangeSpec } from "@codemirror/state";
import type { BaselineAsk } from "./baseline";
import type { TextEdit } from "./types";
import type { TextChange, Update } from "./protocol";

/**
 * A change of the editor as edits for the engine, last one first: each is applied to the text
 * after those before it, so only this order lets every offset be one of the text before the
 * change. The editor counts UTF-16 code units and ends lines with `\n`; so does the engine's text.
 */
export function textEdits(changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    // `toString` makes a string for each line, which takes three times as long.
    edits.push({ from, to, insert: inserted.toJSON().join("\n") });
  });
  return edits.reverse();
}

/** How many code units a change inserts. */
export function insertedLength(changes: ChangeSet): number {
  let length = 0;
  changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    length += inserted.length;
  });
  return length;
}

/** Edits of the engine, all in offsets of one text, as one change of the editor. */
export function changeSpec(edits: TextEdit[]): ChangeSpec {
  return edits.map(({ from, to, insert }) => ({ from, to, insert }));
}

/** Two updates as one: every change of the text, the later question. Ticks are written behind all changes. */
export function mergeUpdates(earlier: Update, later: Update): Update {
  const ticks = [...(earlier.ticks ?? []), ...(later.ticks ?? [])];
  return {
    ...later,
    changes: mergeChanges(earlier.changes, later.changes),
    ...(ticks.length > 0 && { ticks }),
    ...(later.baseline !== undefined && { baseline: mergeBaselines(earlier.baseline, later.baseline) }),
  };
}

/** What began with the earlier change is compared with what was before it. */
function mergeBaselines(earlier: Update["baseline"], later: BaselineAsk): BaselineAsk {
  const begins = [earlier?.begins, later.begins];
  const kept = later.kept ?? earlier?.kept;
  return {
    ...later,
    begins: begins.includes("text") ? "text" : begins.includes("edit") ? "edit" : null,
    ...(kept !== undefined && { kept }),
  };
}

function mergeChanges(earlier: TextChange[], later: TextChange[]): TextChange[] {
  // A whole text makes everything before it pointless.
  return later.some((change) => "whole" in change) ? later : [...earlier, ...later];
}
