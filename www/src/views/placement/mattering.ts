/** Which slider matters: for the cluster that is pointed at, and for the selection. */
import { standingOf } from "schedscope/words/whatif";
import type { ClusterRow, PrioritizerSummary, SpreadCandidate, SweepAnswer } from "../../engine/types";
import type { Host } from "../../ui/host";

/** The prioritizer in which a cluster differs the most, by weight × score, from another one; null: in none. */
export function mostDifferent(
  prioritizers: readonly Pick<PrioritizerSummary, "name" | "weight">[],
  one: ClusterRow["scores"],
  other: ClusterRow["scores"],
): { name: string; by: number } | null {
  const active = prioritizers.filter(({ weight }) => weight !== 0);
  let most: { name: string; by: number } | null = null;
  active.forEach(({ name, weight }, i) => {
    const by = Math.abs(weight * ((one[i] ?? 0) - (other[i] ?? 0)));
    if (by > (most?.by ?? 0)) most = { name, by };
  });
  return most;
}

/** The prioritizer that matters for a cluster; null: there is none, or nothing is known of it. */
export function matteringOf(name: string | null, { decision, rows, spread }: Host["answer"]): string | null {
  const shown = decision.value;
  if (name === null || shown === null) return null;
  const atStep = spread.value;
  const run = shown.summary.spread;
  const listed = rows.value?.rows ?? [];
  const row = listed.find((of) => of.name === name);
  const candidates = atStep?.candidates?.candidates ?? [];
  const candidate = candidates.find((of) => of.name === name);
  const pick = candidates.find((of) => of.name === atStep?.picked?.picked.name);
  const reference =
    run === null || run === undefined
      ? listed.filter(({ state }) => (state === "selected") !== (row?.state === "selected")).at(0)
      : listed.find((of) => of.name === pick?.name);
  const of =
    row === undefined || reference === undefined
      ? null
      : mostDifferent(shown.summary.prioritizers, row.scores, reference.scores);
  const bySpread =
    run == null || candidate === undefined || pick === undefined ? 0 : run.weight * spreadBy(candidate, pick);
  return bySpread > (of?.by ?? 0) ? "Spread" : (of?.name ?? null);
}

const spreadBy = (one: SpreadCandidate, other: SpreadCandidate): number =>
  Math.abs((one.spread ?? 0) - (other.spread ?? 0));

/**
 * The name of the prioritizer whose weight need change the least before other clusters are selected; of several, the
 * one whose change exchanges the most clusters. Those that are off do not count. null: none changes the selection, or
 * several need an equal change.
 */
export function mattersMost(
  prioritizers: readonly Pick<PrioritizerSummary, "name" | "weight">[],
  sweepOf: (name: string) => SweepAnswer | undefined,
): string | null {
  const nearest = prioritizers.flatMap(({ name, weight }) => {
    const answer = sweepOf(name);
    const standing = answer === undefined ? null : standingOf(answer, weight);
    if (weight === 0 || answer === undefined || standing === null || standing.isWithoutEffect) return [];
    const at = answer.intervals.findIndex(({ from }) => from === standing.same.from);
    const exchanged = (i: number): number =>
      (answer.intervals[i]?.added.length ?? 0) + (answer.intervals[i]?.removed.length ?? 0);
    const below = at === 0 ? Infinity : weight - standing.same.from + 1;
    const above = at === answer.intervals.length - 1 ? Infinity : standing.same.to - weight + 1;
    const clusters = Math.max(below <= above ? exchanged(at) : 0, above <= below ? exchanged(at + 1) : 0);
    return [{ name, by: Math.min(below, above), clusters }];
  });
  const [first, second] = nearest.sort((a, b) => a.by - b.by || b.clusters - a.clusters);
  const isAlike = second !== undefined && second.by === first?.by && second.clusters === first.clusters;
  return first === undefined || isAlike ? null : first.name;
}
