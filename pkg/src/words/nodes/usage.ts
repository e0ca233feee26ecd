/** How full a node is. */
import type { NodeAmounts, ResourceAnswer } from "../../../types.js";

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

/** The resource of which the limits would be the furthest past the node. */
export function worst(usages: Usage[]): Usage | null {
  const ratio = ({ allocatable, limits, podLimits }: Usage): number =>
    allocatable <= 0 ? -1 : (limits + podLimits) / allocatable;
  return usages.reduce<Usage | null>((top, usage) => (ratio(usage) > (top === null ? -1 : ratio(top)) ? usage : top), null);
}
