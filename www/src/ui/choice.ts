/** Which view a text is for: views follow the kinds that are found in it. */
import type { ReadingAnswer } from "../engine/types";

export const viewNames = ["placement", "nodes", "quotas", "vms"] as const;
export type ViewName = (typeof viewNames)[number];

export const podKinds = ["Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job"];
/** The kinds that only the view of VMs is about. */
const vmKinds = ["VirtualMachine", "Timeline"];

const count = (reading: ReadingAnswer | null, kinds: readonly string[]): number =>
  (reading?.kinds ?? []).reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);

/** How many objects of its own each view finds. */
export const countsOf = (reading: ReadingAnswer | null): Record<ViewName, number> => ({
  placement: reading?.placements.length ?? 0,
  nodes: count(reading, ["Node"]),
  quotas: count(reading, ["ElasticQuota"]),
  vms: count(reading, ["VirtualMachine"]),
});

/** The view that a text opens with. */
export function viewOf(reading: ReadingAnswer | null): ViewName {
  const counts = countsOf(reading);
  if (counts.placement > 0 || count(reading, ["ManagedCluster"]) > 0) return "placement";
  if (count(reading, vmKinds) > 0) return "vms";
  if (counts.quotas > 0) return "quotas";
  return counts.nodes > 0 || count(reading, podKinds) > 0 ? "nodes" : "placement";
}

/** Whether a view has anything to show. */
export function hasContentFor(reading: ReadingAnswer | null, name: ViewName): boolean {
  if (name === "placement") return true;
  if (name === "vms") return count(reading, [...vmKinds, "ConfigMap"]) > 0;
  const counts = countsOf(reading);
  return counts.nodes > 0 || counts.quotas > 0 || count(reading, podKinds) > 0;
}

/** How much a text holds that a question can be about: nothing, pods without anything to put them on, or more. */
export function subjectOf(reading: ReadingAnswer): "nothing" | "pods" | "more" {
  const isMore =
    reading.placements.length > 0 ||
    count(reading, ["Placement", "ManagedCluster", "Node", "ElasticQuota", ...vmKinds]) > 0;
  if (isMore) return "more";
  return count(reading, podKinds) > 0 ? "pods" : "nothing";
}
