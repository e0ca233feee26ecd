/** The use of a node's resources. */
import type { NodeResourceUse, ResourceAnswer } from "../../../types.js";

/** One resource of one node, without and with a pod. */
export interface Usage {
  resource: string;
  allocatable: number;
  requests: number;
  limits: number;
  podRequests: number;
  podLimits: number;
}

/** The use with a pod. */
export const usageOf = (answer: ResourceAnswer): Usage => ({
  resource: answer.name,
  allocatable: answer.allocatable,
  requests: answer.requested,
  limits: answer.existingLimit,
  podRequests: answer.podRequest,
  podLimits: answer.podLimit,
});

/** The use without a further pod. */
export const plainUsage = ({ name, allocatable, requests, limits }: NodeResourceUse): Usage => ({
  resource: name,
  allocatable,
  requests,
  limits,
  podRequests: 0,
  podLimits: 0,
});

/** The summed amounts: requests may not exceed a node, limits may. */
export type Kind = "requests" | "limits";

/** An amount without and with the pod, in milli-CPU or base units. */
export interface Level {
  before: number;
  after: number;
}

/** The requests or limits on a node, without and with the pod. */
export const levelOf = (usage: Usage, kind: Kind): Level =>
  kind === "requests"
    ? { before: usage.requests, after: usage.requests + usage.podRequests }
    : { before: usage.limits, after: usage.limits + usage.podLimits };

/** The resource whose limits would exceed the node the most. */
export function worst(usages: Usage[]): Usage | null {
  const ratio = ({ allocatable, limits, podLimits }: Usage): number =>
    allocatable <= 0 ? -1 : (limits + podLimits) / allocatable;
  return usages.reduce<Usage | null>(
    (top, usage) => (ratio(usage) > (top === null ? -1 : ratio(top)) ? usage : top),
    null,
  );
}
