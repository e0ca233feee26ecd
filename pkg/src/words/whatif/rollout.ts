/** A rollout, in words. */
import type {
  DetachedPod,
  ResourceQuotaAnswer,
  RolloutAnswer,
  RolloutFixAnswer,
  RolloutStepAnswer,
} from "../../../types.js";
import { kubeletText } from "../nodes/kubelet.js";
import { volumesCommandLine } from "../kubectl.js";
import { counted, integer } from "../number.js";
import { capital, clause, listed, type Phrase, plain, quiet, shortened, strong, unended } from "../phrase.js";
import { refusalText, refuserName, refusesText } from "../quotas/resource-quota.js";
import { rejectionText } from "../quotas/sentence.js";
import { fullName, fullNames } from "../object-name.js";
import { stepVolumesText, unknownText, volumesText, volumeTieClause } from "../volumes.js";

/** `Deployment shop/web`. */
const workloadText = ({ kind, namespace, name }: RolloutAnswer["object"]): string =>
  `${kind} ${namespace === "" ? "default" : namespace}/${name}`;

/** Whether it completes or where it stops, why, and what lets it complete. `said`: a refusal that is stated before. */
export const rolloutSentence = (answer: RolloutAnswer, said?: ResourceQuotaAnswer | null): Phrase[] => [
  ...rolloutResult(answer, said),
  ...notesOf(answer).map((note) => quiet(` ${note}`)),
];

/** Whether it completes, or where it stops and why. */
export function rolloutResult(answer: RolloutAnswer, said?: ResourceQuotaAnswer | null): Phrase[] {
  const [result, ...rest] = resultOf(answer, said);
  return [plain(`The rollout of ${workloadText(answer.object)} `), strong(result ?? ""), plain(rest.join(""))];
}

/** What is in bold, and what follows it. */
function resultOf(answer: RolloutAnswer, said: ResourceQuotaAnswer | null = null): string[] {
  const { end, stepsTotal, updated, oldLeft, pendingTotal, volumeDependent = 0 } = answer;
  if (volumeDependent > 0 && end === "completes")
    return [
      "depends on volumes",
      `: ${dependingText(answer, volumeDependent)}. Where the volumes allow these nodes, it completes in ` +
        `${counted(stepsTotal, "step")}.`,
    ];
  switch (end) {
    case "completes": {
      const kept = oldLeft === 0 ? "" : `, and ${counted(oldLeft, "pod")} below the partition ${isOrAre(oldLeft)} kept`;
      if (stepsTotal === 0)
        return ["has nothing to do", `: ${counted(updated, "pod")} ${hasOrHave(updated)} the template${kept}.`];
      return [
        `completes in ${counted(stepsTotal, "step")}`,
        `: ${counted(updated, "pod")} ${hasOrHave(updated)} the new template${kept}.`,
      ];
    }
    case "waits": {
      const [pod, ...more] = answer.unready ?? [];
      const others = more.length > 0 ? ` (and ${integer(more.length)} more)` : "";
      const at = stepsTotal === 0 ? "" : ` after step ${integer(stepsTotal)}`;
      return [
        `waits${at} for ${pod === undefined ? "a pod" : fullName(pod)}${others} to become ready`,
        `: ${more.length > 0 ? "they have nodes" : "it has a node"}, so its controller waits, not the scheduler; ` +
          `\`kubectl describe pod${pod === undefined ? "" : ` ${pod.name} -n ${pod.namespace}`}\` says why ` +
          `${more.length > 0 ? "the first" : "it"} is not ready.${leftText(oldLeft)}`,
      ];
    }
    case "stops": {
      const others = pendingTotal > 1 ? ` (and ${integer(pendingTotal - 1)} more)` : "";
      const [pod] = answer.pending;
      const isNamed = !answer.pendingCreated || answer.object.kind === "StatefulSet";
      const named = pod === undefined ? "a pod" : fullName(pod);
      const who = isNamed ? named : `a new pod of ${workloadText(answer.object)}`;
      const at = stepsTotal === 0 ? "stops before its first step" : `stops at step ${integer(stepsTotal)}`;
      const left = leftText(oldLeft);
      const lacks = lackedText(answer);
      if (lacks !== "")
        return [
          "depends on what the input lacks",
          `: ${who} needs ${lacks}. If the cluster does not have it, either, the rollout ${at}.${left}`,
        ];
      if (pod === undefined && answer.detached !== undefined)
        return [at, `: ${detachedText(answer.detached, answer.object)}.${left}`];
      const refusal = answer.blocked?.resourceQuota ?? null;
      if (said !== null && refusal !== null && isSameRefusal(said, refusal))
        return [at, `: ${refuserName(refusal)} refuses ${who}${others} for the same reason.${left}`];
      return [at, `: ${who}${others} stays pending: ${blockText(answer)}${left}`];
    }
    case "paused":
      return ["is paused", ": `kubectl rollout resume` starts it."];
    case "on-delete":
      return ["waits for deletions", ": `updateStrategy` is OnDelete, and a pod is replaced when you delete it."];
    case "endless":
      return ["does not end", ": pods preempt each other forever, or there are too many steps."];
  }
}

const isSameRefusal = (a: ResourceQuotaAnswer, b: ResourceQuotaAnswer): boolean =>
  refuserName(a) === refuserName(b) && refusalText(a) === refusalText(b);

const leftText = (count: number): string =>
  count === 0 ? "" : ` ${counted(count, "old pod")} ${count === 1 ? "stays" : "stay"}.`;

/** `PersistentVolumeClaim shop/data, which is not in the input (kubectl get …)`; empty: the input has what counts. */
function lackedText({ blocked }: RolloutAnswer): string {
  const refusal = blocked?.volumeRefusal;
  if (refusal?.lacks === undefined) return "";
  const claim = `PersistentVolumeClaim ${fullName(refusal.claim)}`;
  const which = refusal.lacks === "PersistentVolumeClaim" ? "which" : `whose ${refusal.lacks}`;
  return `${claim}, ${which} is not in the input: add the output of \`${volumesCommandLine}\``;
}

/** Whether it depends on objects that the input does not have how the rollout ends. */
export const rolloutLacks = (answer: RolloutAnswer): boolean => answer.end === "stops" && lackedText(answer) !== "";

/** `the node of 1 pod depends on its PersistentVolumeClaim data, which is not in the input` */
function dependingText({ steps }: RolloutAnswer, count: number): string {
  const volumes = steps.flatMap(({ bound }) => bound.flatMap(({ volumes = [] }) => volumes));
  const on =
    count === 1 && volumes.length > 0
      ? `its ${volumesText(volumes)}, ${unknownText(volumes)}`
      : "volumes about which the input does not say enough";
  return `the node of ${counted(count, "pod")} depends on ${on}`;
}

/** `a new pod of Deployment shop/web cannot start on n1: the volume of PersistentVolumeClaim data is attached to …` */
const detachedText = ({ node, claim, by }: DetachedPod, object: RolloutAnswer["object"]): string =>
  `a new pod of ${workloadText(object)} cannot start on ${node}: the volume of PersistentVolumeClaim ${claim.name} ` +
  `is attached to ${by.node ?? "another node"} for ${fullName(by.pod)}, and one node can have it at a time ` +
  "(Multi-Attach error)";

const isOrAre = (count: number): string => (count === 1 ? "is" : "are");
const hasOrHave = (count: number): string => (count === 1 ? "has" : "have");

/** Why the first pod that waits has no node. */
function blockText({ blocked }: RolloutAnswer): string {
  if (blocked === null) return "it has no node.";
  const { outcome, resourceQuota, kubelet, rejection, gates, volumeRefusal, nodesTotal, message, pod } = blocked;
  if (resourceQuota !== null) return `${refusesText(resourceQuota)}: ${refusalText(resourceQuota)}.`;
  if (kubelet !== undefined) return clause(kubeletText("it", kubelet)).concat(".");
  if (outcome === "Gated") return `scheduling gates block it: ${gates.join(", ")}.`;
  if (rejection !== null) return `${rejectionText(rejection, pod.namespace)}.`;
  if (nodesTotal === 0) return "the input has no Node.";
  if (volumeRefusal !== undefined) return `no node is tried: ${volumeRefusal.reason}.`;
  return message === "" ? "it has no node." : `${unended(message)}.`;
}

/** The bounds, what was assumed, and what lets it complete. */
function notesOf(answer: RolloutAnswer): string[] {
  const { end, restart, strategy, maxSurge, maxUnavailable, evicted = 0, scaledTo, volumeDependent = 0 } = answer;
  const bounds =
    maxSurge === null || maxUnavailable === null
      ? `Strategy: ${strategy}.`
      : answer.object.kind === "StatefulSet"
        ? `At most ${counted(maxUnavailable, "pod")} may be unavailable.`
        : `maxSurge ${integer(maxSurge)}, maxUnavailable ${integer(maxUnavailable)}.`;
  const same = restart
    ? ["All pods have the template already, as far as the input says: the answer is about a restart."]
    : [];
  const scaled =
    scaledTo === undefined
      ? []
      : [
          `Because replicas has changed, the old ReplicaSet is scaled from ${integer(answer.old)} to ` +
            `${counted(scaledTo, "pod")} first.`,
        ];
  const others = evicted === 0 ? [] : [`The scheduler evicts ${counted(evicted, "pod")} to make room.`];
  if (end !== "completes" && end !== "stops" && end !== "waits") return same;
  return [
    ...(end === "stops" && volumeDependent > 0 ? [`${capital(dependingText(answer, volumeDependent))}.`] : []),
    ...(end === "stops" && lackedText(answer) === "" ? [fixesText(answer.fixes)] : []),
    ...(end === "waits" ? [readyText(answer)] : []),
    ...same,
    bounds,
    ...scaled,
    ...others,
    "A pod counts as ready as soon as it has a node: images and probes are not simulated.",
  ];
}

/** What happens once the pods are ready. */
function readyText({ unready = [], fixes }: RolloutAnswer): string {
  const once = unready.length > 1 ? "Once they are ready" : "Once it is ready";
  return `${once}, the rollout ${fixes.length > 0 ? "completes" : "does not complete, either"}.`;
}

/** `It completes with maxSurge 0 and maxUnavailable 1, or with one more node like n1; each was rolled out again.` */
function fixesText(fixes: RolloutFixAnswer[]): string {
  if (fixes.length === 0) return "No change that was tried makes it complete.";
  const again = fixes.length === 1 ? "that was rolled out again" : "each was rolled out again";
  return `It completes ${fixes.map(fixText).join(", or ")}; ${again}.`;
}

const fixText = (fix: RolloutFixAnswer): string =>
  `${changeText(fix)}${fix.volumeDependent === undefined ? "" : " if its volumes allow that"}`;

function changeText({ change, like, node, hard = [] }: RolloutFixAnswer): string {
  switch (change) {
    case "no-surge":
      return "with maxSurge 0 and maxUnavailable 1";
    case "recreate":
      return "with the strategy Recreate";
    case "uncordon":
      return `with ${node ?? ""} uncordoned`;
    case "labels":
      return `with the labels of the nodeSelector on ${node ?? ""}`;
    case "no-selector":
      return "without the nodeSelector of the template";
    case "node":
      return `with one more node like ${like ?? ""}`;
    case "hard":
      return `with ${listed(
        hard.map(({ quota, key, to }) => `${key} of the ResourceQuota ${fullName(quota)} raised to ${to}`),
      )}`;
    case "ready":
      return "once its pods are ready";
  }
}

/** The pods after a step: old ones, new ones on nodes, and new ones without one. */
export const rolloutPodsText = (pods: { old: number; updated: number; waiting: number }): string =>
  `${counted(pods.old, "old pod")}, ${counted(pods.updated, "new pod")} on ${pods.updated === 1 ? "a node" : "nodes"}` +
  `${pods.waiting === 0 ? "" : `, ${counted(pods.waiting, "new pod")} pending`}.`;

/** What the controller does in a step. */
export function stepActionText({ created, deleted, refused }: RolloutStepAnswer): string {
  const pods = deleted.map(({ pod, node }) => (node === null ? fullName(pod) : `${fullName(pod)} (${node})`));
  const parts = [
    ...(deleted.length === 0 ? [] : [`deletes ${listed(shortened(pods))}`]),
    ...(created.length === 0 ? [] : [`creates ${listed(shortened(fullNames(created)))}`]),
    ...(refused.length === 0 ? [] : [`may not create ${listed(shortened(fullNames(refused)))}`]),
  ];
  return parts.length === 0 ? "nothing yet" : parts.join("; ");
}

/** What the scheduler does then. */
export function stepResultText({ bound, evicted }: RolloutStepAnswer): string {
  const pods = bound.map(({ pod, node, volumes = [], volumeTies }) =>
    volumes.length > 0
      ? `${fullName(pod)} ${stepVolumesText(volumes, node)}`
      : `${fullName(pod)} goes to ${node}${volumeTieClause(volumeTies)}`,
  );
  const parts = [
    ...(bound.length === 0 ? [] : [listed(shortened(pods))]),
    ...(evicted.length === 0 ? [] : [`evicts ${listed(shortened(fullNames(evicted)))}`]),
  ];
  return parts.join("; ");
}
