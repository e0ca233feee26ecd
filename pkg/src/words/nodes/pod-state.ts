/** Where a pod is, and why it is not tried. */
import type { PodEntry } from "../../../types.js";
import { refuserName } from "../quotas/resource-quota.js";

/** `pending`; `pending, gated`; `bound, terminating`; `pending, refused by ResourceQuota compute` */
export function podStateText({ state, gates, invalid, resourceQuota, kubelet, terminating, reason }: PodEntry): string {
  if (kubelet?.evicts === true) return "not modelled: its kubelet evicts pods";
  if (kubelet !== undefined) return kubelet.reason === null ? "no such node" : `rejected, ${kubelet.reason}`;
  if (terminating && state !== "finished") return `${state}, terminating`;
  if (invalid) return `${state}, invalid`;
  if (resourceQuota !== undefined) return `${state}, refused by ${refuserName(resourceQuota)}`;
  if (reason !== undefined) return `${state}, ${reason}`;
  return gates.length > 0 ? `${state}, gated` : state;
}
