/** The states of clusters as they are shown, and their names. */
import type { ClusterState, DecideAnswer, NotSelectedReason } from "../../../types.js";

/** A state as it is shown: spread divides feasible clusters into those that it may pick and those that it may not. */
export type ClusterLook = ClusterState | "blocked" | "keyless";

/** The shown state of a cluster, from its state and its reason. */
export function lookOf(state: ClusterState, reason: NotSelectedReason | null): ClusterLook {
  if (reason?.type === "max-skew") return "blocked";
  return reason?.type === "missing-topology-key" ? "keyless" : state;
}

/** The number of clusters in each shown state, selected first; states without clusters are left out. */
export function partsOf({ clusterCounts, spread }: DecideAnswer): [ClusterLook, number][] {
  const { all, candidates, feasible, selected } = clusterCounts;
  const keyless = spread === null ? 0 : feasible - spread.eligible;
  const left = feasible - selected - keyless;
  const parts: [ClusterLook, number][] = [
    ["selected", selected],
    [spread?.end === "blocked" ? "blocked" : "feasible", left],
    ["keyless", keyless],
    ["filtered", candidates - feasible],
    ["excluded", all - candidates],
  ];
  return parts.filter(([, count]) => count > 0);
}

/** Whether clusters were ranked, so that a cluster can be "not selected". */
export const isRanked = ({ outcome, status }: DecideAnswer): boolean =>
  isDecided({ outcome }) && status.code !== "Misconfigured";

/** Whether clusters were looked at: the hub schedules, and the placement has no fault for which nothing is decided. */
export const isDecided = ({ outcome }: Pick<DecideAnswer, "outcome">): boolean => outcome === "scheduled";

/**
 * A state in words; a feasible cluster is "not selected" only if clusters were ranked. `decided`: whether clusters were
 * looked at at all.
 */
export function stateName(state: ClusterLook, ranked: boolean, decided = true): string {
  if (!decided) return "not looked at";
  switch (state) {
    case "blocked":
      return "blocked";
    case "keyless":
      return "no topology key";
    case "selected":
      return "selected";
    case "feasible":
      return ranked ? "not selected" : "feasible";
    case "filtered":
      return "filtered out";
    case "excluded":
      return "not a candidate";
  }
}
