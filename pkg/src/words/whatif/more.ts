/** How many more pods fit, in words. */
import type { MoreAnswer, MorePending, MoreRounds, MoreShapeAnswer } from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { kubeletText } from "../nodes/kubelet.js";
import { counted, integer } from "../number.js";
import { capital, listed, type Phrase, plain, quiet, shortened, strong } from "../phrase.js";
import { defaultsTexts } from "../quotas/default-request.js";
import { refusalText, refusesText } from "../quotas/resource-quota.js";
import { rejectionText } from "../quotas/sentence.js";
import { moreTiesText, moreVolumesPhrases, unknownText, volumesText } from "../volumes.js";
import { fullName, fullNames, objectText } from "../object-name.js";

/** The count, and what stops the next pod; `waiting`: how many pods of the input are pending. */
export function moreSentence(answer: MoreAnswer & Found, waiting = 0): Phrase[] {
  const { count, daemonSet, rounds, pending } = answer;
  const shapes = rounds?.shapes ?? [];
  const [only] = shapes;
  const isOne = rounds === undefined || (shapes.length === 1 && only?.copies === 1);
  const owned = daemonSet ? [quiet(" A DaemonSet owns it, which has one pod on each node and creates no more.")] : [];
  const defaults = defaultsTexts(dataOf(answer, "default-request")).map((text) => quiet(` Each requests ${text}.`));
  const are = `${counted(waiting, "pod")} of the input ${waiting === 1 ? "is" : "are"} pending`;
  const first =
    pending !== undefined
      ? [quiet(` ${pendingText(pending)}`)]
      : waiting === 0 || count === 0
        ? []
        : [quiet(` Pending pods are not placed first: ${are}.`)];
  const tied = moreTiesText(answer);
  const ties = tied === "" ? [] : [quiet(tied)];
  if (!isOne) return [...roundsPhrases(rounds), ...ties, ...defaults, ...first];
  const name = only === undefined ? fullName(answer.pod) : likeText(only);
  return [...onePhrases(answer, name), ...owned, ...endPhrases(answer), ...ties, ...defaults, ...first];
}

function onePhrases(answer: MoreAnswer, name: string): Phrase[] {
  const { count, stopped, nodesTotal, volumes } = answer;
  if (volumes !== undefined && count > 0) return moreVolumesPhrases(answer);
  const number = count === 0 ? "No more" : `${stopped ? "At least " : ""}${integer(count)} more`;
  const [pods, fit] = count < 2 ? ["pod", "fits"] : ["pods", "fit"];
  const where = count === 0 ? "" : `, on ${counted(nodesTotal, "node")}`;
  return [strong(`${number} ${pods}`), plain(` like ${name} ${fit}${where}.`)];
}

/** A pod by its name, a workload also by its kind. */
export const likeText = ({ object }: MoreShapeAnswer): string =>
  object.kind === "Pod" ? fullName(object) : objectText(object);

/** What ends the count of a shape; nothing if the limit ends it. */
const endPhrases = (answer: Pick<MoreAnswer, "next" | "kubelet">, name?: string): Phrase[] =>
  answer.kubelet === undefined && answer.next === null ? [] : [quiet(` ${stopText(answer, name)}`)];

/** The whole rounds, what ends them, and how many pods fit besides. */
function roundsPhrases({ whole, endedBy, shapes }: MoreRounds): Phrase[] {
  const of = shapes.map((shape) => `${counted(shape.copies, "pod")} like ${likeText(shape)}`);
  const number = whole === 0 ? "No whole round" : `${endedBy === null ? "At least " : ""}${counted(whole, "round")}`;
  const end = endedBy === null ? undefined : shapes[endedBy];
  const besides = shapes.flatMap((shape) => {
    const rest = shape.count - whole * shape.copies;
    const number = whole === 0 ? counted(rest, "pod") : `${integer(rest)} more`;
    return rest === 0 ? [] : [`${number} like ${likeText(shape)}`];
  });
  const isOne = shapes.reduce((sum, shape) => sum + shape.count - whole * shape.copies, 0) === 1;
  const verb = isOne ? "fits" : "fit";
  const fit = whole === 0 ? `still ${verb}` : `${verb} as well`;
  const depending = shapes.filter(({ volumes }) => volumes !== undefined);
  return [
    strong(number),
    plain(` of ${listed(of)} ${whole < 2 ? "fits" : "fit"}.`),
    ...(end === undefined ? [] : endPhrases(end, likeText(end))),
    ...(besides.length === 0 ? [] : [plain(` ${listed(besides)} ${fit}.`)]),
    ...depending.map((shape) =>
      plain(
        ` How many more pods like ${likeText(shape)} run depends on ${volumesText(shape.volumes ?? [])}, ` +
          `${unknownText(shape.volumes ?? [])}.`,
      ),
    ),
  ];
}

/** What became of the pending pods. */
function pendingText({ total, bound, waiting, evicted, evictedTotal, endless }: MorePending): string {
  if (total === 0) return "No pod of the input is pending.";
  const rest = total - bound;
  const placed =
    rest === 0
      ? total === 1
        ? "The pending pod of the input is placed first."
        : `All ${integer(total)} pending pods of the input are placed first.`
      : `Of ${counted(total, "pending pod")}, the queue places ${integer(bound)} first; ` +
        `${listed(shortened(fullNames(waiting), rest))} still ${rest === 1 ? "waits" : "wait"}.`;
  const gone =
    evictedTotal === 0
      ? ""
      : ` They evict ${listed(shortened(fullNames(evicted), evictedTotal))}, which no other node takes.`;
  return `${placed}${gone}${endless ? " The queue does not end: its pods evict each other again and again." : ""}`;
}

/** What stops the next pod of a shape, as a sentence; `name`: of what it is like. */
export function stopText({ next, kubelet }: Pick<MoreAnswer, "next" | "kubelet">, name?: string): string {
  const one = name === undefined ? "the next one" : `the next pod like ${name}`;
  if (kubelet !== undefined) return capital(kubeletText(one, kubelet));
  return next === null ? "" : capital(cycleText(next, one));
}

/** Why the next one is not bound. */
function cycleText(next: NonNullable<MoreAnswer["next"]>, one: string): string {
  const { outcome, resourceQuota, rejection, misfits, node, victims, nodesTotal, gates, volumeRefusal } = next;
  if (resourceQuota !== null) return `${refusesText(resourceQuota, one)}: ${refusalText(resourceQuota)}.`;
  if (outcome === "Preempt")
    return `${one} would evict ${counted(victims.length, "pod")} on ${node ?? ""}${
      rejection === null ? "" : `: ${rejectionText(rejection, next.pod.namespace)}`
    }.`;
  if (outcome === "Gated") return `Scheduling gates block it: ${gates.join(", ")}.`;
  if (outcome === "Error" && next.preemption === null)
    return `at ${one} the scheduler fails before it scores nodes: ${next.message}`;
  if (outcome === "Error") {
    const error = next.preemption?.error;
    const why = error === undefined ? "" : `: ${error}`;
    return `at ${one} the scheduler fails while it looks for pods to evict${why}.`;
  }
  if (rejection !== null) return `with ${one} ${rejectionText(rejection, next.pod.namespace)}.`;
  if (nodesTotal === 0) return "The input has no Node.";
  if (volumeRefusal !== undefined) return `${one} waits, and no node is tried: ${volumeRefusal.reason}.`;
  const words = misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ");
  return `${one} fits none of ${counted(nodesTotal, "node")}${words === "" ? "" : `: ${words}`}.`;
}
