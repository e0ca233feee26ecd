/** Reports of pods: a list, and the nodes that one fits, with their scores. */
import type { Findings, NodeRow, NodesAnswer, PodEntry, PodsAnswer, ScoreNodesAnswer } from "../../types.js";
import { amountsText, amountText, percent, resourceNames } from "../words/amount.js";
import { findingCaveats } from "../words/findings.js";
import {
  faultTexts,
  formula,
  levelOf,
  misfitNumbers,
  misfits,
  misfitText,
  preemptionPointer,
  saysMisfits,
  scoreCaveats,
  scorerName,
  scorerPick,
  usageOf,
  usageSentence,
} from "../words/nodes.js";
import { kubeletTexts, waitingText } from "../words/nodes/kubelet.js";
import { podStateText } from "../words/nodes/pod-state.js";
import { counted, integer } from "../words/number.js";
import { type Phrase, quiet } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { orderedSetTexts } from "../words/quotas.js";
import {
  answerBlocks,
  type Block,
  type ColumnOf,
  column,
  facts,
  long,
  link,
  number,
  table,
  warning,
  wide,
} from "./block.js";
import { defaultProfile } from "./default-profile.js";
import { fullName } from "../words/object-name.js";

/**
 * Pods, and what the nodes have left. `known`: with the findings of both; `versionDecides`: whether another version of
 * Kubernetes lists them otherwise.
 */
export function podsReport(
  found: PodsAnswer & Findings,
  nodes: NodesAnswer,
  known: Findings,
  versionDecides: boolean,
): Block[] {
  const hasNodes = nodes.all > 0;
  const { kubernetesVersion, ...rest } = known;
  const assumed = versionDecides && kubernetesVersion !== undefined ? { kubernetesVersion } : {};
  return [
    ...answerBlocks(allCaveats({ ...rest, ...assumed }), [
      `${counted(found.all, "pod")}: ${integer(found.bound)} on nodes, ${integer(found.pending)} pending, ` +
        `${integer(found.finished)} finished.`,
      ...kubeletTexts(found).map(warning),
      waitingText(found),
      hasNodes ? usageSentence(nodes) : "",
      ...orderedSetTexts(found).map(quiet),
    ]),
    ...table(
      found.pods,
      [
        long("Pod", ({ pod }) => link("Pod", pod)),
        column("State", (entry) => ({
          text: podStateText(entry),
          look: entry.state === "pending" ? "warning" : entry.state === "finished" ? "quiet" : undefined,
        })),
        number("Priority", ({ priority }) => priority),
        long("Node", ({ node }) => (node === null ? "-" : link("Node", node))),
        long("Requests", ({ requests }) => amountsText(requests)),
        wide(column("Limits", ({ limits }) => amountsText(limits))),
        wide(column("Nominated", ({ nominated }) => nominated ?? "-")),
        wide(column("Notes", notesText)),
      ],
      { rest: { count: found.found - found.pods.length, what: "pod", option: "--limit" } },
    ),
  ];
}

const notesText = ({ gates, terminating, bestEffort, unbounded }: PodEntry): string =>
  [
    gates.length > 0 ? `gates: ${gates.join(", ")}` : "",
    terminating ? "terminating" : "",
    bestEffort ? "best effort" : unbounded ? "without a limit" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");

/** The inputs of a report of a pod's nodes, besides their scores. */
export interface PodAbout {
  /** The first sentence. */
  sentence: Phrase[];
  /** What the cycle of the pod says beyond its scores; may be empty. */
  cycle: string;
  /** Whether an ElasticQuota governs the pod. */
  isGoverned: boolean;
}

/** The nodes of a pod, with the picks and scores of each scorer. */
export function podReport(answer: ScoreNodesAnswer & Findings, about: PodAbout, isWide: boolean): Block[] {
  const { sentence, cycle, isGoverned } = about;
  const command = `\`schedscope quota why ${fullName(answer.pod)}\``;
  const quotas = `Quotas are not looked at here: ${command} says what its ElasticQuota allows.`;
  const head = answerBlocks(scoreCaveats(answer), [
    sentence,
    ...findingCaveats(answer, "default-request").map(({ message }) => quiet(message)),
    cycle !== "" ? cycle : isGoverned ? quotas : quiet(preemptionPointer(answer)),
  ]);
  if (answer.nodes === 0) return head;
  const isPartial = answer.feasible < answer.nodes && !saysMisfits(answer);
  return [
    ...head,
    ...facts([
      ...faultTexts(answer).map(warning),
      quiet(isPartial ? `Why it does not fit the others: ${misfits(answer)}.` : ""),
    ]),
    ...table(
      answer.picks,
      [
        long("Node", ({ node }) => link("Node", node, "good")),
        long("Scorers", ({ scorers }) => scorers.map(scorerName).join(", ")),
        answer.scorers.some(({ name }) => name === "LimitAware") &&
          long("Limit-aware, resource by resource", ({ resources }) => resources.map(formula).join("; ")),
      ],
      { title: "Picks" },
    ),
    ...defaultProfile(answer, isWide),
    ...nodeTable(answer, isWide),
  ];
}

/** The nodes of a pod, with what the pod makes of each and its scores. */
export function nodeTable({ rows, scorers, resources }: ScoreNodesAnswer, isWide: boolean): Block[] {
  const level = (kind: "requests" | "limits", i: number) => (row: NodeRow) => {
    const of = row.resources[i];
    if (of === undefined) return "";
    const usage = usageOf(of);
    const { after } = levelOf(usage, kind);
    return `${percent(after, usage.allocatable)}${isWide ? ` (${amountText(usage.resource, after)})` : ""}`;
  };
  return [
    ...table(
      rows,
      [
        long("Node", ({ name }) => link("Node", name)),
        number("Pods", ({ pods, allowedPods }) => `${pods}/${allowedPods}`),
        ...resourceNames(resources).flatMap((name, i): ColumnOf<NodeRow>[] => [
          number(`${name} req`, level("requests", i)),
          number(`${name} lim`, level("limits", i)),
        ]),
        ...scorers.map((scorer, i): ColumnOf<NodeRow> | false => {
          const isMain = scorer.name === "LimitAware" || scorer.name === "LeastAllocated" || scorers.length < 3;
          if (!scorer.applies) return false;
          const scores = number<NodeRow>(scorer.name, (row) => {
            const score = (scorer.normalizes ? row.normalized[i] : row.raw[i]) ?? null;
            const place = scorerPick(scorer, row.name);
            const sign = place === "picked" ? "*" : place === "tied" ? "=" : "";
            return { text: score === null ? "-" : `${sign}${score}`, look: place === "picked" ? "good" : undefined };
          });
          return isMain ? scores : wide(scores);
        }),
        rows.some(({ misfit }) => misfit !== null) && column("Filter", ({ misfit }) => misfit?.plugin ?? ""),
        long("Why not", ({ misfit }) => (misfit === null ? "" : misfitWords(misfit))),
      ],
      { title: "Nodes" },
    ),
    ...facts([
      quiet(
        "Requests and limits with the pod, in percent of allocatable. *: picked; =: same score, but later by name.",
      ),
    ]),
  ];
}

/** Why a node does not fit, with the numbers. */
export const misfitWords = (misfit: NonNullable<NodeRow["misfit"]>): string =>
  [misfitText(misfit), misfitNumbers(misfit)].filter((part) => part !== "").join(": ");
