/** The commands that print all kinds that a right answer depends on: one list for help, page and documents. */

/** The kinds, as kubectl takes them, by what is asked about. */
export const KINDS = {
  /** What a decision depends on, and what the hub decided. */
  placements: [
    "managedclusters",
    "placements",
    "placementdecisions",
    "managedclustersets",
    "managedclustersetbindings",
    "addonplacementscores",
  ],
  /** What filters, scores, quotas and preemption depend on. */
  pods: [
    "nodes",
    "pods",
    "elasticquotas",
    "priorityclasses",
    "pdb",
    "resourcequotas",
    "limitranges",
    "namespaces",
    "runtimeclasses",
    "services",
    "rs",
    "sts",
  ],
  /** What a timeline depends on; config maps hold the plugin's config. */
  vms: ["nodes", "pods", "virtualmachines", "configmaps"],
  /** What Argo CD makes of decisions, beside what these depend on. */
  applications: ["applicationsets", "configmaps"],
  /** What a watch prints for the ledger of quotas. */
  quotaEvents: ["pods", "elasticquotas"],
} as const;

const line = (kinds: readonly string[]): string => `kubectl get ${kinds.join(",")} -A -o yaml`;

/** For placements and spread, on one line. */
export const hubCommandLine = line(KINDS.placements);
/** For pods, nodes, quotas and queues, on one line. */
export const podsCommandLine = line(KINDS.pods);
/** For autoscaled VMs, on one line. */
export const vmsCommandLine = line(KINDS.vms);
