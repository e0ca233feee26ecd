/** Why a kubelet does not take a pod that names its node in `spec.nodeName`. */
import type { KubeletRejectedPod, KubeletRejectionAnswer, PodsAnswer } from "../../../types.js";
import { amountText } from "../amount.js";
import { counted, integer } from "../number.js";
import { fullName } from "../object-name.js";
import { listed, shortened } from "../phrase.js";

/** `OutOfcpu: cpu, 8 requested, 0 used of 4`, without an end. */
export function kubeletReason({ node, reason, shortage, taint, port }: KubeletRejectionAnswer): string {
  if (reason === null) return `the input has no Node ${node}, and the pod garbage collector deletes it`;
  if (shortage !== undefined) {
    const { resource, requested, used, allocatable } = shortage;
    const amount = (value: number): string => (resource === "pods" ? integer(value) : amountText(resource, value));
    return `${reason}: ${resource}, ${amount(requested)} requested, ${amount(used)} of ${amount(allocatable)} used`;
  }
  if (taint !== undefined) return `${reason}: taint \`${taint}\` is not tolerated`;
  if (port !== undefined) return `${reason}: host port ${port} is taken`;
  return `${reason}: the node does not match the pod's node affinity or selector`;
}

/** `The kubelet of worker-1 rejects default/t-0 (OutOfcpu: …).` For a critical pod it evicts others first. */
export function kubeletText(pod: string, kubelet: KubeletRejectionAnswer): string {
  const { node, reason, evicts } = kubelet;
  if (evicts === true)
    return (
      `Not modelled: ${pod} is critical, and the kubelet of ${node} evicts other pods to make room for it ` +
      `(${kubeletReason(kubelet)}).`
    );
  return reason === null
    ? `${pod} names node ${node} in \`spec.nodeName\`: ${kubeletReason(kubelet)}.`
    : `The kubelet of ${node} rejects ${pod} (${kubeletReason(kubelet)}).`;
}

/** The pods that kubelets reject; empty if there is none. */
export function kubeletTexts({
  kubeletRejected,
  kubeletRejectedPods,
}: {
  kubeletRejected: number;
  kubeletRejectedPods: KubeletRejectedPod[];
}): string[] {
  const [first] = kubeletRejectedPods;
  if (first === undefined) return [];
  const others = kubeletRejected - 1;
  const too =
    others === 0 ? "" : ` ${counted(others, "more pod")} ${others === 1 ? "is" : "are"} rejected in this way.`;
  return [
    `${kubeletText(fullName(first.pod), first.kubelet)}${too}`,
    "`spec.nodeName` bypasses the scheduler, so no other node is tried.",
  ];
}

/**
 * `1 pod has a node and waits for its containers: shop/img (ImagePullBackOff).` Empty if no pod does.
 */
export function waitingText({ waiting, waitingPods }: Pick<PodsAnswer, "waiting" | "waitingPods">): string {
  if (waiting === 0) return "";
  const [has, its] = waiting === 1 ? ["has a node and waits", "its"] : ["have a node and wait", "their"];
  const pods = waitingPods.map(({ pod, waiting: { reason } }) => `${fullName(pod)} (${reason})`);
  return `${counted(waiting, "pod")} ${has} for ${its} containers: ${listed(shortened(pods, waiting))}.`;
}
