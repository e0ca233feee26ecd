import { expect, test } from "vitest";
import { changeLine, type DecisionChange } from "./decisions.js";

const change: DecisionChange = {
  kind: "Placement",
  namespace: "prod",
  name: "web",
  before: "selects 2 clusters",
  after: "selects 2 clusters",
  selected: 2,
  added: ["ap-1"],
  removed: ["eu-3"],
  why: ["eu-3 is deleted"],
};
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`);

test("a change of a placement is who is added, who is removed, and why", () => {
  expect(changeLine(change, ["ManagedCluster eu-3 deleted"])).toBe(
    "prod/web: +ap-1 −eu-3 (1 unchanged); eu-3 is deleted; after ManagedCluster eu-3 deleted",
  );
});

test("of many names and objects, the first are listed", () => {
  const many = { ...change, selected: 7, added: names(7), removed: [], why: [] };
  expect(changeLine(many, names(4))).toBe(
    "prod/web: +c0 +c1 +c2 +c3 +c4 +2 more (0 unchanged); after c0, c1 and 2 more",
  );
});

test("a placement without clusters says its cause", () => {
  const empty = { ...change, after: "selects no cluster: 3 filtered out", selected: 0, added: [], why: [] };
  expect(changeLine(empty, [])).toBe("prod/web: −eu-3 (selects no cluster: 3 filtered out)");
  expect(changeLine({ ...empty, removed: [], before: "selects no cluster" }, [])).toBe(
    "prod/web: selects no cluster → selects no cluster: 3 filtered out",
  );
});
