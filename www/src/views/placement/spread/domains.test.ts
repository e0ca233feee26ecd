import { expect, test } from "vitest";
import type { SpreadDomain } from "../../../engine/types";
import { columns, leaves, keylessOf, tree } from "./domains";

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
