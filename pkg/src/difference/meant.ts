/** Which object of the input a name means, and what is asked about it. */
import type { FindAnswer, FoundObject, IncompleteText } from "../../types.js";
import { fullName } from "../words/object-name.js";

/** Workloads, by their kinds. */
const workloads: ReadonlySet<string> = new Set([
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "DaemonSet",
  "Job",
  "CronJob",
  "ReplicationController",
]);

/** What can reject a pod. */
const rejecting: ReadonlySet<string> = new Set(["ElasticQuota", "ResourceQuota", "PersistentVolumeClaim"]);

/** What is asked about an object of a kind; undefined: nothing. */
export const subjectOf = (
  kind: string,
): "pod" | "node" | "cluster" | "placement" | "workload" | "rejecting" | "vm" | undefined =>
  kind === "Pod"
    ? "pod"
    : kind === "Node"
      ? "node"
      : kind === "ManagedCluster"
        ? "cluster"
        : kind === "Placement"
          ? "placement"
          : workloads.has(kind)
            ? "workload"
            : rejecting.has(kind)
              ? "rejecting"
              : kind === "VirtualMachine"
                ? "vm"
                : undefined;

/** Subjects that a name without a kind means only if it means no other. */
const secondary: ReadonlySet<ReturnType<typeof subjectOf>> = new Set(["rejecting", "vm"]);

/** A name by which kubectl would find an object. */
export const typedName = (found: FoundObject): string => `${found.kind.toLowerCase()}/${fullName(found)}`;

/**
 * The object that a name means, or why it means none, with what to do about that. `unread`: the parts of the input that
 * cannot be read.
 */
export function meant(
  name: string,
  { objects, near }: FindAnswer,
  unread: readonly IncompleteText[] = [],
): FoundObject | { problem: string; help: string[] } {
  const all = objects.filter(({ kind }) => subjectOf(kind) !== undefined);
  // A quota or a claim often has the name of what it is for, and a VM that of its pod.
  const decided = all.filter(({ kind }) => !secondary.has(subjectOf(kind)));
  const known = decided.length > 0 ? decided : all;
  const [one, ...others] = known;
  if (one !== undefined && others.length === 0) return one;
  const [other] = objects;
  if (one !== undefined)
    return { problem: `several objects are called \`${name}\``, help: [`give one of ${listedNames(known)}`] };
  if (other !== undefined)
    return {
      problem: `\`${name}\` is ${/^[AEIOU]/.test(other.kind) ? "an" : "a"} ${other.kind}, which no answer is about`,
      help: [
        "give a pod, a workload, a node, a cluster, a placement, a quota, a PersistentVolumeClaim or a VirtualMachine",
      ],
    };
  const own = name.slice(name.lastIndexOf("/") + 1);
  const broken = unread.map(({ object }) => object).find((object) => object?.name === own);
  if (broken != null)
    return {
      problem: `${broken.kind} ${broken.name} cannot be read`,
      help: ["the findings name the place in the input"],
    };
  const help = [
    ...(near.length === 0 ? [] : [`did you mean ${listedNames(near)}?`]),
    ...(/^(cronjobs?|cj)\//i.test(name)
      ? ["a CronJob creates a Job at each time of its schedule, and the input has neither it nor a Job of it"]
      : []),
  ];
  return { problem: `no object of the input is called \`${name}\``, help };
}

const listedNames = (found: FoundObject[]): string => found.slice(0, 10).map(typedName).join(", ");
