/** The numbers and names in the guides are those of the engine. */
import { describe, expect, test } from "vitest";
import { chapters, guides, textOf } from "../site/contents.ts";
import { readPage } from "../site/markdown.ts";
import { answer, claimOf, unsaid } from "./check.ts";

const pageOf = (name: string): ReturnType<typeof readPage> => readPage(textOf(name));

/** The part of `actual` that `expected` makes a claim about. */
function claimed(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) return actual.map((item, at) => claimed(item, expected[at]));
  if (
    typeof actual !== "object" ||
    typeof expected !== "object" ||
    actual === null ||
    expected === null ||
    Array.isArray(expected)
  )
    return actual;
  const object = actual as Record<string, unknown>;
  return Object.fromEntries(Object.entries(expected).map(([key, item]) => [key, claimed(object[key], item)]));
}

for (const { name } of chapters) {
  const { checks, texts } = pageOf(name);
  describe.runIf(checks.length > 0)(`${name}.md`, () => {
    test.each(checks.map((check) => [check.line, check] as const))("line %i", (_line, check) => {
      const claim = claimOf(check);
      expect(claimed(answer(claim), claim.expect)).toEqual(claim.expect);
      expect(unsaid(claim, texts.get(check.section ?? "") ?? ""), "not said in the section").toEqual([]);
    });
  });
}

test("every guide is held to the engine", () => {
  for (const { name } of guides) expect(pageOf(name).checks.length, name).toBeGreaterThan(3);
});

test("a claim that is wrong, or that the words do not make, is found", () => {
  const claim = {
    example: "story-2-largest-memory.yaml",
    ask: { decide: {} },
    expect: { selected: ["sap-hana-1"], scores: { "sap-hana-1": 150 } },
  };
  expect(claimed(answer(claim), claim.expect)).toEqual(claim.expect);
  expect(claimed(answer({ ...claim, edit: [["2880Gi", "2Ti"]] }), claim.expect)).not.toEqual(claim.expect);
  expect(unsaid(claim, "With 150 points sap-hana-1 is chosen.")).toEqual([]);
  expect(unsaid(claim, "With 1,500 points sap-hana-10 is chosen.")).toEqual(["sap-hana-1", "150"]);
});
