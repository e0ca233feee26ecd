import { expect, test } from "vitest";
import type { SpreadDomain } from "../../../engine/types";
import { columns, siblingGroups, leaves, keylessOf, sorted, squaresOf, tree, unitOf } from "./domains";

const domain = (
  path: string,
  selected = 0,
  eligible = 1,
  filtered = 0,
  lowest = 0,
  highest = 0,
  blocked = 0,
): SpreadDomain => ({
  values: path.split("/"),
  count: selected,
  eligible,
  filtered,
  blocked,
  lowest,
  highest,
});

const all = [
  domain("east", 3, 7, 1),
  domain("east/1", 2, 4, 1),
  domain("east/1/a", 1, 2),
  domain("east/1/b", 1, 2, 1),
  domain("east/2", 1, 2),
  domain("west", 0, 1),
  domain("west/1", 0, 1),
];

test("domains hang below their parents", () => {
  const rows = tree(all);
  expect(rows.map(({ domain: of, index }) => [of.values.join("/"), index])).toEqual([
    ["east", 0],
    ["west", 5],
  ]);
  const east = rows[0];
  if (east === undefined) throw new Error("no east");
  expect(east.children.map(({ domain: of }) => of.values[1])).toEqual(["1", "2"]);
  expect(keylessOf(east)).toEqual({ count: 0, eligible: 1, blocked: 0, filtered: 0 });
  expect(leaves(east).map(({ values }) => values.join("/"))).toEqual(["1/a", "1/b", "2"]);
  expect(leaves(east.children[1] ?? east).map(({ values }) => values)).toEqual([[]]);
});

test("columns only where rows share their values", () => {
  expect(columns(tree(all))).toEqual(["1", "2"]);
  expect(
    columns(tree([domain("a"), domain("a/a1"), domain("a/a2"), domain("b"), domain("b/b1"), domain("b/b2")])),
  ).toEqual([]);
  expect(columns(tree([domain("a"), domain("a/1")]))).toEqual([]);
  expect(columns(tree(all), 1)).toEqual([]);
});

test("what a square stands for", () => {
  expect([1, 2000, 2001, 20000, 20001].map((clusters) => unitOf(clusters, 2000))).toEqual([1, 1, 10, 10, 100]);
  expect([0, 1, 10, 11].map((clusters) => squaresOf(clusters, 10))).toEqual([0, 1, 1, 2]);
});

test("groups of siblings, the most skewed first", () => {
  const found = siblingGroups(
    [
      domain("a"),
      domain("a/1", 0, 1, 0, 0, 1),
      domain("b"),
      domain("b/1", 3, 3, 0, 1, 3),
      domain("b/2", 1, 3, 0, 1, 3),
    ],
    1,
  );
  expect(found.map(({ parent, domains: of }) => [parent.join(), of.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
  expect(siblingGroups(all, 0)[0]?.parent).toEqual([]);
  // Of the same skew, a domain without siblings has the least to say.
  const even = siblingGroups([domain("a"), domain("a/1"), domain("b"), domain("b/1"), domain("b/2")], 1);
  expect(even.map(({ parent }) => parent.join())).toEqual(["b", "a"]);
  expect(siblingGroups([], 0)).toEqual([]);
});

test("bars stand by count", () => {
  const order = sorted([domain("a", 1), domain("b", 3), domain("c", 0, 0), domain("d", 0), domain("e", 3)]);
  expect(order.map(({ values }) => values[0])).toEqual(["b", "e", "a", "d", "c"]);
});
