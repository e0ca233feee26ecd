/** Why kube-scheduler does not try a pod at all. */
import type { PodEntry, ScoreNodesAnswer, SimulatePodAnswer } from "../../../types.js";
import { listed, type Phrase, plain, strong } from "../phrase.js";
import { type Found, isPodInvalid } from "../finding.js";
import { kubeletText } from "./kubelet.js";
import { refusalText, refuserName } from "../quotas/resource-quota.js";
import { fullName } from "../object-name.js";

type Scheduler = Pick<SimulatePodAnswer | ScoreNodesAnswer, "pod" | "schedulerName" | "schedulerProfile">;

/**
 * `d/a asks for scheduler volcano: kube-scheduler does not look at it. If it did: `; empty for a pod of the default
 * scheduler, and where a configuration in the input has a profile for it.
 */
export function otherSchedulerPhrases({ pod, schedulerName, schedulerProfile }: Scheduler): Phrase[] {
  if (schedulerName === null || schedulerProfile !== null) return [];
  return [
    strong(fullName(pod)),
    plain(" asks for scheduler "),
    strong(schedulerName),
    plain(": kube-scheduler does not look at it. If it did: "),
  ];
}

/** Why a kubelet refuses a pod that was bound to its node, by the reason in its status; resources are `OutOf…`. */
const REFUSED: Record<string, string> = {
  NodeAffinity: "the labels of the node did not match the node selector or the node affinity of the pod",
  NodePorts: "another pod on the node had a host port of the pod",
  TaintToleration: "the pod did not tolerate a taint of the node",
  UnexpectedAdmissionError: "a device or a resource that the pod asks for could not be allocated on the node",
  PodOSNotSupported: "the node has another operating system",
};

/** `The kubelet of n1 refused a/x (OutOfcpu): …`; empty for a pod that ended in another way. */
export function failedText({ pod, node, reason }: Pick<PodEntry, "pod" | "node" | "reason">): string {
  if (reason === undefined) return "";
  const name = fullName(pod);
  const kubelet = node === null ? "The kubelet" : `The kubelet of ${node}`;
  const short = /^OutOf(.+)$/.exec(reason)?.[1];
  if (short !== undefined)
    return (
      `${kubelet} refused ${name} (${reason}): the node had too little ${short} left when the pod arrived. This ` +
      "happens where two schedulers use a node, or where `spec.nodeName` is set by hand."
    );
  const refused = REFUSED[reason];
  if (refused !== undefined) return `${kubelet} refused ${name} (${reason}): ${refused} when the pod arrived.`;
  if (reason === "Evicted")
    return (
      `${kubelet} evicted ${name} (Evicted): the node was under pressure, ` +
      "or the pod used more storage than its limit."
    );
  if (reason === "Preempting") return `${kubelet} evicted ${name} (Preempting) to make room for a critical pod.`;
  return `${name} has failed (${reason}).`;
}

/**
 * `shop/api-0 is on w2 already. If it were scheduled again: `, of a pod that has ended likewise; empty for one that
 * waits.
 */
export function settledPhrases({
  pod,
  state,
  node,
  behind,
  kubelet,
  reason,
  unscheduled = false,
  waiting,
}: Pick<PodEntry, "pod" | "state" | "node" | "behind" | "kubelet" | "reason" | "unscheduled" | "waiting">): Phrase[] {
  // The sentence about the pod says so itself.
  if (kubelet !== undefined) return [];
  switch (state) {
    case "pending":
      return behind === undefined
        ? []
        : [
            strong(fullName(pod)),
            plain(` is not created before ${fullName(behind)} is Ready. If it were created now: `),
          ];
    case "bound":
      if (unscheduled)
        return [
          strong(fullName(pod)),
          plain(` was created with \`spec.nodeName: ${node ?? ""}\`: no scheduler saw it. If one had seen it: `),
        ];
      if (waiting !== undefined)
        return [
          strong(
            `${fullName(pod)} is on ${node ?? "a node"}: its container ${waiting.container} waits: ${waiting.reason}.`,
          ),
          plain(" That is the kubelet's part; scheduling is done. If it were scheduled again: "),
        ];
      return [strong(fullName(pod)), plain(` is on ${node ?? "a node"} already. If it were scheduled again: `)];
    case "finished":
      if (reason !== undefined)
        return [
          strong(failedText({ pod, node, reason })),
          plain(" kube-scheduler does not look at it again. If it did: "),
        ];
      return [strong(fullName(pod)), plain(" has finished: kube-scheduler does not look at it. If it did: ")];
  }
}

/** Whether the pod names a node that does not exist: no node is that one, so there is no more to say. */
export const hasNoNode = ({ kubelet }: Pick<SimulatePodAnswer, "kubelet">): boolean => kubelet?.reason === null;

/**
 * `The kubelet of n1 rejects d/a (OutOfcpu: …). … If the scheduler placed it: `; empty for a pod that none rejects.
 */
export const kubeletPhrases = ({ pod, kubelet }: Pick<SimulatePodAnswer, "pod" | "kubelet">): Phrase[] =>
  kubelet === undefined
    ? []
    : [
        strong(kubeletText(fullName(pod), kubelet)),
        plain(" `spec.nodeName` bypasses the scheduler, so no other node is tried."),
        ...(hasNoNode({ kubelet }) ? [] : [plain(" If the scheduler placed it: ")]),
      ];

/** `d/a is being deleted: kube-scheduler skips it. If it did not: `; empty for a pod that is not. */
export const deletingPhrases = ({ pod, deleting }: Pick<SimulatePodAnswer, "pod" | "deleting">): Phrase[] =>
  deleting ? [strong(fullName(pod)), plain(" is being deleted: kube-scheduler skips it. If it did not: ")] : [];

/**
 * `d/a is held back by scheduling gate g: kube-scheduler does not try it until the gate is removed. Without the
 * gate: `; empty for a pod without gates.
 */
export function gatePhrases({ pod, gates }: Pick<ScoreNodesAnswer, "pod" | "gates">): Phrase[] {
  if (gates.length === 0) return [];
  const [gate, is] = gates.length === 1 ? ["gate", "is"] : ["gates", "are"];
  return [
    strong(fullName(pod)),
    plain(` is held back by scheduling ${gate} `),
    strong(listed(gates)),
    plain(`: kube-scheduler does not try it until the ${gate} ${is} removed. Without the ${gate}: `),
  ];
}

/**
 * `d/a is refused by ResourceQuota q at admission: cpu, 1.5 used + …. If it were admitted: `; empty for a pod that none
 * refuses.
 */
export const refusedPhrases = (answer: Pick<SimulatePodAnswer, "pod" | "resourceQuota"> & Found): Phrase[] => {
  const { pod, resourceQuota } = answer;
  if (isPodInvalid(answer)) return [plain("If the API server took it: ")];
  return resourceQuota === null
    ? []
    : [
        ...(resourceQuota.volume === undefined ? [] : [plain("The claim of ")]),
        strong(fullName(pod)),
        plain(` is refused by ${refuserName(resourceQuota)} at admission: `),
        strong(refusalText(resourceQuota)),
        plain(". If it were admitted: "),
      ];
};
