import { expect, test } from "vitest";
import { differences, differenceWords, changeText } from "./difference";
import { scenario } from "./fixture";
import { chosenRun, comparedName, comparedRun, firstStep } from "./run";

const timelines = [
  { timeline: { namespace: "default", name: "a" }, variants: ["half", "none"] },
  { timeline: { namespace: "x", name: "b" }, variants: [] },
];

test("the chosen run, as far as the text has it", () => {
  expect(chosenRun(timelines, null, null)).toEqual({});
  expect(chosenRun(timelines, "x/b", "half")).toEqual({ timeline: "x/b" });
  expect(chosenRun(timelines, "gone", "half")).toEqual({ variant: "half" });
  expect(chosenRun([], "x/b", "half")).toEqual({});
});

test("the run beside it", () => {
  const run = { variant: "half" };
  expect(comparedRun(run, ["half", "none"], { type: "text", kind: "edit" })).toBe(null);
  expect(comparedRun(run, ["half", "none"], { type: "variant", name: "half" })).toBe(null);
  expect(comparedRun(run, ["half", "none"], { type: "variant", name: "gone" })).toBe(null);
  expect(comparedRun(run, ["half", "none"], { type: "variant", name: "none" })).toEqual({
    variant: "none",
  });
  expect(comparedRun(run, ["half", "none"], { type: "variant", name: null })).toEqual({});
  expect(comparedRun({}, [], { type: "variant", name: null })).toBe(null);
  expect(comparedName({ type: "variant", name: null })).toBe("base timeline");
});

test("two runs in numbers", () => {
  const [before, after] = [
    scenario.vmTimeline({ heat: true }),
    scenario.vmTimeline({ heat: true, variant: "no migration" }),
  ];
  const all = differences(before, after);
  const shown = Object.fromEntries(all.map((row) => [row.name, [row.before, row.after, changeText(row)]]));
  expect(shown.migrations).toEqual([2, 0, "−2"]);
  expect(shown["peak reserved, of reservable"]).toEqual([144, 144, "the same"]);
  expect(shown["times over budget"]).toBe(undefined);
  expect(differenceWords(all)).toMatch(
    /^0 migrations instead of 2, and \d+ requests not answered in full instead of 1$/,
  );
  expect(
    differenceWords(
      differences(
        { ...before, totals: { ...before.totals, migrations: 4 } },
        { ...before, totals: { ...before.totals, migrations: 1, notInFull: 0 } },
      ),
    ),
  ).toBe("1 migration instead of 4, and 0 requests not answered in full instead of 1");
  expect(firstStep(before)).toBe(27);
  expect(firstStep(after)).toBe(after.stepsTotal);
});
