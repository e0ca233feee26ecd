import { expect, test } from "vitest";
import { scenarioOf, text } from "./fixture";
import { LostTimeline } from "./lost";

test("a timeline that cannot be read is lost, with another text it is gone", () => {
  const lost = new LostTimeline();
  const follow = (of: string): boolean => lost.follow(scenarioOf(of).reading());
  const broken = text.replace("duration: 3m", "duration: [3m");
  expect(lost.follow(null)).toBe(false);
  expect(follow(broken)).toBe(false);
  expect(follow(text)).toBe(false);
  expect([follow(broken), follow(`${broken}#`), follow(text)]).toEqual([true, true, false]);
  // Another text, which has an error of its own.
  expect(follow("apiVersion: v1\nkind: Node\nmetadata: [\n")).toBe(false);
  expect(follow(text)).toBe(false);
  // It was taken out.
  expect(follow(text.slice(0, text.indexOf("---\napiVersion: schedscope.dev")))).toBe(false);
});

test("a timeline whose kind is misspelt is lost, not gone", () => {
  const lost = new LostTimeline();
  const follow = (kind: string): boolean =>
    lost.follow(scenarioOf(text.replace("kind: Timeline", `kind: ${kind}`)).reading());
  expect(["Timeline", "Timelin", "Tim", "T", "Timelnie", "Timeline"].map(follow)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  // It is something else now.
  expect(follow("Pod")).toBe(false);
});
