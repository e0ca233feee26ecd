import { expect, test } from "vitest";
import type { OtherCycle } from "../../../types.js";
import { otherProfileSentence } from "./other-profile.js";
import { objectNamed } from "../object-name.js";

const cycle = (change: Partial<OtherCycle>): OtherCycle => ({
  profile: "Upstream",
  outcome: "Unschedulable",
  node: null,
  victims: [],
  ...change,
});

test("a pod, in both directions", () => {
  expect(otherProfileSentence({ otherCycle: cycle({}) })).toBe("The released scheduler lets the pod wait.");
  const evicts = cycle({
    profile: "Proposal",
    outcome: "Preempt",
    node: "n1",
    victims: [objectNamed("d/a"), objectNamed("d/b")],
  });
  expect(otherProfileSentence({ otherCycle: evicts })).toBe("The preview scheduler evicts d/a and d/b on n1.");
  const takes = cycle({ outcome: "Schedulable", node: "n1" });
  expect(otherProfileSentence({ otherCycle: takes, victims: ["d/a"] })).toBe(
    "The released scheduler takes n1 without an eviction.",
  );
});

test("a queue, in both directions", () => {
  const queue = (profile: "Proposal" | "Upstream", otherProfile: number[]) =>
    otherProfileSentence({ profile, hanging: { otherProfile } });
  expect(queue("Proposal", [])).toBeUndefined();
  expect(queue("Proposal", [2])).toBe("The released scheduler ends step 2 differently, and later steps may differ.");
  expect(queue("Upstream", [2, 3, 5, 1000])).toBe(
    "The preview scheduler ends 4 steps (first 2, 3 and 5) differently, and later steps may differ.",
  );
});
