/** Why kube-scheduler does not try a pod at all. */
import type { PodEntry, ScoreNodesAnswer, SimulatePodAnswer } from "../../../types.js";
import { listed, type Phrase, plain, strong } from "../phrase.js";
import { type Found, isPodInvalid } from "../findings.js";
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

/**
 * `shop/api-0 is on w2 already. If it were scheduled again: `, of a pod that has ended likewise; empty for one that
 * waits.
 */
export function settledPhrases({
  pod,
  state,
  node,
  kubelet,
}: Pick<PodEntry, "pod" | "state" | "node" | "kubelet">): Phrase[] {
  // The sentence about the pod says so itself.
  if (kubelet !== undefined) return [];
  switch (state) {
    case "pending":
      return [];
    case "bound":
      return [strong(fullName(pod)), plain(` is on ${node ?? "a node"} already. If it were scheduled again: `)];
    case "finished":
      return [strong(fullName(pod)), plain(" has finished: kube-scheduler does not look at it. If it did: ")];
  }
}

/**
 * `The kubelet of n1 rejects d/a (OutOfcpu: …). … If the scheduler placed it: `; empty for a pod that none rejects.
 */
export const kubeletPhrases = ({ pod, kubelet }: Pick<SimulatePodAnswer, "pod" | "kubelet">): Phrase[] =>
  kubelet === undefined
    ? []
    : [
        strong(kubeletText(fullName(pod), kubelet)),
        plain(" `spec.nodeName` bypasses the scheduler, so no other node is tried. If the scheduler placed it: "),
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
        strong(fullName(pod)),
        plain(` is refused by ${refuserName(resourceQuota)} at admission: `),
        strong(refusalText(resourceQuota)),
        plain(". If it were admitted: "),
      ];
};
