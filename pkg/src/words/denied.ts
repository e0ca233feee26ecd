/** What an answer lacks of a kind that the user of a cluster may not read. */

/** By the plural of the kind: what the answer assumes. */
const assumed: Readonly<Record<string, string>> = {
  nodes: "no pod gets a node here",
  pods: "they take room that is free here",
  priorityclasses: "a new pod counts with its own priority, or 0",
  poddisruptionbudgets: "preemption and drains may evict pods here that a PodDisruptionBudget protects",
  resourcequotas: "they may reject a pod that is admitted here",
  limitranges: "their default requests do not count here",
  namespaces: "a `namespaceSelector` sees namespaces without labels here",
  runtimeclasses: "their overhead does not count here",
  services: "the default spread of pods does not count them here",
  replicasets: "the default spread of pods does not count them here",
  statefulsets: "the default spread of pods does not count them here",
  elasticquotas: "no ElasticQuota limits a pod here",
  managedclusters: "no cluster is a candidate here",
  placements: "no placement is decided here",
  placementdecisions: "recorded decisions are unknown, and `Balance` counts none",
  managedclustersets: "sets of clusters are unknown here",
  managedclustersetbindings: "sets that are bound are unknown here",
  addonplacementscores: "scores of add-ons count as 0 here",
  applicationsets: "the Applications that Argo CD creates from a decision are unknown",
  configmaps: "the Applications that Argo CD creates from a decision are unknown",
  deployments: "their rollouts and missing pods are unknown",
  daemonsets: "their rollouts and missing pods are unknown",
  jobs: "the pods that they have still to create are unknown",
  cronjobs: "the Jobs that they have still to create are unknown",
};

/** Of volumes, claims and their classes. */
const ofVolumes = "volumes of claims are unknown here";

/** A sentence without its full stop; `namespace`: the objects of this one could be read. */
export function deniedText(plural: string, namespace: string | undefined): string {
  const of = namespace === undefined ? plural : `${plural} outside of namespace ${namespace}`;
  return `Not read, forbidden to this user: ${of}: ${assumed[plural] ?? ofVolumes}`;
}
