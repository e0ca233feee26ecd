/** Two decisions about a placement: which clusters differ, and by which prioritizers. */
import type { ClusterState } from "../../types.js";

/**
 * What changes of a cluster: `added`: it is selected only after; `removed`: only before; `new`, `gone`: only one of the
 * texts has it, and it is not selected; else the first of state, rank and total that differs.
 */
export type ClusterChangeKind =
  | "added"
  | "removed"
  | "new"
  | "gone"
  | "state-changed"
  | "rank-changed"
  | "total-changed";

/** What a decision says of a cluster. */
export interface Standing {
  /** Where the cluster ended up. */
  state: ClusterState;
  /** The rank among the feasible clusters, from 1; `null`: it has none. */
  rank: number | null;
  /** The sum of its weighted scores; `null`: it is not feasible, or nothing was scored. */
  total: number | bigint | null;
}

/** A cluster that differs. */
export interface StandingChange<Row> {
  /** The name of the cluster. */
  cluster: string;
  /** What changes. */
  change: ClusterChangeKind;
  /** The cluster in the first decision; `null`: it is not in the text. */
  before: Row | null;
  /** The cluster in the second decision; `null`: it is not in the text. */
  after: Row | null;
}

const kinds: readonly ClusterChangeKind[] = [
  "added",
  "removed",
  "new",
  "gone",
  "state-changed",
  "rank-changed",
  "total-changed",
];

/**
 * The clusters that differ, by kind of change; of one kind in the order of the second decision, then of the first.
 *
 * @param before the rows of the first decision, by name
 * @param after the rows of the second decision, by name
 */
export function standingChanges<Row extends Standing>(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): StandingChange<Row>[] {
  const changes: StandingChange<Row>[] = [];
  for (const cluster of new Set([...after.keys(), ...before.keys()])) {
    const [was, is] = [before.get(cluster) ?? null, after.get(cluster) ?? null];
    const change = changeOf(was, is);
    if (change !== null) changes.push({ cluster, change, before: was, after: is });
  }
  return changes.sort((a, b) => kinds.indexOf(a.change) - kinds.indexOf(b.change));
}

function changeOf(before: Standing | null, after: Standing | null): ClusterChangeKind | null {
  const [wasIn, isIn] = [before?.state === "selected", after?.state === "selected"];
  if (wasIn !== isIn) return isIn ? "added" : "removed";
  if (before === null) return "new";
  if (after === null) return "gone";
  if (before.state !== after.state) return "state-changed";
  if (before.rank !== after.rank) return "rank-changed";
  return before.total === after.total ? null : "total-changed";
}

/** A prioritizer's part of a cluster's total in two decisions. */
export interface TermChange {
  /** The name of the prioritizer. */
  prioritizer: string;
  /** The weight in the first decision; 0: it does not count there. */
  weightBefore: number;
  /** The weight in the second decision; 0: it does not count there. */
  weightAfter: number;
  /** The score in the first decision, -100 to 100; `null`: none. */
  scoreBefore: number | null;
  /** The score in the second decision, -100 to 100; `null`: none. */
  scoreAfter: number | null;
}

/** The scores of a cluster by prioritizer, and the weights of the decision. */
export interface Scored {
  scores: Readonly<Record<string, number | null>>;
  weights: Readonly<Record<string, number>>;
}

/** The prioritizers whose weighted score differs, by the size of the difference. */
export function termChanges(before: Scored, after: Scored): TermChange[] {
  const names = new Set([...Object.keys(after.weights), ...Object.keys(before.weights)]);
  const terms = [...names].map((prioritizer): TermChange => {
    const of = ({ scores, weights }: Scored): [number, number | null] => {
      const weight = ownValue(weights, prioritizer) ?? 0;
      return [weight, weight === 0 ? null : ownValue(scores, prioritizer)];
    };
    const [[weightBefore, scoreBefore], [weightAfter, scoreAfter]] = [of(before), of(after)];
    return { prioritizer, weightBefore, weightAfter, scoreBefore, scoreAfter };
  });
  const differs = (term: TermChange): number =>
    Math.abs((term.scoreAfter ?? 0) * term.weightAfter - (term.scoreBefore ?? 0) * term.weightBefore);
  return terms.filter((term) => differs(term) !== 0).sort((a, b) => differs(b) - differs(a));
}

/** A map's own value; `null` where it has none of the name. */
const ownValue = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | null =>
  Object.hasOwn(map, name) ? (map[name] ?? null) : null;
