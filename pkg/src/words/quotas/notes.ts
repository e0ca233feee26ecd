/** What an answer about a pod hangs on, beside the text: ties, faults of Kubernetes, another scheduler. */
import type { FaultAnswer, NodeDryRunAnswer, NotLookedAt, SimulatePodAnswer, TieAnswer } from "../../../types.js";
import { filtersOffSentence } from "../nodes/filters-off.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";

/** A note on an answer about a pod. */
export interface CycleNote {
  /** `fault`: a fault of Kubernetes decides something. `tie`: the answer could be another one by chance. */
  kind: "fault" | "tie" | "note";
  /** a sentence with a full stop */
  words: string;
}

/** Names that are listed in a sentence. */
const most = 5;

const names = (all: string[], noun: string): string => (all.length > most ? counted(all.length, noun) : listed(all));

/** All notes on a cycle, the weightiest first. */
export function cycleNotes(cycle: SimulatePodAnswer): CycleNote[] {
  const { schedulerName, schedulerProfile, filtersOff, nodeNames, faults, preemption, node, nodes, outcome } = cycle;
  const chosen = outcome === "Preempt" ? nodes.find((of) => of.node === node)?.dryRun : null;
  const other = preemption?.otherChoice ?? null;
  return [
    ...faults.map((fault): CycleNote => ({ kind: "fault", words: faultText(fault, cycle) })),
    ...equals(chosen ?? null),
    ...(other === null
      ? []
      : [
          {
            kind: "tie" as const,
            words:
              `With another order of equals it would evict ${names(other.victims, "pod")} on ` +
              `${other.node} instead.`,
          },
        ]),
    ...(filtersOff.length === 0 || schedulerProfile === null
      ? []
      : [{ kind: "note" as const, words: filtersOffSentence({ profile: schedulerProfile, filters: filtersOff }) }]),
    ...(nodeNames === null ? [] : [{ kind: "note" as const, words: nodeNamesText(nodeNames) }]),
    ...(schedulerName === null
      ? []
      : [{ kind: "note" as const, words: schedulerText(schedulerName, schedulerProfile) }]),
  ];
}

const equals = (dryRun: NodeDryRunAnswer | null): CycleNote[] =>
  (dryRun?.ties ?? []).map((tie) => ({ kind: "tie", words: `${equalsText(tie)}.` }));

/** `d/a and d/b are equals: where either would do, the order in the scheduler's list decides which of them goes` */
export function equalsText({ victims, spared }: TieAnswer): string {
  const all = [...victims, ...spared];
  const who = names(all, "pod");
  const goes = victims.length === 1 ? "which of them goes" : `which ${integer(victims.length)} of them go`;
  const any = all.length === 2 ? "either" : "others of them";
  return `${who} are equals: where ${any} would do, the order in the scheduler's list decides ${goes}`;
}

function nodeNamesText(nodeNames: string[]): string {
  return `Its node affinity names ${names(nodeNames, "node")}: no other node is looked at.`;
}

const schedulerText = (name: string, profile: string | null): string =>
  profile === null
    ? `Its schedulerName is ${name}: the answer holds if that runs the default profile with CapacityScheduling.`
    : `Its schedulerName is ${name}: nodes are filtered and scored as its configuration in the text says.`;

/**
 * What an answer about quotas does not look at. Pods under elastic quotas name the scheduler that has the plugin, so
 * that they name one is not told among what is missing.
 */
export const quotaNotLookedAt = (rows: NotLookedAt[]): NotLookedAt[] =>
  rows.filter(({ why }) => why !== "other-scheduler");

const faultTexts: Record<FaultAnswer["fault"], string> = {
  nsSelector: "a namespaceSelector of the pod that a namespace without labels satisfies covers every namespace",
  spreadDryRun: "preemption subtracts pods from the counts of a spread constraint that were never counted",
  portSet: "evicting one of two pods with the same host port counts as freeing the port",
  leastPodLevel: "the score for free resources ignores the pod-level requests (spec.resources) of the pod",
};

/** A fault of Kubernetes with its consequence, as a sentence with a full stop. */
export function faultText({ fault, nodes, outcome, node, victims }: FaultAnswer, cycle: SimulatePodAnswer): string {
  return `A fault of Kubernetes 1.35: ${faultTexts[fault]}. ${consequence()}`;

  function consequence(): string {
    const same =
      outcome === cycle.outcome && node === cycle.node && victims.join() === cycle.victims.join() && nodes.length > 0;
    if (same) return `Without it ${names(nodes, "node")} would be judged otherwise; the outcome is the same.`;
    switch (outcome) {
      case "Schedulable":
        return `Without it the pod would go to ${node ?? ""}.`;
      case "Preempt":
        return `Without it the pod would evict ${names(victims, "pod")} on ${node ?? ""}.`;
      case "Unschedulable":
        return "Without it the pod would wait.";
      case "Gated":
        return "Without it the pod would not be tried.";
      case "Error":
        return "Without it the scheduler would fail.";
    }
  }
}
