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

/** The changes of so many clusters, with their fields. */
function compared(count: number): string[] {
  const clusters = Array.from({ length: count }, (_, i) => `c${i}`);
  const fields = new ComparedFields(session(clusters, 1), session(clusters, 2));
  const row = {} as Change["before"];
  const changes = clusters.map((cluster) => ({ cluster, before: row, after: row, why: "" }) as Change);
  const { changes: found } = fields.with({ changes } as Compared, entry, {} as never);
  return found.map(({ why }) => why);
}

test("a cluster has the changed fields of its own scores", () => {
  const own = (cluster: string) => `changed: AddOnPlacementScore ${cluster}/energy status.scores[co2].value: 1 → 2`;
  expect(compared(2)).toEqual([own("c0"), own("c1")]);
});
