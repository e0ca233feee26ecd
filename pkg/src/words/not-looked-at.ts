/** What of a text is not looked at, as sentences. */
import type { NotLookedAt, NotLookedAtReason } from "../../types.js";
import { counted } from "./number.js";

/** Why it matters, in lower case without a full stop. The documentation has the same sentences in its table. */
export const NOT_LOOKED_AT_REASONS: Record<NotLookedAtReason, string> = {
  volumes: "volumes can keep a pod from nodes: by where they are, by limits of attached volumes, by conflicts",
  "dynamic-resources": "devices are allocated to claims, which can keep a pod from nodes",
  "other-scheduler":
    "the pod is for another scheduler, whose configuration is not known: it is answered as by the default scheduler",
  "pod-group": "the pods of a group are scheduled together or not at all; here each is scheduled for itself",
  "job-queue": "a queue of jobs decides when these pods are made or let go; here they wait for a node only",
  "scheduler-configuration":
    "this field of a scheduler's configuration is not applied; filters, scores, weights and preemption are",
  "no-capacity-scheduling":
    "the profile does not enable CapacityScheduling: its scheduler ignores ElasticQuotas, the answer applies them",
  "default-preemption":
    "DefaultPreemption is on beside CapacityScheduling and evicts whatever the quotas say; here it does not",
  "node-sampling":
    "kube-scheduler stops looking after enough feasible nodes (percentageOfNodesToScore); the answer looks at all",
  "declared-features": "nodes declare features that pods can need, which can keep a pod from nodes",
  numa: "NUMA zones divide a node's room, which can keep a pod from nodes that have enough in all",
  "node-autoscaling": "nodes are added for pods that fit none, and removed; here the nodes stay as they are",
  descheduling: "running pods are evicted by a descheduler; here only preemption evicts",
  "pods-not-made": "it makes pods; only those that stand in the text are counted",
  "limit-range": "the API server gives new pods of the namespace default requests by it, or refuses them",
  admission: "it changes or refuses new pods before the scheduler sees them",
  "scoped-resource-quota": "it counts only some pods of the namespace and can refuse them; it is not counted",
  "hub-features": "a feature gate of the hub changes what its controllers do; here the gates have their defaults",
};

/** What is meant, `Pod team-a/db (and 2 more), spec.volumes[].persistentVolumeClaim`. */
export function notLookedAtSubject({ object, field, path, count }: NotLookedAt): string {
  const name = [object.namespace, object.name].filter((part) => part !== "").join("/");
  const others = count > 1 ? ` (and ${count - 1} more)` : "";
  const where = count > 1 ? field : path;
  return `${object.kind}${name === "" ? "" : ` ${name}`}${others}${where === "" ? "" : `, ${where}`}`;
}

/** The rows beside an answer: that a pod names its scheduler is said with the answer itself. */
export const rowsBesideAnswer = (rows: NotLookedAt[]): NotLookedAt[] =>
  rows.filter(({ why }) => why !== "other-scheduler");

/** `not looked at in 3 objects: volumes can …` */
export function notLookedAtText({ why, count }: Pick<NotLookedAt, "why" | "count">): string {
  return `not looked at${count > 1 ? ` in ${counted(count, "object")}` : ""}: ${NOT_LOOKED_AT_REASONS[why]}`;
}

/** One sentence for an answer: `Not looked at: volumes and descheduling.` Empty where everything was looked at. */
export function notLookedAtSentence(rows: readonly Pick<NotLookedAt, "why">[]): string {
  const names = [...new Set(rows.map(({ why }) => NAMES[why]))];
  const last = names.pop();
  if (last === undefined) return "";
  return `This answer does not look at ${names.length === 0 ? last : `${names.join(", ")} and ${last}`}.`;
}

const NAMES: Record<NotLookedAtReason, string> = {
  volumes: "volumes",
  "dynamic-resources": "claims of devices",
  "other-scheduler": "the pod's own scheduler",
  "pod-group": "groups of pods",
  "job-queue": "queues of jobs",
  "scheduler-configuration": "fields of the scheduler's configuration that are not applied",
  "no-capacity-scheduling": "a scheduler's profile without CapacityScheduling",
  "default-preemption": "DefaultPreemption beside CapacityScheduling",
  "node-sampling": "the sample of nodes that a scheduler takes",
  "declared-features": "features that nodes declare",
  numa: "NUMA zones",
  "node-autoscaling": "nodes that come and go",
  descheduling: "descheduling",
  "pods-not-made": "pods that are not in the text",
  "limit-range": "limit ranges",
  admission: "webhooks for new pods",
  "scoped-resource-quota": "resource quotas with scopes",
  "hub-features": "feature gates of the hub",
};
