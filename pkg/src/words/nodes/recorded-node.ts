/** Why a pod is on the node that the input records. */
import type { RecordedNodeAnswer, RecordedNodeDecision } from "../../../types.js";
import { counted, integer } from "../number.js";
import { fullName, fullNames } from "../object-name.js";
import { listed, shortened } from "../phrase.js";
import { rejectionText } from "../quotas/sentence.js";
import { misfitNumbers, misfitText } from "./misfit.js";

/** What kube-scheduler decides now, and without pods that started later; a sentence or two. */
export function recordedNodeText(answer: RecordedNodeAnswer): string {
  const { pod, node, mirror, now, then, without, withoutTotal, laterTotal, untimed } = answer;
  if (mirror) return `The kubelet of ${node} runs ${fullName(pod)}, a static pod: no scheduler placed it.`;
  const present = `Scheduled again now, ${decisionText(now, answer)}.`;
  if (now.kind === "same") return present;
  const stays = untimed === 1 ? "it stays" : "they stay";
  const unknown =
    untimed === 0 ? "" : ` The input does not say when ${counted(untimed, "other pod")} started; ${stays}.`;
  if (then === null)
    return `${present} No pod of the input started later, so what differed then is not in the input.${unknown}`;
  const names = listed(shortened(fullNames(without), withoutTotal));
  const before = `${decisionText(then, answer)}.`;
  if (then.kind === "same") return `${present} Without ${names}, started later, ${before}`;
  const all = laterTotal === 1 ? "Also without the pod that" : `Also without all ${counted(laterTotal, "pod")} that`;
  return `${present} ${all} started later (${names}), ${before} What differed then is not in the input.${unknown}`;
}

/** `n1 has the highest total of 3 nodes, 240`, `n1 is second of 3 nodes: …` */
function decisionText(decision: RecordedNodeDecision, { pod, node }: RecordedNodeAnswer): string {
  const { kind, feasible, rank, alike, misfit, rejection, chosen, scores } = decision;
  const nodes = counted(feasible, "node");
  if (misfit !== null) {
    const numbers = misfitNumbers(misfit);
    return `it does not fit ${node}: ${numbers === "" ? misfitText(misfit) : `${misfitText(misfit)}: ${numbers}`}`;
  }
  if (rejection !== null) return `its quota does not admit it: ${rejectionText(rejection, pod.namespace)}`;
  if (kind === "same") {
    if (rank === null || feasible === 1) return `it fits ${feasible <= 1 ? `${node} alone` : node}`;
    return alike === null || alike === 1
      ? `${node} has the highest total of the ${nodes} that it fits`
      : `${node} is one of ${integer(alike)} nodes with the highest total; kube-scheduler picks one at random`;
  }
  const to = chosen === null ? "another node has a higher total" : `it goes to ${chosen}`;
  if (rank === null || scores === null) return to;
  const terms = scores.terms.map(({ plugin, own, best }) => `${plugin} ${integer(own)} to ${integer(best)}`);
  const why = terms.length === 0 ? "" : ` (${listed(shortened(terms))})`;
  return (
    `${to}: ${node} has rank ${integer(rank)} of the ${nodes} that it fits, with ${integer(scores.own)} to ` +
    `${integer(scores.best)}${why}`
  );
}
