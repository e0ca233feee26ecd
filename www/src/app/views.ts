/** Which answer is on show: the views follow the kinds found in the text. */
import { computed, signal } from "@preact/signals";
import { reading } from "./answer";

export const viewNames = ["placement", "nodes", "quotas", "vms"] as const;
export type ViewName = (typeof viewNames)[number];

/** null: nobody chose, the text decides */
export const chosenView = signal<ViewName | null>(null);

const count = (kinds: readonly string[]): number =>
  (reading.value?.kinds ?? []).reduce((sum, { kind, count }) => sum + (kinds.includes(kind) ? count : 0), 0);

const podKinds = ["Pod", "Deployment", "ReplicaSet", "StatefulSet", "Job"];

/** How many objects of its own each view finds in the text. */
export const viewCounts = computed<Record<ViewName, number>>(() => ({
  placement: reading.value?.placements.length ?? 0,
  nodes: count(["Node"]),
  quotas: count(["ElasticQuota"]),
  vms: count(["VirtualMachine"]),
}));

/** The kinds that only the view of VMs is about. */
const vmKinds = ["VirtualMachine", "Timeline"];

/** The view on show. */
export const view = computed<ViewName>(() => {
  const counts = viewCounts.value;
  const chosen = chosenView.value;
  if (chosen !== null && (chosen === "placement" || hasContent(chosen))) return chosen;
  if (counts.placement > 0 || count(["ManagedCluster"]) > 0) return "placement";
  if (count(vmKinds) > 0) return "vms";
  if (counts.quotas > 0) return "quotas";
  return counts.nodes > 0 || count(podKinds) > 0 ? "nodes" : "placement";
});

/** Whether a view has anything to show. */
export function hasContent(name: ViewName): boolean {
  const counts = viewCounts.value;
  if (name === "placement") return true;
  if (name === "vms") return count([...vmKinds, "ConfigMap"]) > 0;
  return counts.nodes > 0 || counts.quotas > 0 || count(podKinds) > 0;
}
