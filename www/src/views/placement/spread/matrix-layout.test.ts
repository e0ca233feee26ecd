import { expect, test } from "vitest";
import type { SpreadOnShow, Squares } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadDomain } from "../../../engine/types";
import { edgeOf, layoutOf, limitAt, pitchFor, placeOfSquare, squareAt, squareBeside } from "./matrix-layout";

const domain = (path: string, count: number, eligible: number, lowest = 0, highest = count): SpreadDomain => ({
  values: path.split("/"),
  count,
  eligible,
  filtered: 0,
  blocked: 0,
  lowest,
  highest,
});
const domains = [
  domain("east", 3, 6, 2, 3),
  domain("east/a", 2, 3, 1, 2),
  domain("east/b", 1, 2, 1, 2),
  domain("west", 2, 3, 2, 3),
  domain("west/a", 2, 3, 2, 2),
];
/** So many squares of each domain, and one of a cluster without any. */
const squaresOf = (counts: number[]): Squares => {
  const starts = [0];
  for (const count of counts) starts.push((starts.at(-1) ?? 0) + count);
  const total = starts.at(-1) ?? 0;
  return {
    starts: Uint32Array.from(starts),
    clusters: Uint32Array.from({ length: total }, (_, i) => i),
    states: new Uint8Array(total),
    changed: new Uint8Array(total),
  };
};
const atStep = (squares: Squares | null): SpreadOnShow => ({
  step: 5,
  picked: null,
  domains,
  total: domains.length,
  squares,
  skews: { at: [], terms: [] },
  candidates: null,
});
const term = (topologyKey: string, maxSkew: number): SpreadConstraintSummary => ({
  topologyKey,
  topologyKeyType: "Label",
  maxSkew,
  whenUnsatisfiable: "DoNotSchedule",
  path: "",
});
// One cluster of `east` has no zone.
const squares = squaresOf([1, 3, 2, 0, 3, 1]);
const given = {
  atStep: atStep(squares),
  terms: [term("region", 1), term("zone", 2)],
  width: 900,
  most: 24,
  held: null,
};

test("rows are domains of the first key, columns values of the second that rows share, each with its words", () => {
  const { labels, hidden } = layoutOf(given, 16);
  expect(labels.map(({ kind, name, numbers }) => [kind, name, numbers])).toEqual([
    ["column", "a", ""],
    ["column", "b", ""],
    ["row", "east", "3/6 · skew +1"],
    ["status", "at the limit", ""],
    ["cell", "a", "2/3 · skew +1"],
    ["cell", "b", "1/2 · skew 0"],
    ["cell", "none", "0/1"],
    ["row", "west", "2/3 · skew 0"],
    ["status", "room for 1", ""],
    ["cell", "a", "2/3 · skew 0"],
    ["row", "no region", "1 cluster"],
  ]);
  expect(hidden).toBe(0);
  const at = (name: string): number[] => labels.filter((one) => one.name === name).map(({ x }) => x);
  expect(new Set(at("a")).size).toBe(1);
  expect(at("b")[0]).toBeGreaterThan(at("a")[0] ?? 0);
});

test("every square has one place, and every place its square, at every width", () => {
  for (const width of [340, 600, 900, 1600])
    for (const pitch of [13, 28]) {
      const layout = layoutOf({ ...given, width }, pitch);
      const places = [...squares.clusters.keys()].map((at) => placeOfSquare(layout, at));
      expect(new Set(places.map((place) => `${place?.x} ${place?.y}`)).size).toBe(10);
      places.forEach((place, at) => {
        expect(squareAt(layout, (place?.x ?? 0) + pitch / 2, (place?.y ?? 0) + pitch / 2)).toBe(at);
        expect((place?.x ?? 0) + pitch).toBeLessThanOrEqual(width);
        expect((place?.y ?? 0) + pitch).toBeLessThanOrEqual(layout.height);
      });
    }
  expect(squareAt(layoutOf(given, 16), 1, 1)).toBe(null);
});

test("squares are as large as the height allows", () => {
  expect(pitchFor(given, 1000)).toBe(28);
  const pitch = pitchFor(given, layoutOf(given, 19).height);
  expect(pitch).toBe(19);
  expect(pitchFor(given, 10)).toBe(13);
});

test("the limit is min + maxSkew on the axis of its siblings, and is found where it is drawn", () => {
  const layout = layoutOf(given, 16);
  const [east, , , west] = layout.gauges;
  expect(
    layout.gauges.map(({ domain: { values }, band: { lowest, edge } }) => [values.join("/"), lowest, edge]),
  ).toEqual([
    ["east", 2, 3],
    ["east/a", 1, 3],
    ["east/b", 1, 3],
    ["west", 2, 3],
    ["west/a", 2, 4],
  ]);
  if (east === undefined || west === undefined) throw new Error("no gauge");
  // One line through all rows.
  expect(edgeOf(east)).toBe(edgeOf(west));
  expect(limitAt(layout, edgeOf(east) + 3, (east.y + west.y) / 2)).toBe(east);
  expect(limitAt(layout, edgeOf(east) + 12, east.y)).toBe(null);
  const zone = layout.gauges[1];
  expect(zone && limitAt(layout, edgeOf(zone), zone.y)).toBe(zone);
  // Held: where the pointer is, on an axis that stands still.
  const held = layoutOf({ ...given, held: { level: 0, top: 8 } }, 16);
  expect(held.gauges[0]?.band.top).toBe(8);
  expect(edgeOf({ ...east, band: { top: 8, lowest: 2, edge: 3 } }, 2.5)).toBe(east.x + (4.5 / 8) * east.width);
});

test("arrow keys reach every square", () => {
  const layout = layoutOf(given, 16);
  const seen = new Set([0]);
  const queue = [0];
  for (let at = queue.pop(); at !== undefined; at = queue.pop())
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const to = squareBeside(layout, at, key);
      if (!seen.has(to)) queue.push(to);
      seen.add(to);
    }
  expect(seen.size).toBe(10);
  const down = squareBeside(layout, squareBeside(layout, 0, "Home"), "ArrowDown");
  expect(placeOfSquare(layout, down)?.y).toBeGreaterThan(placeOfSquare(layout, layout.blocks[0]?.from ?? 0)?.y ?? 0);
});

test("above 2,000 clusters a domain is a bar as long as it has clusters; those not shown are counted", () => {
  const layout = layoutOf({ ...given, atStep: atStep(null), most: 1 }, 16);
  expect(layout.blocks).toEqual([]);
  expect(layout.tiles.map(({ counts: { eligible } }) => eligible)).toEqual([3, 1]);
  expect(layout.tiles[0]?.width).toBeGreaterThan((layout.tiles[1]?.width ?? 0) * 2.5);
  expect(layout.hidden).toBe(2);
  const [first, second] = layout.tiles;
  expect(first?.values).toEqual(["east", "a"]);
  expect(squareAt(layout, (first?.x ?? 0) + 2, (first?.y ?? 0) + 2)).toBe(0);
  expect(squareBeside(layout, 0, "ArrowRight")).toBe(1);
  expect(placeOfSquare(layout, 1)).toBe(second);
});
