/** Faults of Kubernetes that decide where a pod goes. */
import type {
  Findings,
  FaultAnswer,
  NodeChoice,
  OtherNodeProfile,
  ScoreFaultAnswer,
  ScoreNodesAnswer,
} from "../../../types.js";
import type { Caveat } from "../caveat.js";
import { allCaveats } from "../pod-caveats.js";
import { counted } from "../number.js";
import { clause, listed } from "../phrase.js";
import { chosenText, isUnscored, tieText } from "./default-profile.js";

const faults: Record<FaultAnswer["fault"], string> = {
  nsSelector:
    "a namespaceSelector of the pod that a namespace without labels satisfies covers every namespace (fixed in 1.37, " +
    "and in the patch releases of 1.34 to 1.36 since autumn 2026)",
  spreadDryRun: "preemption subtracts pods from the counts of a spread constraint that were never counted",
  portSet: "evicting one of two pods with the same host port counts as freeing the port",
  readWriteOncePod:
    "claims with ReadWriteOncePod are counted once for all their users, and evicting a pod whose volume names such a " +
    "claim, in any namespace, subtracts 1",
  leastPodLevel: "the score for free resources ignores the pod-level requests (spec.resources) of the pod",
};

/** A fault of Kubernetes, as a sentence with a full stop. */
export const faultSentence = (fault: FaultAnswer["fault"]): string => `A fault of Kubernetes: ${faults[fault]}.`;

/** Names that are listed in a sentence. */
const most = 5;

/** `n1 and n2`; `12 nodes` where there are many. */
export const someNames = (all: string[], noun: string): string =>
  all.length > most ? counted(all.length, noun) : listed(all);

/** Whether both take the same node, or one of the same. */
export const isSameChoice = (one: NodeChoice | null, two: NodeChoice | null): boolean =>
  one?.node === two?.node && one?.tiedWith.join() === two?.tiedWith.join();

/** A fault of Kubernetes with what it decides among the nodes, as sentences with a full stop. */
export function scoreFaultText(
  { fault, applied, nodes, choice }: ScoreFaultAnswer,
  { defaultProfile }: ScoreNodesAnswer,
): string {
  const now = defaultProfile?.choice ?? null;
  const isSame = isSameChoice(choice, now);
  const otherwise = applied ? "Without it" : "This answer is without it. With it, as today,";
  return `${faultSentence(fault)} ${otherwise} ${defaultProfile === null || isSame ? judged() : chosen()}.`;

  function judged(): string {
    const same = defaultProfile === null ? "" : now === null ? "; it fits none either way" : "; the choice is the same";
    return `${someNames(nodes, "node")} would get a different verdict${same}`;
  }

  function chosen(): string {
    if (choice === null) return "the pod would fit no node";
    if (choice.tied > 0) return tieText(choice);
    return isUnscored(choice)
      ? `kube-scheduler would take ${choice.node} without scoring`
      : `kube-scheduler would pick ${chosenText(choice)}`;
  }
}

/** What must be known before the scores of nodes are believed, in the order in which it must come. */
export function scoreCaveats(answer: ScoreNodesAnswer & Partial<Findings>): Caveat[] {
  const { otherProfile } = answer;
  const other: Caveat[] =
    otherProfile === undefined
      ? []
      : [
          {
            at: "before",
            severity: "warning",
            code: "other-profile",
            message: otherNodeText(otherProfile, answer),
            details:
              // A single fault changes what the sentence says.
              answer.faults.length === 1
                ? answer.faults.map((fault) => `the fault of Kubernetes: ${faults[fault.fault]}${sameText(fault)}`)
                : answer.faults.map((fault) => clause(scoreFaultText(fault, answer))),
          },
        ];
  return allCaveats(answer, other);

  function sameText({ choice }: ScoreFaultAnswer): string {
    const isSame = choice !== null && isSameChoice(choice, answer.defaultProfile?.choice ?? null);
    return isSame ? "; the choice is the same" : "";
  }
}

/** Faults that decide something of the nodes, but neither which ones fit nor which one is taken. */
export const faultTexts = (answer: ScoreNodesAnswer): string[] =>
  answer.otherProfile === undefined ? answer.faults.map((fault) => scoreFaultText(fault, answer)) : [];

/** `Today your scheduler picks n3 instead of n1, by a fault of Kubernetes.` */
export function otherNodeText(other: OtherNodeProfile, { defaultProfile, nodes }: ScoreNodesAnswer): string {
  const { profile, choice, feasible, because } = other;
  const faults = because.length === 1 ? "a fault" : "faults";
  const [start, end] =
    profile === "Upstream" ? ["Today", `, by ${faults} of Kubernetes`] : [`Without ${faults} of Kubernetes,`, ""];
  const now = defaultProfile?.choice ?? null;
  const isSame = isSameChoice(choice, now);
  return `${start} ${isSame || choice === null ? fits() : picks(choice)}${end}.`;

  function picks({ node, tied, tiedWith }: NonNullable<typeof choice>): string {
    const taken = tied === 0 ? node : `one of ${someNames([node, ...tiedWith], "node")}`;
    const instead = now === null ? "" : ` instead of ${now.node}`;
    return `your scheduler ${profile === "Upstream" ? "picks" : "would pick"} ${taken}${tied === 0 ? instead : ""}`;
  }

  function fits(): string {
    if (feasible === 0) return "the pod fits no node";
    const { added: comes, addedCount, removed: out, removedCount } = other;
    const parts = [
      ...(addedCount > 0 ? [`fits ${named(comes, addedCount)}, too`] : []),
      ...(removedCount > 0 ? [`does not fit ${named(out, removedCount)}`] : []),
    ];
    return `the pod ${parts.length === 0 ? `fits the same ${counted(nodes, "node")}` : parts.join(", and it ")}`;
  }
}

const named = (names: string[], count: number): string =>
  count > names.length ? counted(count, "node") : someNames(names, "node");
