/** The picks for a pod, and the use of nodes, against a baseline. */
import type { NodesAnswer, Profile, ScoreNodesAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { type Phrase, plain, strong } from "../phrase.js";
import { percent } from "../amount.js";
import { type BaselineKind, byOtherProfile } from "../placement/against.js";
import { type PodVerdictAgainst, verdictPhrases } from "../quotas/against.js";
import { pickOf } from "./scorer.js";

/** What schedulers make of the nodes for one pod. */
export interface PodPicks {
  /** The node of today's scheduler; null: none. */
  today: string | null;
  /** The node of limit-aware scoring; null: none; undefined: not known. */
  limitAware: string | null | undefined;
  /** How many nodes fit; undefined: not known. */
  feasible: number | undefined;
  /** Whom it evicts, and where; undefined: not known, or not asked because a node fits. */
  verdict?: PodVerdictAgainst | undefined;
}

/** The picks of an answer. */
export const picksOf = (answer: ScoreNodesAnswer): PodPicks => ({
  today: answer.defaultProfile?.choice?.node ?? pickOf(answer, "LeastAllocated"),
  limitAware: pickOf(answer, "LimitAware"),
  feasible: answer.feasible,
});

/** What `spec.nodeName` of the pod records. */
export const recordedPicks = (node: string): PodPicks => ({
  today: node,
  limitAware: undefined,
  feasible: undefined,
});

const samePicks: Record<Exclude<BaselineKind, "profile">, string> = {
  recorded: "The input records the same node.",
  edit: "The last edit changes no pick.",
  pinned: "The same picks as in the pinned input.",
  text: "The other input picks the same nodes.",
};

/** `The pod moves to node2 from node1. Limit-aware scoring: node2 instead of node1.` `profile`: the one in force. */
export function picksPhrases(
  before: PodPicks,
  after: PodPicks,
  baseline: BaselineKind,
  profile: Profile = "Proposal",
): Phrase[] {
  const phrases = today(before.today, after.today, baseline);
  if (before.limitAware !== undefined && after.limitAware !== undefined && before.limitAware !== after.limitAware)
    phrases.push(
      plain(" Limit-aware scoring: "),
      strong(after.limitAware ?? "no node"),
      plain(` instead of ${before.limitAware ?? "no node"}.`),
    );
  if (before.feasible !== undefined && after.feasible !== undefined && before.feasible !== after.feasible)
    phrases.push(
      plain(phrases.length === 0 ? "The pod fits " : " It fits "),
      strong(counted(after.feasible, "node")),
      plain(` instead of ${integer(before.feasible)}.`),
    );
  if (phrases.length > 0) return leading(phrases);
  if (before.verdict === undefined || after.verdict === undefined)
    return [
      plain(
        baseline === "profile"
          ? `${byOtherProfile(profile, "scheduler")} both picks are the same.`
          : samePicks[baseline],
      ),
    ];
  return verdictPhrases(before.verdict, after.verdict, baseline, profile);
}

function today(from: string | null, to: string | null, baseline: BaselineKind): Phrase[] {
  if (from === to) return [];
  if (from === null) return [plain("The pod gets "), strong(to ?? ""), plain(" instead of no node.")];
  if (to === null) return [plain("The pod loses "), strong(from), plain(": no node takes it.")];
  const before = baseline === "recorded" ? ", which the input records" : "";
  return [plain("The pod moves to "), strong(to), plain(` from ${from}${before}.`)];
}

/** Without the space before the first. */
const leading = ([first, ...rest]: Phrase[]): Phrase[] =>
  first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...rest];

const sameUse: Record<BaselineKind, string> = {
  recorded: "",
  edit: "The last edit changes no request and no limit.",
  pinned: "The same requests and limits as in the pinned input.",
  profile: "The profile changes no request and no limit.",
  text: "The other input has the same requests and limits.",
};

/** `Limits of cpu: 125% instead of 75%.` of all nodes together. */
export function usePhrases(before: NodesAnswer, after: NodesAnswer, baseline: BaselineKind): Phrase[] {
  const phrases: Phrase[] = [];
  if (before.all !== after.all)
    phrases.push(strong(counted(after.all, "node")), plain(` instead of ${integer(before.all)}.`));
  for (const { name, allocatable, limits, requests } of after.total) {
    const was = before.total.find((of) => of.name === name);
    if (was === undefined || allocatable <= 0 || was.allocatable <= 0) continue;
    for (const [kind, to, from] of [
      ["Limits", limits, was.limits],
      ["Requests", requests, was.requests],
    ] as const) {
      const [is, before] = [percent(to, allocatable), percent(from, was.allocatable)];
      if (is !== before) phrases.push(plain(` ${kind} of ${name}: `), strong(is), plain(` instead of ${before}.`));
    }
  }
  return phrases.length === 0 ? [plain(sameUse[baseline])] : leading(phrases);
}
