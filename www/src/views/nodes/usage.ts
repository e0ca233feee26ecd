/** How full a node is, as parts of bars. */
import type { NodeAmounts, ResourceAnswer } from "../../engine/types";
import type { BarPart } from "../pods/amount-bar";

/** One resource of one node, with what a pod would add. */
export interface Usage {
  resource: string;
  allocatable: number;
  requests: number;
  limits: number;
  podRequests: number;
  podLimits: number;
}

export const usageOf = (answer: ResourceAnswer): Usage => ({
  resource: answer.name,
  allocatable: answer.allocatable,
  requests: answer.requested,
  limits: answer.existingLimit,
  podRequests: answer.podRequest,
  podLimits: answer.podLimit,
});

export const plainUsage = ({ name, allocatable, requests, limits }: NodeAmounts): Usage => ({
  resource: name,
  allocatable,
  requests,
  limits,
  podRequests: 0,
  podLimits: 0,
});

export type Kind = "requests" | "limits";

export interface Level {
  before: number;
  after: number;
}

export const levelOf = (usage: Usage, kind: Kind): Level =>
  kind === "requests"
    ? { before: usage.requests, after: usage.requests + usage.podRequests }
    : { before: usage.limits, after: usage.limits + usage.podLimits };

/**
 * What is there solid, what the pod adds hatched, both cut at 100%: past it limits are amber, for
 * they may be over-subscribed, and requests are red, for they may not.
 */
export function parts({ before, after }: Level, allocatable: number, kind: Kind): BarPart[] {
  const over = kind === "limits" ? "amber" : "red";
  const cut = (from: number, to: number, look: BarPart["look"], hatched: boolean): BarPart[] => [
    { from, to: Math.min(to, allocatable), look, hatched },
    { from: Math.max(from, allocatable), to, look: over, hatched },
  ];
  const all = [...cut(0, before, kind === "limits" ? "light" : "solid", false), ...cut(before, after, "blue", true)];
  return all.filter(({ from, to }) => from < to);
}

/** The ends that an axis may have, as parts of what a node can give. */
const ends = [1.25, 1.5, 2, 2.5, 3, 4];

/**
 * Where the axis of all bars ends: everything fits on it, up to `most` times the node. One node that
 * is over-subscribed sixfold must not make the others' bars too short to read: its bars are cut.
 */
export function axisEnd(usages: Usage[], most: number): number {
  const top = usages.reduce((top, usage) => Math.max(top, largest(usage)), 0);
  return ends.find((end) => top <= end || end >= most) ?? most;
}

function largest(usage: Usage): number {
  if (usage.allocatable <= 0) return 0;
  return Math.max(levelOf(usage, "limits").after, levelOf(usage, "requests").after) / usage.allocatable;
}

/** The resource of which the limits would be the furthest past the node. */
export function worst(usages: Usage[]): Usage | null {
  const ratio = ({ allocatable, limits, podLimits }: Usage): number =>
    allocatable <= 0 ? -1 : (limits + podLimits) / allocatable;
  return usages.reduce<Usage | null>((top, usage) => (ratio(usage) > (top === null ? -1 : ratio(top)) ? usage : top), null);
}
