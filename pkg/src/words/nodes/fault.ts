/** Faults of Kubernetes that decide where a pod goes. */
import type { FaultAnswer, ScoreFaultAnswer, ScoreNodesAnswer } from "../../../types.js";
import { counted } from "../number.js";
import { listed } from "../phrase.js";
import { chosenText, isUnscored, tieText } from "./default-profile.js";

const faults: Record<FaultAnswer["fault"], string> = {
  nsSelector: "a namespaceSelector of the pod that a namespace without labels satisfies covers every namespace",
  spreadDryRun: "preemption subtracts pods from the counts of a spread constraint that were never counted",
  portSet: "evicting one of two pods with the same host port counts as freeing the port",
  leastPodLevel: "the score for free resources ignores the pod-level requests (spec.resources) of the pod",
};

/** A fault of Kubernetes, as a sentence with a full stop. */
export const faultSentence = (fault: FaultAnswer["fault"]): string => `A fault of Kubernetes 1.35: ${faults[fault]}.`;

/** Names that are listed in a sentence. */
const most = 5;

/** `n1 and n2`; `12 nodes` where there are many. */
export const someNames = (all: string[], noun: string): string =>
  all.length > most ? counted(all.length, noun) : listed(all);

/** A fault of Kubernetes with what it decides among the nodes, as sentences with a full stop. */
export function scoreFaultText(
  { fault, applied, nodes, choice }: ScoreFaultAnswer,
  { defaultProfile }: ScoreNodesAnswer,
): string {
  const now = defaultProfile?.choice ?? null;
  const isSame = choice?.node === now?.node && choice?.tiedWith.join() === now?.tiedWith.join();
  const otherwise = applied ? "Without it" : "This answer is without it. With it, as today,";
  return `${faultSentence(fault)} ${otherwise} ${defaultProfile === null || isSame ? judged() : chosen()}.`;

  function judged(): string {
    const same = defaultProfile === null ? "" : now === null ? "; it fits none either way" : "; the choice is the same";
    return `${someNames(nodes, "node")} would be judged otherwise${same}`;
  }

  function chosen(): string {
    if (choice === null) return "the pod would fit no node";
    if (choice.tied > 0) return tieText(choice);
    return isUnscored(choice)
      ? `kube-scheduler would take ${choice.node} without scoring`
      : `kube-scheduler would pick ${chosenText(choice)}`;
  }
}
