/** How full a node is. */
import type { NodeResourceUse, ResourceAnswer } from "../../../types.js";

/** One resource of one node, with what a pod would add. */
export interface Usage {
  resource: string;
  allocatable: number;
  requests: number;
  limits: number;
  podRequests: number;
  podLimits: number;
}

/** With what a pod would add. */
export const usageOf = (answer: ResourceAnswer): Usage => ({
  resource: answer.name,
  allocatable: answer.allocatable,
  requests: answer.requested,
  limits: answer.existingLimit,
  podRequests: answer.podRequest,
  podLimits: answer.podLimit,
});

/** As it is, without any pod to add. */
export const plainUsage = ({ name, allocatable, requests, limits }: NodeResourceUse): Usage => ({
  resource: name,
  allocatable,
  requests,
  limits,
  podRequests: 0,
  podLimits: 0,
});

/** What is added up: requests may not exceed a node, limits may. */
export type Kind = "requests" | "limits";

/** An amount without and with the pod, in milli-CPU or base units. */
export interface Level {
  before: number;
  after: number;
}

/** What a node has of one kind, without and with the pod. */
export const levelOf = (usage: Usage, kind: Kind): Level =>
  kind === "requests"
    ? { before: usage.requests, after: usage.requests + usage.podRequests }
    : { before: usage.limits, after: usage.limits + usage.podLimits };

/** The resource of which the limits would be the furthest past the node. */
export function worst(usages: Usage[]): Usage | null {
  const ratio = ({ allocatable, limits, podLimits }: Usage): number =>
    allocatable <= 0 ? -1 : (limits + podLimits) / allocatable;
  return usages.reduce<Usage | null>(
    (top, usage) => (ratio(usage) > (top === null ? -1 : ratio(top)) ? usage : top),
    null,
  );
}
