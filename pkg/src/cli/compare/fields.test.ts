import { expect, test } from "vitest";
import type { PlacementEntry } from "../../../types.js";
import type { Change, Compared } from "../../report/compare-placements.js";
import type { Session } from "../session.js";
import { ComparedFields } from "./fields.js";

const score = (namespace: string, value: number): string =>
  `kind: AddOnPlacementScore\nmetadata: {name: energy, namespace: ${namespace}}\n` +
  `status: {scores: [{name: co2, value: ${value}}]}\n`;

/** A text with two scores for each cluster, of which one is in its namespace. */
function session(clusters: string[], value: number): Session {
  const documents = clusters.flatMap((name) => [
    `kind: ManagedCluster\nmetadata: {name: ${name}}\n`,
    score(name, value),
    score(`${name}-other`, value),
  ]);
  return { input: { text: documents.join("---\n") } } as Session;
}

const entry = { namespace: "shop", name: "web" } as PlacementEntry;

/** The changes of so many clusters, and the milliseconds that finding their fields takes. */
function compared(count: number): { whys: string[]; time: number } {
  const clusters = Array.from({ length: count }, (_, i) => `c${i}`);
  const fields = new ComparedFields(session(clusters, 1), session(clusters, 2));
  const row = {} as Change["before"];
  const changes = clusters.map((cluster) => ({ cluster, before: row, after: row, why: "" }) as Change);
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    fields.with({ changes } as Compared, entry, {} as never);
    return performance.now() - start;
  });
  const { changes: found } = fields.with({ changes } as Compared, entry, {} as never);
  return { whys: found.map(({ why }) => why), time: Math.min(...times) };
}

test("a cluster has the changed fields of its own scores", () => {
  const own = (cluster: string) => `changed: AddOnPlacementScore ${cluster}/energy status.scores[co2].value: 1 → 2`;
  expect(compared(2).whys).toEqual([own("c0"), own("c1")]);
});

test("the time is in proportion to the clusters that change", () => {
  const [few, many] = [compared(250), compared(2000)];
  expect(many.time / few.time).toBeLessThan(24);
});
