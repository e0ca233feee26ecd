/** Where a pod is, and why it is not tried. */
import type { PodEntry } from "../../../types.js";
import { fullName } from "../object-name.js";
import { refuserName } from "../quotas/resource-quota.js";

/** `pending`; `pending, gated`; `bound, terminating`; `pending, refused by ResourceQuota compute` */
export function podStateText(pod: PodEntry): string {
  const { state, gates, invalid, resourceQuota, behind, kubelet, terminating, reason } = pod;
  if (kubelet?.evicts === true) return "not modelled: its kubelet evicts pods";
  if (kubelet !== undefined) return kubelet.reason === null ? "no such node" : `rejected, ${kubelet.reason}`;
  if (terminating && state !== "finished") return `${state}, terminating`;
  if (invalid) return `${state}, invalid`;
  if (resourceQuota !== undefined)
    return `${state}, ${resourceQuota.volume === undefined ? "" : "claim "}refused by ${refuserName(resourceQuota)}`;
  if (behind !== undefined) return `not created before ${fullName(behind)} is Ready`;
  if (reason !== undefined) return `${state}, ${reason}`;
  return gates.length > 0 ? `${state}, gated` : state;
}
