/** Two runs of a timeline of autoscaled VMs: permits, migrations and pressure. */
import type {
  NamespacedName,
  VmMigration,
  VmNodeEnd,
  VmNodeResource,
  VmTimelineAnswer,
  VmTotals,
} from "../../types.js";
import { byName, byText } from "./name-order.js";
import { type RequestChange, requestChanges, type TimedRequest } from "./requests.js";
import { fullName, fullNames, objectNamed } from "../words/object-name.js";

/** What is compared of a run. */
export interface TimelineRun extends Pick<VmTimelineAnswer, "totals" | "migrations" | "nodes" | "unplaced"> {
  /** The requests of agents, by time; without them, none is compared. */
  requests?: readonly TimedRequest[] | undefined;
}

/** A count over all steps that differs. */
export interface TotalChange {
  /** The count. */
  total: keyof VmTotals;
  /** The count in the first run. */
  before: number;
  /** The count in the second run. */
  after: number;
}

/** A migration in one run only, or one that goes otherwise: the first of its pod on both sides, then the second. */
export interface MigrationChange {
  /** The pod that leaves. */
  pod: NamespacedName;
  /** The migration in the first run; `null`: there it does not migrate. */
  before: VmMigration | null;
  /** The migration in the second run; `null`: there it does not migrate. */
  after: VmMigration | null;
}

/** A node that ends otherwise. */
export interface NodeChange {
  /** The name of the node. */
  node: string;
  /** The node at the end of the first run; `null`: there is no such node. */
  before: VmNodeEnd | null;
  /** The node at the end of the second run; `null`: there is no such node. */
  after: VmNodeEnd | null;
}

/** How two runs differ. */
export interface TimelineDifference {
  /** The counts that differ, in the order of `VmTotals`. */
  totals: TotalChange[];
  /** The requests that are answered otherwise, or that only one run has, by time. */
  requests: RequestChange[];
  /** The migrations that differ in node, outcome or existence, by pod; another time of the start is no difference. */
  migrations: MigrationChange[];
  /** The nodes that end otherwise, by name. */
  nodes: NodeChange[];
  /** The pods of VMs on no node in the end, after and not before, by name. */
  unplaced: NamespacedName[];
  /**
   * The pods of VMs on no node in the end, before and not after, by name. Empty where the second run has fewer VMs:
   * they may be gone.
   */
  placed: NamespacedName[];
}

/** Compares two runs. O((migrations + nodes) log nodes). */
export function timelineDifference(before: TimelineRun, after: TimelineRun): TimelineDifference {
  const totals = (Object.keys(after.totals) as (keyof VmTotals)[]).flatMap((total): TotalChange[] => {
    const [was, is] = [before.totals[total], after.totals[total]];
    return was === is ? [] : [{ total, before: was, after: is }];
  });
  const lacks = (one: TimelineRun, other: TimelineRun): NamespacedName[] => {
    const known = new Set(fullNames(one.unplaced));
    return other.unplaced.filter((pod) => !known.has(fullName(pod))).sort(byName);
  };
  return {
    totals,
    requests: requestChanges(before.requests ?? [], after.requests ?? []),
    migrations: migrationChanges(before, after),
    nodes: nodeChanges(before, after),
    unplaced: lacks(before, after),
    placed: vms(after) < vms(before) ? [] : lacks(after, before),
  };
}

/** How many VMs there are in the end. */
const vms = ({ nodes, unplaced }: TimelineRun): number => nodes.reduce((sum, node) => sum + node.vms, unplaced.length);

function migrationChanges(before: TimelineRun, after: TimelineRun): MigrationChange[] {
  const byPod = ({ migrations }: TimelineRun): Map<string, VmMigration[]> => {
    const of = new Map<string, VmMigration[]>();
    for (const migration of migrations) {
      const pod = fullName(migration.pod);
      of.set(pod, [...(of.get(pod) ?? []), migration]);
    }
    return of;
  };
  const [was, is] = [byPod(before), byPod(after)];
  const changes: MigrationChange[] = [];
  for (const pod of [...new Set([...was.keys(), ...is.keys()])].sort(byText)) {
    const [first, second] = [was.get(pod) ?? [], is.get(pod) ?? []];
    for (let i = 0; i < Math.max(first.length, second.length); i += 1) {
      const [one, other] = [first[i] ?? null, second[i] ?? null];
      const isAlike =
        one?.from === other?.from &&
        one?.to === other?.to &&
        one?.failed === other?.failed &&
        (one?.ended === null) === (other?.ended === null);
      if (!isAlike) changes.push({ pod: objectNamed(pod), before: one, after: other });
    }
  }
  return changes;
}

function nodeChanges(before: TimelineRun, after: TimelineRun): NodeChange[] {
  const byName = ({ nodes }: TimelineRun): Map<string, VmNodeEnd> => new Map(nodes.map((node) => [node.name, node]));
  const [was, is] = [byName(before), byName(after)];
  return [...new Set([...was.keys(), ...is.keys()])].sort(byText).flatMap((node): NodeChange[] => {
    const [one, other] = [was.get(node) ?? null, is.get(node) ?? null];
    return one !== null && other !== null && isSameEnd(one, other) ? [] : [{ node, before: one, after: other }];
  });
}

/** Whether amounts, pressure and the number of VMs are the same; not by how many steps. */
function isSameEnd(one: VmNodeEnd, other: VmNodeEnd): boolean {
  const same = (a: VmNodeResource, b: VmNodeResource): boolean =>
    (Object.keys(a) as (keyof VmNodeResource)[]).every((part) => a[part] === b[part]);
  return (
    same(one.cpu, other.cpu) &&
    same(one.memory, other.memory) &&
    one.tooMuchPressure === other.tooMuchPressure &&
    one.vms === other.vms
  );
}
