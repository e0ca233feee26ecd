/** What of a text is not looked at, as sentences. */
import type { NotLookedAt, NotLookedAtReason } from "../../types.js";
import type { Sentence } from "./finding.js";
import { counted, integer } from "./number.js";
import { listed } from "./phrase.js";

/** Why it matters, in lower case without a full stop. The documentation has the same sentences in its table. */
export const NOT_LOOKED_AT_REASONS: Record<NotLookedAtReason, string> = {
  volumes: "Kubernetes translates in-tree volumes for a CSI driver, whose limits can keep a pod from nodes",
  "dynamic-resources": "devices are allocated to claims, which can keep a pod from nodes",
  "other-scheduler":
    "the pod is for another scheduler, whose configuration is not known: it is answered as by the default scheduler",
  "pod-group": "the pods of a group are scheduled together or not at all; here each is scheduled for itself",
  "kueue-quota":
    "a queue of Kueue decides by its own quotas when these pods are made or let go; here they wait for a node only",
  "volcano-queue":
    "Volcano's scheduler shares the cluster between its queues, and schedules the pods of a group together; here " +
    "each waits for a node only",
  "other-quota":
    "it is a quota of another scheduler, with other rules: what it guarantees and bounds is not counted as there",
  "koordinator-quota":
    "Koordinator's scheduler guarantees and bounds by a tree of quotas, with other rules: none of them is counted",
  "scheduler-configuration":
    "extenders, plugins that are not part of Kubernetes and some settings of a scheduler are ignored",
  "embedded-configuration":
    "a KubeSchedulerConfiguration in a ConfigMap is not read: add it to the input as an object of its own",
  "no-capacity-scheduling":
    "its scheduler runs without CapacityScheduling and ignores quotas: a pod that one rejects here can run there",
  "default-preemption":
    "DefaultPreemption runs next to CapacityScheduling and evicts without regard to quotas; here it does not",
  "node-sampling":
    "kube-scheduler stops looking after enough feasible nodes (percentageOfNodesToScore); the answer looks at all",
  "storage-capacity-scores": "kube-scheduler prefers nodes by the storage that new volumes leave; here no score does",
  "declared-features": "nodes declare features that pods can need, which can keep a pod from nodes",
  numa: "NUMA zones divide a node's room, which can keep a pod from nodes that have enough in all",
  "node-autoscaling": "nodes are added for pods that fit none, and removed; here the nodes stay as they are",
  descheduling: "running pods are evicted by a descheduler; here only preemption evicts",
  "pods-not-made": "it creates pods; on the nodes of the input, only those in the input are counted",
  "autoscaled-replicas": "it says how many pods a workload without replicas has; here that has one",
  "namespace-admission":
    "the API server adds the node selector or tolerations to new pods of the namespace, or refuses theirs",
  "cluster-resource-quota": "it counts pods of several namespaces and can refuse new ones; it is not counted",
  admission: "it changes or refuses new pods before the scheduler sees them",
  "hub-features": "a feature gate of the hub changes what its controllers do; here the gates have their defaults",
  "work-rollout-all": "its controller changes all selected clusters at the same time (rolloutStrategy All)",
  "work-rollout-progressive":
    "its controller changes at most maxConcurrency of the selected clusters at a time (rolloutStrategy Progressive)",
  "work-rollout-per-group":
    "its controller changes one decision group after another (rolloutStrategy ProgressivePerGroup)",
  "vm-settings":
    "it bounds, scales or migrates a VM; here bounds are those of the VM's spec, and the timeline migrates",
};

/** What a plugin that is not applied could do at each of its points. */
const POINTS: Record<string, string> = {
  multiPoint: "it can order pods, hold them back, reject nodes and score them",
  preEnqueue: "it can hold pods back",
  queueSort: "it orders the queue; here pods come by priority, then by creation",
  preFilter: "it can reject pods and nodes",
  filter: "it can reject nodes, so the pod may fit fewer",
  postFilter: "it can evict pods, or prevent that",
  preScore: "it prepares scores, which are not added",
  score: "its scores are not added to the totals of nodes, so another node may be picked",
  reserve: "it can reject the node that is picked",
  permit: "it can reject the pod or let it wait once a node is picked",
};

const fewerNodes = "preemption stops after a number of nodes, from a random one on; here it tries all";

/** Why a setting of a scheduler's configuration matters, by the last part of its field. */
const SETTINGS: Record<string, string> = {
  extenders: "extenders can reject nodes, score them and evict pods; here none is asked",
  preferredDuringSchedulingIgnoredDuringExecution: "preferred terms would add to the scores of nodes; here they do not",
  whenUnsatisfiable: "default constraints with DoNotSchedule reject nodes; here they do not",
  minCandidateNodesPercentage: fewerNodes,
  minCandidateNodesAbsolute: fewerNodes,
};

type Reasoned = Pick<NotLookedAt, "why" | "field" | "plugin">;

/** Why a row matters, in lower case without a full stop: of a scheduler's configuration what is ignored. */
export function notLookedAtReason({ why, field, plugin }: Reasoned): string {
  if (why !== "scheduler-configuration") return NOT_LOOKED_AT_REASONS[why];
  if (plugin === null) return SETTINGS[field.slice(field.lastIndexOf(".") + 1)] ?? NOT_LOOKED_AT_REASONS[why];
  const [, point = "", list] = /([A-Za-z]+)\.(enabled|disabled)\[\]\.name$/.exec(field) ?? [];
  if (list === "disabled")
    return `the profile switches ${plugin === "*" ? "all plugins" : plugin} off at ${point}; here it stays on there`;
  return `plugin ${plugin} is not modelled: ${POINTS[point] ?? "its arguments are ignored"}`;
}

/** What is meant, `Pod team-a/db (and 2 more), spec.volumes[].persistentVolumeClaim`. */
export function notLookedAtSubject({ object, field, path, count }: NotLookedAt): string {
  const name = [object.namespace, object.name].filter((part) => part !== "").join("/");
  const others = count > 1 ? ` (and ${integer(count - 1)} more)` : "";
  const where = count > 1 ? field : path;
  return `${object.kind}${name === "" ? "" : ` ${name}`}${others}${where === "" ? "" : `, ${where}`}`;
}

/** `not looked at in 3 objects: volumes can …` */
export function notLookedAtText(row: Reasoned & Pick<NotLookedAt, "count">): string {
  const { count } = row;
  return `not looked at${count > 1 ? ` in ${counted(count, "object")}` : ""}: ${notLookedAtReason(row)}`;
}

/** What is in the pods, or changes them. */
export const notModelledSentences = (rows: NotLookedAt[]): Sentence[] => {
  const dependsOnVolumes = rows.some(({ own, why }) => own && why === "volumes");
  const volumes = dependsOnVolumes ? "The node depends on the pod's volumes. " : "";
  return notLookedAtSentences(rows).map((said) => ({ ...said, message: `${volumes}${said.message}` }));
};

/** What else of the input is not modelled. */
export const notLookedAtSentences = (rows: NotLookedAt[]): Sentence[] => [
  {
    message: notLookedAtSentence(rows),
    details: rows.map((row) => `${notLookedAtSubject(row)}: ${notLookedAtReason(row)}`),
  },
];

/**
 * Sentences for an answer: `This answer does not look at volumes and descheduling.` Empty where everything was looked
 * at.
 */
export function notLookedAtSentence(rows: readonly Pick<NotLookedAt, "why">[]): string {
  const reasons = [...new Set(rows.map(({ why }) => why))];
  const names = reasons.flatMap((why) => NAMES[why] ?? []);
  const seen = names.length === 0 ? [] : [`does not look at ${listed(names)}.`];
  const said = [...seen, ...reasons.flatMap((why) => APPLIED[why] ?? [])];
  return said.map((text, i) => `${i === 0 ? "This answer" : "It"} ${text}`).join(" ");
}

const order = "says which clusters are selected; when the work on them changes is up to the ManifestWorkReplicaSet";

/** What is looked at, but not as the input says. */
const APPLIED: Partial<Record<NotLookedAtReason, string>> = {
  "scheduler-configuration": "ignores settings of the scheduler's configuration.",
  "embedded-configuration": "ignores a scheduler's configuration in a ConfigMap.",
  "no-capacity-scheduling": "applies ElasticQuotas, which the configured scheduler ignores.",
  "work-rollout-all": `${order}: all at the same time.`,
  "work-rollout-progressive": `${order}: at most \`maxConcurrency\` of them at a time.`,
  "work-rollout-per-group": `${order}: one decision group after another.`,
  "default-preemption": "evicts within the quotas only, while the configured scheduler also evicts outside them.",
};

const NAMES: Partial<Record<NotLookedAtReason, string>> = {
  volumes: "in-tree volumes",
  "dynamic-resources": "claims of devices",
  "other-scheduler": "the pod's own scheduler",
  "pod-group": "groups of pods",
  "kueue-quota": "Kueue's queues and quotas",
  "volcano-queue": "Volcano's queues",
  "other-quota": "quotas of other schedulers",
  "koordinator-quota": "Koordinator's quotas",
  "node-sampling": "the sample of nodes that a scheduler takes",
  "storage-capacity-scores": "the score of storage that is left",
  "declared-features": "features that nodes declare",
  numa: "NUMA zones",
  "node-autoscaling": "nodes that come and go",
  descheduling: "descheduling",
  "pods-not-made": "pods that some controllers have still to create on the nodes of the input",
  "autoscaled-replicas": "autoscalers, which say how many pods their workloads have",
  "namespace-admission": "node selectors and tolerations of namespaces",
  "cluster-resource-quota": "quotas of several namespaces",
  admission: "webhooks for new pods",
  "hub-features": "feature gates of the hub",
  "vm-settings": "settings of VMs by annotations and labels",
};
