import { expect, test } from "vitest";
import type { VmMigration } from "../../../types.js";
import type { TimelineRun } from "../../difference/timeline.js";
import { phraseText } from "../phrase.js";
import { runPhrases } from "./against.js";
import { objectNamed } from "../object-name.js";

const totals = {
  accepted: 4,
  notInFull: 0,
  refused: 0,
  unanswered: 0,
  migrations: 0,
  failed: 0,
  open: 0,
  overBudget: 0,
  stepsUnderPressure: 0,
};
const run = (changes: Partial<TimelineRun> = {}): TimelineRun => ({
  totals,
  migrations: [],
  nodes: [],
  unplaced: [],
  ...changes,
});
const migration = (pod: string, to = "n2"): VmMigration => ({
  pod: objectNamed(pod),
  target: null,
  from: "n1",
  to,
  started: 1,
  ended: 2,
  startStep: 1,
  endStep: 2,
  failed: false,
});

test("a run as a change", () => {
  const say = (before: TimelineRun, after: TimelineRun): string =>
    phraseText(runPhrases(before, after, "base timeline"));
  expect(say(run(), run())).toBe("The same as base timeline.");
  expect(say(run(), run({ migrations: [migration("d/a"), migration("d/b")] }))).toBe("d/a and d/b migrate.");
  expect(say(run({ migrations: [migration("d/a")] }), run({ totals: { ...totals, notInFull: 3 } }))).toBe(
    "d/a no longer migrates. 3 requests not answered in full instead of 0.",
  );
  expect(say(run({ totals: { ...totals, refused: 4 } }), run({ totals: { ...totals, refused: 1 } }))).toBe(
    "1 request refused instead of 4.",
  );
  expect(say(run({ migrations: [migration("d/a")] }), run({ migrations: [migration("d/a", "n3")] }))).toBe(
    "d/a migrates differently.",
  );
  expect(say(run({ unplaced: [objectNamed("d/a")] }), run({ unplaced: [objectNamed("d/b")] }))).toBe(
    "d/b gets no node. d/a gets a node.",
  );
});
