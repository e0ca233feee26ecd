/** Two decisions about a placement: which clusters differ, by which prioritizers, and what the hub would write. */
import type { ClusterState, Condition, DecisionObject, NamespacedName } from "../../types.js";
import { fullName, objectNamed } from "../words/object-name.js";
import { byText } from "./name-order.js";

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

/** What the hub would write of a decision. */
export interface WrittenDecision {
  /** The `PlacementDecision`s. */
  placementDecisions: readonly DecisionObject[];
  /** The conditions of the placement's status. */
  conditions: readonly Condition[];
}

/** A decision group with other clusters. */
export interface GroupChange {
  /** The index of the group, as its label has it. */
  index: string;
  /** The name of the group; empty for clusters that no named group takes. */
  name: string;
  /** The clusters that are in the group only after. */
  added: string[];
  /** The clusters that are in the group only before. */
  removed: string[];
}

/** A `PlacementDecision` that differs: `created`: only after; `deleted`: only before; `changed`: other content. */
export interface ObjectChange extends NamespacedName {
  /** What changes. */
  change: "created" | "deleted" | "changed";
  /** The clusters that are in it only after. */
  added: string[];
  /** The clusters that are in it only before. */
  removed: string[];
}

/** A condition of the placement's status that differs. */
export interface ConditionChange {
  /** The type of the condition. */
  type: string;
  /** The condition in the first decision; `null`: there is none of the type. */
  before: Condition | null;
  /** The condition in the second decision; `null`: there is none of the type. */
  after: Condition | null;
}

/** What the hub would write otherwise. */
export interface WrittenChanges {
  /** The decision groups with other clusters, in their order. */
  groups: GroupChange[];
  /** The `PlacementDecision`s that differ, by name. */
  objects: ObjectChange[];
  /** The conditions that differ. */
  conditions: ConditionChange[];
}

/** A decision, as it is compared with another one. */
export interface ComparedDecision<Row extends Standing> {
  /** The clusters by name, best first. */
  rows: ReadonlyMap<string, Row>;
  /** The scores of a cluster by prioritizer. */
  scores: (row: Row) => Scored["scores"];
  weights: Scored["weights"];
  /** What the hub would write. */
  written: WrittenDecision;
}

/** What differs between two decisions. */
export interface DecisionChanges<Row> {
  /** The clusters that differ, each with the prioritizers that its total differs by, the largest difference first. */
  clusters: (StandingChange<Row> & { terms: TermChange[] })[];
  /** The names of the clusters that only the second decision selects, that only the first does, and that both do. */
  added: string[];
  removed: string[];
  stays: string[];
  written: WrittenChanges;
  /** Nothing differs, not even the rank of a cluster. */
  same: boolean;
}

/** Compares two decisions about a placement. O(clusters x prioritizers). */
export function decisionChanges<Row extends Standing>(
  before: ComparedDecision<Row>,
  after: ComparedDecision<Row>,
): DecisionChanges<Row> {
  const scored = ({ scores, weights }: ComparedDecision<Row>, row: Row): Scored => ({ scores: scores(row), weights });
  const clusters = standingChanges(before.rows, after.rows).map((change) => {
    const { before: was, after: is } = change;
    const isScored = was !== null && is !== null && was.total !== null && is.total !== null;
    return { ...change, terms: isScored ? termChanges(scored(before, was), scored(after, is)) : [] };
  });
  const names = (kind: ClusterChangeKind): string[] =>
    clusters.filter(({ change }) => change === kind).map(({ cluster }) => cluster);
  const isIn = ({ rows }: ComparedDecision<Row>, name: string): boolean => rows.get(name)?.state === "selected";
  const written = writtenChanges(before.written, after.written);
  return {
    clusters,
    added: names("added"),
    removed: names("removed"),
    stays: [...after.rows.keys()].filter((name) => isIn(before, name) && isIn(after, name)),
    written,
    same: clusters.length === 0 && isWrittenAlike(written),
  };
}

/** The label with the index of a decision group, and that with its name. */
const labels = [
  "cluster.open-cluster-management.io/decision-group-index",
  "cluster.open-cluster-management.io/decision-group-name",
] as const;

/** Names of the second list that the first lacks, in their order. */
const lacking = (one: readonly string[], other: readonly string[]): string[] => {
  const known = new Set(one);
  return other.filter((name) => !known.has(name));
};

/** Compares what the hub would write of two decisions. O(clusters). */
export function writtenChanges(before: WrittenDecision, after: WrittenDecision): WrittenChanges {
  return {
    groups: groupChanges(before, after),
    objects: objectChanges(before, after),
    conditions: conditionChanges(before, after),
  };
}

/** The clusters of each group, by index and name. */
function clustersByGroup({ placementDecisions }: WrittenDecision): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { labels: of, clusterNames } of placementDecisions) {
    const key = JSON.stringify(labels.map((label) => of[label]));
    groups.set(key, [...(groups.get(key) ?? []), ...clusterNames]);
  }
  return groups;
}

function groupChanges(before: WrittenDecision, after: WrittenDecision): GroupChange[] {
  const [was, is] = [clustersByGroup(before), clustersByGroup(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((key): GroupChange[] => {
    const [one, other] = [was.get(key) ?? [], is.get(key) ?? []];
    const [comes, goes] = [lacking(one, other), lacking(other, one)];
    const [index = "", name = ""] = JSON.parse(key) as string[];
    // A group that comes or goes without clusters differs, too.
    const isSame = comes.length + goes.length === 0 && was.has(key) === is.has(key);
    return isSame ? [] : [{ index, name, added: comes, removed: goes }];
  });
  return changes.sort((a, b) => Number(a.index) - Number(b.index));
}

function objectChanges(before: WrittenDecision, after: WrittenDecision): ObjectChange[] {
  const byName = ({ placementDecisions }: WrittenDecision): Map<string, DecisionObject> =>
    new Map(placementDecisions.map((object) => [fullName(object), object]));
  const [was, is] = [byName(before), byName(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort(byText).flatMap((key): ObjectChange[] => {
    const [one, other] = [was.get(key), is.get(key)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [first, second] = [one?.clusterNames ?? [], other?.clusterNames ?? []];
    const change = one === undefined ? "created" : other === undefined ? "deleted" : "changed";
    return [{ ...objectNamed(key), change, added: lacking(first, second), removed: lacking(second, first) }];
  });
}

function conditionChanges(before: WrittenDecision, after: WrittenDecision): ConditionChange[] {
  const byType = ({ conditions }: WrittenDecision): Map<string, Condition> =>
    new Map(conditions.map((condition) => [condition.type, condition]));
  const [was, is] = [byType(before), byType(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((type): ConditionChange[] => {
    const [one, other] = [was.get(type) ?? null, is.get(type) ?? null];
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ type, before: one, after: other }];
  });
}

/** Whether the hub would write the same. */
export const isWrittenAlike = ({ groups, objects, conditions }: WrittenChanges): boolean =>
  groups.length + objects.length + conditions.length === 0;
