/** What would change an answer: asked for what is on screen, once nobody moves anything, and applied. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ChangeAnswer, ChangeOptions, TextEdit, Want } from "../engine/types";
import { useQuiet } from "../ui/quiet";
import { applied } from "./applied";
import { askedNow } from "./answer-state";
import * as answer from "./answer";
import { question } from "./question";
import { client, showWritten, textVersion, unlessRefused, withEditor, writeEdits } from "./session";

/** What is known of the text and the question as they are, by `keyOf`. */
const known = signal<ReadonlyMap<string, ChangeAnswer>>(new Map());
/** of which question, and of which text */
let of = { asked: "", version: -1 };

const keyOf = (want: Want): string => JSON.stringify(want);

/** What would bring something about; undefined: not known yet. */
export const changesOf = (want: Want): ChangeAnswer | undefined => known.value.get(keyOf(want));

/** How long nothing may change before anything is asked, in milliseconds. */
const quietTime = 250;
/** Clusters that are looked at by all decisions of a search together, at most: for a row, and for a card. */
const mostLooks = { row: 200_000, card: 2_000_000 };
const mostSteps = { row: 400, card: 3_000 };
/** The minimum number of decisions of a search; fewer find too little. */
const leastSteps = 20;
/** The cost of a decision with spread, in decisions without. */
const spreadCost = 8;

/** The maximum number of decisions of a search, so that other answers do not wait long; null: no search. */
function stepsOf(isWhole: boolean, things: number | null): number | null {
  const kind = isWhole ? "card" : "row";
  const summary = answer.decision.peek()?.summary;
  const cost = things ?? (summary?.clusterCounts.all ?? 1) * (summary?.spread == null ? 1 : spreadCost);
  const steps = Math.min(mostSteps[kind], Math.floor(mostLooks[kind] / Math.max(1, cost)));
  return steps >= leastSteps ? steps : isWhole ? leastSteps : null;
}

/** Identifies a run of VMs. */
type Run = Pick<ChangeOptions, "timeline" | "variant">;

/**
 * Searches for changes that meet the wants, in order. `isWhole`: for a card, not one row of many; `things`: the number
 * of nodes that a decision looks at, if it is not about clusters. Returns `false` if it does not search, because each
 * decision looks at too many.
 */
export function useChanges(wants: Want[], isWhole = false, things: number | null = null, run: Run = {}): boolean {
  const now = `${askedNow.value} ${JSON.stringify(run)}`;
  const keys = wants.map(keyOf).join(" ");
  useEffect(() => {
    if (of.asked !== now) {
      of = { asked: now, version: -1 };
      if (known.peek().size > 0) known.value = new Map();
    }
  }, [now, keys, isWhole]);
  const maxSteps = stepsOf(isWhole, things);
  const isWanted = wants.length > 0 && maxSteps !== null && !answer.stale.peek();
  useQuiet(quietTime, (isOver) => askAll(wants, maxSteps ?? 0, run, isOver), [now, keys, isWhole], isWanted);
  return maxSteps !== null;
}

async function askAll(wants: Want[], maxSteps: number, run: Run, isOver: () => boolean): Promise<void> {
  const { asked } = of;
  for (;;) {
    const left = wants.filter((want) => !known.peek().has(keyOf(want)));
    if (left.length === 0 || isOver()) return;
    const { now, profile } = question.peek();
    const placement = answer.decision.peek()?.placement;
    const options = left.map((want) => ({
      want,
      now,
      profile,
      maxSteps,
      ...run,
      ...(want.pod === undefined && want.noMigration === undefined && { placement }),
    }));
    // A search that is refused is not worth more than its absence.
    const reply = await unlessRefused(client.request("changes", options));
    // The text went on, or something else is asked.
    if (reply === null || isOver() || asked !== of.asked || reply.version !== textVersion()) return;
    if (reply.answers.length === 0) return;
    of.version = reply.version;
    const more = reply.answers.flatMap((found, i) => (left[i] === undefined ? [] : [[keyOf(left[i]), found] as const]));
    known.value = new Map([...known.peek(), ...more]);
  }
}

/**
 * Writes a change into the text, as one step of undo; not where the text went on since it was found. `words`: what it
 * writes, in a few words.
 */
export function applyChange({ edits }: ChangeAnswer["changes"][number], words: string): void {
  if (of.version !== textVersion()) return;
  const all = edits.flatMap(({ textEdits }) => textEdits).sort((a, b) => a.from - b.from);
  if (all.length === 0) return;
  writeEdits(all);
  const ranges = writtenRanges(all);
  withEditor(({ view, code }) => {
    code.markWritten(view, ranges);
    applied.value = { words, version: textVersion() };
  });
  const [first] = ranges;
  if (first !== undefined) showWritten(first.from, first.to);
}

/** Where the lines of edits stand once all of them are made; `edits` are in order. */
export function writtenRanges(edits: readonly TextEdit[]): { from: number; to: number }[] {
  let moved = 0;
  return edits.map(({ from, to, insert }) => {
    const start = from + moved;
    moved += insert.length - (to - from);
    // White space around a new line belongs to the lines next to it.
    const begins = insert.length - insert.trimStart().length;
    return { from: start + begins, to: start + Math.max(begins, insert.trimEnd().length) };
  });
}
