/** What an answer about a pod hangs on, beside the text: ties, faults of Kubernetes, another scheduler. */
import type { FaultAnswer, OtherChoice, SimulatePodAnswer, TieAnswer, TodayAnswer } from "../../../types.js";
import { faultSentence, someNames } from "../nodes/fault.js";
import { filtersOffSentence } from "../nodes/filters-off.js";
import { missingNominatedText } from "../nodes/note.js";

/** A note on an answer about a pod. */
export interface CycleNote {
  /** `fault`: a fault of Kubernetes decides something. `tie`: the answer could be another one by chance. */
  kind: "fault" | "tie" | "note";
  /** a sentence with a full stop */
  words: string;
}

/** All notes on a cycle, the weightiest first. */
export function cycleNotes(cycle: SimulatePodAnswer): CycleNote[] {
  const { schedulerName, schedulerProfile, filtersOff, nodeNames, faults, preemption, node, nodes, outcome } = cycle;
  const { missingNominatedNode, nominatedNode, today } = cycle;
  const chosen = outcome === "Preempt" ? nodes.find((of) => of.node === node)?.dryRun : null;
  return [
    ...faults.map((fault): CycleNote => ({ kind: "fault", words: faultText(fault, cycle) })),
    ...(today === null ? [] : [{ kind: "fault" as const, words: todayText(today) }]),
    ...tieNotes(chosen?.ties ?? [], preemption?.otherChoice ?? null),
    ...(filtersOff.length === 0 || schedulerProfile === null
      ? []
      : [{ kind: "note" as const, words: filtersOffSentence({ profile: schedulerProfile, filters: filtersOff }) }]),
    ...(missingNominatedNode === null
      ? []
      : [{ kind: "note" as const, words: `${missingNominatedText(missingNominatedNode, "Its")}.` }]),
    ...(nominatedNode === null ? [] : [{ kind: "note" as const, words: nominatedText(nominatedNode) }]),
    ...(nodeNames === null ? [] : [{ kind: "note" as const, words: nodeNamesText(nodeNames) }]),
    ...(schedulerName === null
      ? []
      : [{ kind: "note" as const, words: schedulerText(schedulerName, schedulerProfile) }]),
  ];
}

/** What an eviction, of one cycle or of a step of the queue, hangs on: the order of equals. */
export function tieNotes(ties: TieAnswer[], otherChoice: OtherChoice | null): CycleNote[] {
  const notes = ties.map((tie): CycleNote => ({ kind: "tie", words: `${equalsText(tie)}.` }));
  if (otherChoice === null) return notes;
  const { node, victims } = otherChoice;
  const words = `With another order of equals it would evict ${someNames(victims, "pod")} on ${node} instead.`;
  return [...notes, { kind: "tie", words }];
}

/** `d/a and d/b are equals: where either would do, the order in the scheduler's list decides which of them goes` */
export function equalsText({ victims, spared }: TieAnswer): string {
  const all = [...victims, ...spared];
  const who = someNames(all, "pod");
  if (spared.length === 0 || victims.length === 0) {
    const fate = spared.length === 0 ? "could stay" : "could go";
    return `With another order of equals in the scheduler's list ${who} ${fate}`;
  }
  const goes = victims.length === 1 ? "which of them goes" : "which of them go";
  const any = all.length === 2 ? "either" : "others of them";
  return `${who} are equals: where ${any} would do, the order in the scheduler's list decides ${goes}`;
}

/** `Today's scheduler, with its faults, evicts d/a on n1 instead.` */
export function todayText({ outcome, node, victims }: TodayAnswer): string {
  const start = "Today's scheduler, with the faults of Kubernetes 1.35,";
  switch (outcome) {
    case "Schedulable":
      return `${start} takes ${node ?? ""} without an eviction.`;
    case "Preempt":
      return `${start} evicts ${someNames(victims, "pod")} on ${node ?? ""}.`;
    case "Unschedulable":
      return `${start} lets the pod wait.`;
    case "Gated":
      return `${start} does not try the pod.`;
    case "Error":
      return `${start} fails, and the pod waits.`;
  }
}

const nominatedText = (node: string): string =>
  `It is nominated for ${node}: that node is tried first and, if the pod fits it, alone.`;

function nodeNamesText(nodeNames: string[]): string {
  return `Its node affinity names ${someNames(nodeNames, "node")}: no other node is looked at.`;
}

const schedulerText = (name: string, profile: string | null): string =>
  profile === null
    ? `The answer holds for ${name} if it runs the default profile with CapacityScheduling.`
    : `Its schedulerName is ${name}: nodes are filtered and scored as its configuration in the text says.`;

/** A fault of Kubernetes with its consequence, as a sentence with a full stop. */
export function faultText({ fault, nodes, outcome, node, victims }: FaultAnswer, cycle: SimulatePodAnswer): string {
  return `${faultSentence(fault)} ${consequence()}`;

  function consequence(): string {
    const same =
      outcome === cycle.outcome && node === cycle.node && victims.join() === cycle.victims.join() && nodes.length > 0;
    if (same) return `Without it ${someNames(nodes, "node")} would be judged otherwise; the outcome is the same.`;
    switch (outcome) {
      case "Schedulable":
        return `Without it the pod would go to ${node ?? ""}.`;
      case "Preempt":
        return `Without it the pod would evict ${someNames(victims, "pod")} on ${node ?? ""}.`;
      case "Unschedulable":
        return "Without it the pod would wait.";
      case "Gated":
        return "Without it the pod would not be tried.";
      case "Error":
        return "Without it the scheduler would fail.";
    }
  }
}
