/** What an answer about a pod hangs on, beside the input: ties, faults of Kubernetes, another scheduler. */
import type {
  FaultAnswer,
  OtherChoice,
  QueueStep,
  QueueStepAnswer,
  SimulatePodAnswer,
  TieAnswer,
} from "../../../types.js";
import { amountWords } from "../amount.js";
import type { Code, Found } from "../finding.js";
import { findingCaveats } from "../findings.js";
import { VM_SCHEDULER } from "../schedulers.js";
import { faultSentence, someNames } from "../nodes/fault.js";
import { namedNodesText } from "../nodes/misfit.js";
import { otherCycleText } from "./other-profile.js";
import { takesNominated } from "./sentence.js";
import { filtersOffSentence } from "../nodes/filters-off.js";
import { missingNominatedText } from "../nodes/note.js";
import { volumeTieTexts } from "../volumes.js";
import { capital } from "../phrase.js";
import { fullNames } from "../object-name.js";

/** A note on an answer about a pod. */
export interface CycleNote {
  /**
   * `fault`: the answer depends on a fault of Kubernetes. `never`: no node is large enough, even without other pods.
   * `tie`: a tie that the scheduler breaks at random decides the answer.
   */
  kind: "fault" | "never" | "tie" | "note";
  /** a sentence with a full stop */
  words: string;
}

/** All notes on a cycle, the weightiest first. */
export function cycleNotes(cycle: SimulatePodAnswer & Found): CycleNote[] {
  const found = (code: Code): CycleNote[] =>
    findingCaveats(cycle, code).map(({ message }) => ({ kind: "note", words: message }));
  const { schedulerProfile, filtersOff, nodeNames, faults, preemption, node, nodes, outcome } = cycle;
  const { missingNominatedNode, nominatedNode } = cycle;
  const on = nodes.find((of) => of.node === node);
  const chosen = outcome === "Preempt" ? on?.dryRun : null;
  return [
    ...faults.map((fault): CycleNote => ({ kind: "fault", words: faultText(fault, cycle) })),
    ...tieNotes(chosen?.ties ?? [], preemption?.otherChoice ?? null),
    ...volumeTieTexts(cycle.volumeTies).map((text): CycleNote => ({ kind: "tie", words: text })),
    ...(cycle.aboveEveryNode ?? []).map(
      ({ resource, most }): CycleNote => ({
        kind: "never",
        words: `The largest node has ${amountWords(resource, most)} allocatable: it can never run on these nodes.`,
      }),
    ),
    ...found("unknown-class"),
    ...(filtersOff.length === 0 || schedulerProfile === null
      ? []
      : [{ kind: "note" as const, words: filtersOffSentence({ profile: schedulerProfile, filters: filtersOff }) }]),
    ...found("ordered-set"),
    ...(missingNominatedNode === null
      ? []
      : [{ kind: "note" as const, words: `${missingNominatedText(missingNominatedNode, "Its")}.` }]),
    ...(nominatedNode === null ? [] : [{ kind: "note" as const, words: nominatedText(nominatedNode, cycle) }]),
    ...(nodeNames === null ? [] : [{ kind: "note" as const, words: nodeNamesText(nodeNames, cycle) }]),
    ...schedulerNotes(cycle),
  ];
}

/** Whose answer it is: without a configuration in the input, a scheduler is taken to run CapacityScheduling. */
function schedulerNotes({ schedulerName, schedulerProfile, quotas }: SimulatePodAnswer): CycleNote[] {
  const isPlain = schedulerName === null && (schedulerProfile !== null || quotas.length === 0);
  if (isPlain || (schedulerName === VM_SCHEDULER && schedulerProfile === null)) return [];
  return [{ kind: "note", words: schedulerText(schedulerName ?? "default-scheduler", schedulerProfile) }];
}

/** All notes on a step of the queue, the weightiest first; ties of nodes for a bound pod are in its sentence. */
export function stepNotes(step: QueueStep, at: QueueStepAnswer): CycleNote[] {
  const { node, victims } = step;
  const outcome = step.outcome === "Bound" ? "Schedulable" : step.outcome;
  return [
    ...at.faults.map((fault): CycleNote => ({ kind: "fault", words: faultText(fault, { outcome, node, victims }) })),
    ...(at.otherCycle === undefined
      ? []
      : [{ kind: "fault" as const, words: otherCycleText(at.otherCycle, victims.length > 0) }]),
    ...(at.chosenAnyOf.length < 2
      ? []
      : [
          {
            kind: "tie" as const,
            words: `Evictions cost the same on ${someNames(at.chosenAnyOf, "node")}: kube-scheduler takes any of them.`,
          },
        ]),
    ...tieNotes(at.ties, at.otherChoice),
    // A pod that waits says it with why it waits.
    ...(step.outcome === "Unschedulable" ? [] : volumeTieTexts(step.volumeTies)).map(
      (text): CycleNote => ({ kind: "tie", words: text }),
    ),
  ];
}

/** What an eviction, of one cycle or of a step of the queue, hangs on: the order of equals. */
export function tieNotes(ties: TieAnswer[], otherChoice: OtherChoice | null): CycleNote[] {
  const notes = ties.map((tie): CycleNote => ({ kind: "tie", words: `${equalsText(tie)}.` }));
  if (otherChoice === null) return notes;
  const { node, victims } = otherChoice;
  const evicted = someNames(fullNames(victims), "pod");
  const words = `With another order of equals it would evict ${evicted} on ${node} instead.`;
  return [...notes, { kind: "tie", words }];
}

/** `d/a and d/b are equals: where either would do, the order in the scheduler's list decides which of them goes` */
export function equalsText({ victims, spared }: TieAnswer): string {
  const all = [...victims, ...spared];
  const who = someNames(fullNames(all), "pod");
  if (spared.length === 0 || victims.length === 0) {
    const fate = spared.length === 0 ? "might be kept" : "might be evicted";
    return `If the scheduler listed equals in another order, ${who} ${fate}`;
  }
  const goes = victims.length === 1 ? "which of them goes" : "which of them go";
  const any = all.length === 2 ? "either" : "others of them";
  return `${who} are equals: where ${any} would do, the order in the scheduler's list decides ${goes}`;
}

const nominatedText = (node: string, cycle: SimulatePodAnswer): string =>
  cycle.rejection !== null
    ? `It is nominated for ${node}.`
    : takesNominated(cycle)
      ? `It is nominated for ${node} and fits it: no other node is looked at.`
      : `It is nominated for ${node}, which is tried first: the pod does not fit it now, so ` +
        `${cycle.nodeNames === null ? "all nodes" : "the nodes that its affinity allows"} are looked at.`;

function nodeNamesText(nodeNames: string[], { feasible, misfits, nominatedNode }: SimulatePodAnswer): string {
  // The nominated node is tried although the affinity does not name it.
  const beyond = nominatedNode !== null && !nodeNames.includes(nominatedNode) ? 1 : 0;
  const tried = misfits.reduce((all, { nodes }) => all + nodes, feasible) - beyond;
  const text = namedNodesText(nodeNames, tried);
  return `${capital(text)}${tried < nodeNames.length || beyond > 0 ? "." : ": no other node is looked at."}`;
}

const schedulerText = (name: string, profile: string | null): string =>
  profile === null
    ? `The answer holds for ${name} if it runs the default profile with CapacityScheduling.`
    : `Its schedulerName is ${name}: nodes are filtered and scored as its configuration in the input says.`;

/** A fault of Kubernetes with its consequence, as a sentence with a full stop. */
export function faultText(
  { fault, nodes, outcome, node, victims }: FaultAnswer,
  cycle: Pick<SimulatePodAnswer, "outcome" | "node" | "victims">,
): string {
  return `${faultSentence(fault)} ${consequence()}`;

  function consequence(): string {
    const same =
      outcome === cycle.outcome &&
      node === cycle.node &&
      fullNames(victims).join() === fullNames(cycle.victims).join() &&
      nodes.length > 0;
    if (same) return `Without it ${someNames(nodes, "node")} would get a different verdict; the outcome is the same.`;
    switch (outcome) {
      case "Schedulable":
        return `Without it the pod would go to ${node ?? ""}.`;
      case "Preempt":
        return `Without it the pod would evict ${someNames(fullNames(victims), "pod")} on ${node ?? ""}.`;
      case "Unschedulable":
        return "Without it the pod would wait.";
      case "Gated":
        return "Without it the pod would not be tried.";
      case "Error":
        return "Without it the scheduler would fail.";
    }
  }
}
