/** The queue in words. */
import type {
  QueueAnswer,
  QueueRepetition,
  QueueStep,
  SchedulerPods,
  VolumeDependentPod,
  WeightedScorer,
} from "../../../types.js";
import { filtersOffSentence } from "../nodes/filters-off.js";
import type { Found } from "../finding.js";
import { findingCaveats } from "../findings.js";
import { VM_SCHEDULER } from "../schedulers.js";
import { kubeletTexts } from "../nodes/kubelet.js";
import { counted, integer } from "../number.js";
import { namedNodesText } from "../nodes/misfit.js";
import { listed, phraseText, shortened } from "../phrase.js";
import { againstText, victimsText } from "../victims.js";
import {
  dependencePhrases,
  lackedClassText,
  queueTiesText,
  queueVolumesText,
  stepVolumesText,
  volumeTieClause,
} from "../volumes.js";
import { scorersText } from "./queue-limits.js";
import { refusalText, refuserKind, refuserName, refusesText } from "./resource-quota.js";
import { heldText, rejectionText, shortRejection } from "./sentence.js";
import { fullName, fullNames } from "../object-name.js";

/** The maximum number of steps to run; more than a queue of `pending` pods needs. */
export const maxSteps = (pending: number): number => Math.min(100_000, Math.max(2000, 20 * pending));

/** The result of a queue: first the pods that the API server rejects, last the other things that its pods depend on. */
export function queueText(queue: QueueAnswer & Found): string {
  const off = queue.filtersOff.map((of) => filtersOffSentence(of, "its pods"));
  const held = [gatedText(queue), deletingText(queue)];
  // A caveat before the answer reports the plugin of the VM scheduler.
  const others = queue.schedulerNames.filter(({ name }) => name !== VM_SCHEDULER);
  const notes = [unownedText(queue), ...held, ...orderedSetTexts(queue), ...others.map(schedulerText), ...off];
  const parts = [
    ...kubeletTexts(queue),
    invalidText(queue),
    refusedText(queue),
    stepsText(queue),
    queueVolumesText(queue),
    hangingText(queue),
    ...notes,
  ];
  return parts.filter((text) => text !== "").join(" ");
}

/** `The API server refuses 2 pods, which are never tried.` Empty where all are valid. */
const invalidText = ({ invalid }: QueueAnswer): string =>
  invalid === 0
    ? ""
    : `The API server refuses ${counted(invalid, "invalid pod")}, which ${invalid === 1 ? "is" : "are"} never tried.`;

function stepsText({
  stepsTotal,
  boundAtEnd,
  preemptions,
  evictions,
  evictedPods,
  waiting,
  untried,
  stopped,
  repeats,
  gated,
  deleting,
  invalid,
  refused,
  kubeletRejected,
  ties,
  volumeTies = 0,
  volumeDependent = 0,
  volumeDependentPods = [],
}: QueueAnswer): string {
  if (stepsTotal === 0)
    return gated + deleting + invalid + refused === 0
      ? `No${kubeletRejected === 0 ? "" : " other"} pending pods: nothing to schedule.`
      : "No step.";
  const again = evictions > evictedPods ? ` (${counted(evictions, "eviction")})` : "";
  const parts = [
    boundParts(boundAtEnd, volumeDependent),
    ...(preemptions > 0
      ? [`${counted(preemptions, "preemption")} evicting ${counted(evictedPods, "pod")}${again}`]
      : []),
    waiting === untried
      ? `${volumeDependent > 0 ? "no other" : "none"} left waiting`
      : `${counted(waiting - untried, "pod")} left waiting`,
    ...(untried > 0 ? [`${counted(untried, "pod")} not tried`] : []),
  ];
  const tied = ties === 0 ? "" : `; ${tiesText(ties)}`;
  const end = [stopped ? " Stopped there: pods may keep evicting each other." : "", repeatsText(repeats)].join("");
  const depends = dependingText(volumeDependentPods, volumeDependent);
  return `${depends}${counted(stepsTotal, "step")}: ${parts.join(", ")}${tied}${queueTiesText({ volumeTies })}.${end}`;
}

/** `at 1 step several nodes tie, and kube-scheduler picks one of them at random, so where pods go may differ` */
export const tiesText = (ties: number): string =>
  `at ${counted(ties, "step")} several nodes tie, and kube-scheduler picks one of them at random, so ` +
  "where pods go may differ";

/** `The node of d/p depends on its PersistentVolumeClaim d, …; n1 passes everything else. `; may be empty. */
function dependingText([first]: VolumeDependentPod[], count: number): string {
  if (first === undefined) return "";
  const others = count - 1;
  const too =
    others === 0
      ? ""
      : ` The node of ${counted(others, "more pod")} ${others === 1 ? "depends" : "depend"} on volumes.`;
  return `${phraseText(dependencePhrases(first, first.pod))}${too} `;
}

/** `2 pods bound`, `1 pod bound, 2 placements depend on volumes` */
function boundParts(bound: number, depending: number): string {
  const sure = bound - depending;
  const pods = sure === 0 ? "no pod bound" : `${counted(sure, "pod")} bound`;
  if (depending === 0) return pods;
  const depends = `${counted(depending, "placement")} ${depending === 1 ? "depends" : "depend"} on volumes`;
  return sure === 0 ? depends : `${pods}, ${depends}`;
}

/**
 * `A fault of Kubernetes plays a part in steps 2 and 4. At step 3 the order of equal pods or nodes decides what is
 * evicted.` Empty if neither applies; reports how many steps were examined.
 */
export function hangingText(queue: Pick<QueueAnswer, "hanging" | "stepsTotal" | "profile">): string {
  const { evictions, lookedUntil } = queue.hanging;
  const { stepsTotal } = queue;
  // A caveat before the answer reports where the released scheduler differs.
  const faults = queue.profile === "Proposal" ? [] : queue.hanging.faults;
  const parts = [
    ...(faults.length === 0 ? [] : [`A fault of Kubernetes plays a part in ${stepsOf(faults)}.`]),
    ...(evictions.length === 0
      ? []
      : [`At ${stepsOf(evictions)} the order of equal pods or nodes decides what is evicted.`]),
    ...(lookedUntil < stepsTotal
      ? [`Steps after step ${integer(lookedUntil)} were not searched for faults of Kubernetes and equal victims.`]
      : []),
  ];
  return parts.join(" ");
}

/** Steps that are named in a sentence. */
const namedSteps = 3;

/** `step 2`, `steps 2, 4 and 5`, `7 steps (first 2, 4 and 5)` */
function stepsOf(steps: number[]): string {
  const named = listed(steps.slice(0, namedSteps).map(integer));
  if (steps.length > namedSteps) return `${counted(steps.length, "step")} (first ${named})`;
  return `step${steps.length === 1 ? "" : "s"} ${named}`;
}

/** ` Pods evict each other forever: from step 3 on, the same 4 steps come again and again.`; may be empty. */
function repeatsText(repeats: QueueRepetition | null): string {
  if (repeats === null) return "";
  const { first, steps } = repeats;
  const same = steps === 1 ? "the same step comes" : `the same ${integer(steps)} steps come`;
  return ` Pods evict each other forever: from step ${integer(first)} on, ${same} again and again.`;
}

/** Pods that are refused for the same reason. */
export interface RefusedAlike {
  /** The pods, by name. */
  pods: string[];
  /** `LimitRange lr` */
  refuser: string;
  /** Its name. */
  name: string;
  /** `limits.cpu of a container is 3, above max 2` */
  why: string;
}

/** The refused pods, those that are refused for the same reason together. */
export function refusedAlike({ refusedPods }: Pick<QueueAnswer, "refusedPods">): RefusedAlike[] {
  const groups = new Map<string, RefusedAlike>();
  for (const { pod, resourceQuota } of refusedPods) {
    const [refuser, why] = [refuserName(resourceQuota), refusalText(resourceQuota)];
    const key = `${pod.namespace} ${refuser}: ${why}`;
    const { pods } = groups.get(key) ?? { pods: [] };
    groups.set(key, { pods: [...pods, fullName(pod)], refuser, name: resourceQuota.name, why });
  }
  return [...groups.values()];
}

/** Reasons that a sentence names. */
export const namedRefused = 2;

/** `ResourceQuota compute refuses a/new at admission, …: pods, 1 used + 1 for the pod = 2, hard 1.`; may be empty. */
export function refusedText({ refused, refusedPods }: QueueAnswer): string {
  const [first] = refusedPods;
  if (first === undefined) return "";
  if (refused === 1) {
    const { pod, resourceQuota } = first;
    return (
      `${refusesText(resourceQuota, fullName(pod))}, before the scheduler and its ` +
      `ElasticQuotas see it: ${refusalText(resourceQuota)}. It is never tried.`
    );
  }
  const groups = refusedAlike({ refusedPods }).slice(0, namedRefused);
  const named = groups.map(({ pods, name, why }) => `${listed(shortened(pods))} by ${name} (${why})`);
  const more = refused - groups.reduce((sum, { pods }) => sum + pods.length, 0);
  const all = more > 0 ? [...named, `${integer(more)} more`] : named;
  const refusers = ["ResourceQuota", "LimitRange"].filter((kind) =>
    refusedPods.some(({ resourceQuota }) => refuserKind(resourceQuota) === kind),
  );
  return (
    `${listed(refusers.map((kind) => `${kind}s`))} refuse ${counted(refused, "pod")} at admission, ` +
    `before the scheduler and its ElasticQuotas see them: ${listed(all)}. They are never tried.`
  );
}

/** `3 pods name the scheduler volcano: …` */
const schedulerText = ({ name, pods }: SchedulerPods): string =>
  `${counted(pods, "pod")} ${pods === 1 ? "names" : "name"} the scheduler ${name}: the answer holds if that runs the ` +
  "default profile with CapacityScheduling.";

/** `Evicted pods wait again, as if …; 2 of them have no owner and would be gone.` Empty where all have one. */
const unownedText = ({ evictedWithoutOwner: count }: QueueAnswer): string =>
  count === 0
    ? ""
    : "Evicted pods wait again here, as if their owners had recreated them; " +
      `${integer(count)} of them ${count === 1 ? "has" : "have"} no owner and would be gone.`;

/** `StatefulSet a/web makes its pods one after another, each once the one before is Running and Ready: …` */
export const orderedSetTexts = (answer: Found): string[] =>
  findingCaveats(answer, "ordered-set").map(({ message }) => message);

/** Pods that are never tried and are named in a sentence. */
const namedUntried = 3;

/** `Scheduling gates hold d/a and d/b back: they are never tried.` Empty where no pod is gated. */
export function gatedText({ gated, gatedPods }: QueueAnswer): string {
  if (gated === 0) return "";
  const who = gated > namedUntried ? counted(gated, "pod") : listed(fullNames(gatedPods));
  return `Scheduling gates hold ${who} back: ${gated === 1 ? "it is" : "they are"} never tried.`;
}

/** `d/a and d/b are being deleted: kube-scheduler skips them.` Empty where no pod that waits is. */
export function deletingText({ deleting, deletingPods }: QueueAnswer): string {
  if (deleting === 0) return "";
  const who = deleting > namedUntried ? counted(deleting, "pod") : listed(fullNames(deletingPods));
  const [are, them] = deleting === 1 ? ["is", "it"] : ["are", "them"];
  return `${who} ${are} being deleted: kube-scheduler skips ${them}.`;
}

/** Why pods were not tried. */
export function untriedWhy({ repeats, stopped }: Pick<QueueAnswer, "repeats" | "stopped">): string {
  if (repeats !== null) return "pods evict each other forever before its turn";
  return stopped
    ? "the queue was stopped before its turn"
    : "its StatefulSet creates it once the pods before it are Running and Ready";
}

/** The outcome of a step, as the engine names it. */
export type StepLook = QueueStep["outcome"];

/** The outcome of a step, in one word: who only takes the room of terminating pods waits for them. */
export function outcomeName(step: QueueStep): string {
  switch (step.outcome) {
    case "Bound":
      return step.volumes === undefined ? "bound" : "depends";
    case "Preempt":
      return step.victims.length === (step.terminatingVictims ?? []).length ? "waits" : "evicts";
    case "Unschedulable":
      return "waits";
    case "Error":
      return "fails";
  }
}

/** The rest of a step's line: the node, the victims, or why it waits. */
export function stepDetail(step: QueueStep, isShort = false): string {
  const { outcome, node, rejection, misfits, volumes, volumeRefusal } = step;
  const held = heldText(step) && `; ${heldText(step)}`;
  switch (outcome) {
    case "Bound":
      if (volumes !== undefined) return stepVolumesText(volumes, node ?? "");
      return `to ${node ?? ""}${volumeTieClause(step.volumeTies)}`;
    case "Preempt":
      return (
        ofStep(step, `on ${node ?? ""}`, 2).replace(/^(evicts|waits) /, "") +
        againstText(step.victims, step.violations) +
        (volumes === undefined ? "" : `; ${stepVolumesText(volumes, node ?? "")}`) +
        volumeTieClause(step.volumeTies)
      );
    case "Unschedulable":
      if (rejection !== null)
        return (
          (isShort ? shortRejection(rejection, step.pod.namespace) : rejectionText(rejection, step.pod.namespace)) +
          held
        );
      if (volumeRefusal !== undefined) return volumeRefusal.reason + lackedClassText(volumeRefusal) + held;
      return (
        (misfits.map(({ reason, nodes }) => `${integer(nodes)} ${reason}`).join(", ") ||
          (step.nodeNames === null ? "no node fits" : "")) +
        namedText(step) +
        held +
        volumeTieClause(step.volumeTies)
      );
    case "Error":
      return (
        step.message ??
        (step.evictionError === undefined
          ? "an upstream bug while looking for pods to evict"
          : `an error while looking for pods to evict: ${step.evictionError}`)
      );
  }
}

/** Whom a step evicts, and for whom it waits because they are terminating already. */
const ofStep = ({ victims, terminatingVictims: terminating = [] }: QueueStep, where: string, most: number): string =>
  victimsText({ victims, terminating }, where, most);

/** `evicts d/x on n1`: whom the steps of a pod evict before it has its node; empty: nobody. */
export const evictionsText = (steps: QueueStep[]): string =>
  steps
    .filter(({ outcome }) => outcome === "Preempt")
    .map((step) => ofStep(step, `on ${step.node ?? ""}`, 2) + againstText(step.victims, step.violations))
    .join("; ");

/** The steps without those in which pods wait for the same reasons as before. */
export const stepsThatTell = (steps: QueueStep[]): QueueStep[] => steps.filter(({ sameAs }) => sameAs === null);

/** The rest of a step's line in a list of all steps: `as at step 3` where the pod waits for the same reasons. */
export const stepLine = (step: QueueStep): string =>
  step.sameAs === null ? stepDetail(step, true) : `as at step ${integer(step.sameAs)}`;

/** `; its node affinity allows only n7, which is not in the input`; empty if it names no nodes. */
function namedText({ nodeNames, misfits }: QueueStep): string {
  if (nodeNames === null) return "";
  return `${misfits.length === 0 ? "" : "; "}${namedNodesText(nodeNames, nodesOf(misfits))}`;
}

const nodesOf = (misfits: QueueStep["misfits"]): number => misfits.reduce((all, { nodes }) => all + nodes, 0);

/** A step as a sentence. */
export function stepText(step: QueueStep): string {
  const { pod, outcome, node, volumes } = step;
  const start = `Step ${integer(step.step)}: ${fullName(pod)}`;
  switch (outcome) {
    case "Bound":
      if (volumes !== undefined) return `${start}: the node ${stepVolumesText(volumes, node ?? "")}.`;
      return `${start} is bound to ${node ?? ""}.${stepTieText(step)}`;
    case "Preempt":
      return (
        `${start} ${ofStep(step, "", 4)}${againstText(step.victims, step.violations)}; ` +
        (volumes === undefined
          ? `it is nominated for ${node ?? ""} and queues again.`
          : `the node ${stepVolumesText(volumes, node ?? "")}, and it queues again.`)
      );
    case "Unschedulable":
      return `${start} waits: ${stepDetail(step)}.`;
    case "Error":
      return step.message === undefined
        ? `${start} waits: the scheduler fails with ${stepDetail(step)}.`
        : `${start} waits: the scheduler fails before it scores nodes: ${step.message}`;
  }
}

/** ` n1 and n2 tie at 612; kube-scheduler picks one of them at random.`; empty if there is one best node. */
function stepTieText({ node, tie }: QueueStep): string {
  if (tie === null) return "";
  const count = tie.tied + 1;
  const who = count > namedTied ? counted(count, "node") : listed([node ?? "", ...tie.tiedWith]);
  return ` ${who} tie at ${integer(tie.total)}; kube-scheduler picks one of them at random.`;
}

/** Tied nodes that are named in a sentence. */
const namedTied = 3;

/** The state before the first step; `pending`: how many pods wait; `scorers`: those of the queue's answer. */
export const beginText = (pending: number, scorers: WeightedScorer[]): string =>
  `Before the first step, ${pending === 1 ? "1 pod is" : `${integer(pending)} pods are`} not on a node. The ` +
  `queue is ordered by priority, creation time and name; ${pickText(scorers)} Pods that wait are tried again ` +
  "when pods were evicted, or when a pod was bound that their affinity or a spread constraint selects.";

function pickText(scorers: WeightedScorer[]): string {
  const [first, ...others] = scorers;
  if (first?.name === "DefaultProfile" && others.length === 0)
    return (
      "a pod goes to the node with the highest total in kube-scheduler's default profile, or in the profile that the " +
      "input configures for it."
    );
  const all = `${scorersText(scorers)} picks among the nodes that fit.`;
  return scorers.some(({ name }) => name === "DefaultProfile")
    ? all
    : `${all} kube-scheduler's default profile adds up other scores, so it may pick another one.`;
}
