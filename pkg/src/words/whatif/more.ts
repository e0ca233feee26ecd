/** How many more pods fit, in words. */
import type { MoreAnswer } from "../../../types.js";
import { dataOf, type Found } from "../findings.js";
import { kubeletText } from "../nodes/kubelet.js";
import { counted, integer } from "../number.js";
import { type Phrase, plain, quiet, strong } from "../phrase.js";
import { defaultsTexts } from "../quotas/default-request.js";
import { refusalText } from "../quotas/resource-quota.js";
import { rejectionText } from "../quotas/sentence.js";
import { moreVolumesPhrases } from "../volumes.js";
import { fullName } from "../object-name.js";

/** The count, and what stops the next pod; `pending`: how many pods of the input wait. */
export function moreSentence(answer: MoreAnswer & Found, pending = 0): Phrase[] {
  const { pod, count, daemonSet, stopped, nodesTotal, next } = answer;
  const number = count === 0 ? "No more" : `${stopped ? "At least " : ""}${integer(count)} more`;
  const [pods, fit] = count < 2 ? ["pod", "fits"] : ["pods", "fit"];
  const where = count === 0 ? "" : `, on ${counted(nodesTotal, "node")}`;
  const start =
    answer.volumes !== undefined && count > 0
      ? moreVolumesPhrases(answer)
      : [strong(`${number} ${pods}`), plain(` like ${fullName(pod)} ${fit}${where}.`)];
  const owned = daemonSet ? [quiet(" A DaemonSet owns it, which has one pod on each node and creates no more.")] : [];
  const defaults = defaultsTexts(dataOf(answer, "default-request")).map((text) => quiet(` Each requests ${text}.`));
  const are = `${counted(pending, "pod")} of the input ${pending === 1 ? "is" : "are"} pending`;
  const waiting = pending === 0 || count === 0 ? [] : [quiet(` Pending pods are not placed first: ${are}.`)];
  const stops =
    answer.kubelet === undefined
      ? next === null
        ? []
        : [quiet(` ${stopText(next)}`)]
      : [quiet(` ${kubeletText("the next one", answer.kubelet)}`)];
  return [...start, ...owned, ...stops, ...defaults, ...waiting];
}

/** What stops the next one. */
function stopText(next: NonNullable<MoreAnswer["next"]>): string {
  const { outcome, resourceQuota, rejection, misfits, node, victims, nodesTotal, gates, volumeRefusal } = next;
  if (resourceQuota !== null)
    return `ResourceQuota ${resourceQuota.name} refuses the next one at admission: ${refusalText(resourceQuota)}.`;
  if (outcome === "Preempt")
    return `The next one would evict ${counted(victims.length, "pod")} on ${node ?? ""}${
      rejection === null ? "" : `: ${rejectionText(rejection, next.pod.namespace)}`
    }.`;
  if (outcome === "Gated") return `Scheduling gates block it: ${gates.join(", ")}.`;
  if (outcome === "Error" && next.preemption === null)
    return `At the next one the scheduler fails before it scores nodes: ${next.message}`;
  if (outcome === "Error") {
    const error = next.preemption?.error;
    const why = error === undefined ? "" : `: ${error}`;
    return `At the next one the scheduler fails while it looks for pods to evict${why}.`;
  }
  if (rejection !== null) return `With the next one ${rejectionText(rejection, next.pod.namespace)}.`;
  if (nodesTotal === 0) return "The input has no Node.";
  if (volumeRefusal !== undefined) return `The next one waits, and no node is tried: ${volumeRefusal.reason}.`;
  const words = misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ");
  return `The next one fits none of ${counted(nodesTotal, "node")}${words === "" ? "" : `: ${words}`}.`;
}
