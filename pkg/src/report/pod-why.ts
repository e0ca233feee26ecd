/** Why a pod waits, or where it goes: the cause, then the cheapest changes. */
import type { MisfitAnswer } from "../../types.js";
import { waitsInQueue, type PodWhy } from "../difference/why.js";
import type { Caveat } from "../words/caveat.js";
import { misfitNumbers, misfitText } from "../words/nodes/misfit.js";
import { cyclePhrases, placementSentence, scoreCaveats } from "../words/nodes.js";
import { recordedNodeText } from "../words/nodes/recorded-node.js";
import { siblingsText } from "../words/nodes/siblings.js";
import { scoreDifference } from "../words/nodes/score-difference.js";
import { hasNoNode, settledPhrases } from "../words/nodes/untried.js";
import { counted, integer } from "../words/number.js";
import { after, afterColon, clause, listed, phraseText, plain, quiet } from "../words/phrase.js";
import { aheadText } from "../words/nodes/ahead.js";
import { noEviction } from "../words/quotas/sentence.js";
import { choiceText, dryRunText } from "../words/quotas/why.js";
import { faultText } from "../words/quotas/notes.js";
import { stepDetail } from "../words/quotas/queue-words.js";
import { evictedOf } from "../words/victims.js";
import { verdictClauses } from "../words/verdict.js";
import { unknownText, volumesText } from "../words/volumes.js";
import { cycleText, nodeLikeText, nodesNeededSentence } from "../words/whatif.js";
import { answerBlocks, type Block, facts, type Item, type Line, list, link } from "./block.js";
import { scoreDifferenceBlocks } from "./default-profile.js";
import { changesFound, sparesTitle } from "./would-change.js";
import { fullNames } from "../words/object-name.js";

/** Nodes or pods that are named for each reason. */
const mostNamed = 2;

/** What is to be known before the answer about a pod. */
export const whyCaveats = ({ scores, findings }: PodWhy): Caveat[] => scoreCaveats({ ...scores, findings });

/** Why a pod waits, or where it goes. */
export const podWhyReport = (why: PodWhy): Block[] => [
  ...answerBlocks(whyCaveats(why), podLines(why)),
  ...podBlocks(why),
  ...(isChosenByScore(why) ? scoreDifferenceBlocks(scoreDifference(why.scores, why.entry.node)) : []),
];

/** Who asks why has not asked about limit-aware scoring; of a single node that fits, all scorers say the same. */
const ofScheduler = (scores: PodWhy["scores"]): PodWhy["scores"] =>
  scores.feasible === 1 ? scores : { ...scores, scorers: scores.scorers.filter(({ name }) => name !== "LimitAware") };

/** The node that a pod gets in the queue of all pending pods, and not alone. */
const nodeInQueue = ({ cycle, step }: PodWhy): string | null =>
  step !== null && cycle.outcome !== "Schedulable" && cycle.outcome !== "Preempt" ? step.node : null;

/** What is counted of the other pending pods. */
function othersText({ afterOthers, ahead, entry }: PodWhy): string {
  const [are, them] = afterOthers === 1 ? ["pod is", "it"] : ["pods are", "them"];
  const named = `scheduled first (\`schedscope queue\`). ${aheadText(ahead, entry.priority)}`;
  return `${integer(afterOthers)} other pending ${are} ${named}Without ${them}, this pod would get a node.`;
}

/** What its scheduler said, where the input has no Node to decide with. */
function recordedLines({ schedulerMessage }: PodWhy["entry"]): Line[] {
  const clauses = schedulerMessage === undefined ? null : verdictClauses(schedulerMessage);
  if (clauses === null) return [];
  const lines = clauses.map(({ text, meaning }) => [quiet(`  ${meaning === null ? text : `${text}: ${meaning}`}`)]);
  return [[plain("Its condition PodScheduled says what kept it from nodes when it was last tried:")], ...lines];
}

/** What becomes of a pod. */
export function podLines(why: PodWhy): Line[] {
  const { entry, scores, cycle, step } = why;
  const later = nodeInQueue(why);
  const isEvicting = cycle.outcome === "Preempt";
  const unknown = step?.volumes ?? [];
  const before = entry.terminating ? [] : settledPhrases(entry);
  const sentence = placementSentence(ofScheduler(scores));
  const result = phraseText(cyclePhrases(scores, cycle)).trim();
  // Its quota decides before nodes are tried.
  const isRejected = cycle.rejection !== null && cycle.resourceQuota === null && entry.state === "pending";
  const isIfAdmitted = isRejected && before.length === 0 && scores.feasible > 0;
  return [
    ...(step !== null && waitsInQueue(cycle, step)
      ? [
          [
            link("Pod", entry.pod, "strong"),
            plain(" waits in the queue of all pending pods ("),
            quiet("schedscope queue"),
            plain(`): ${stepDetail(step)}. ${aheadText(why.ahead, entry.priority)}Alone, it would `),
            plain(isEvicting ? "evict others:" : "get a node:"),
          ],
        ]
      : []),
    ...(later === null
      ? []
      : [
          [
            ...(unknown.length > 0 ? [plain("The node of ")] : []),
            link("Pod", entry.pod, "strong"),
            plain(
              unknown.length > 0
                ? ` depends on its ${volumesText(unknown)}, ${unknownText(unknown)}, once `
                : ` goes to ${later} once `,
            ),
            // What refuses it is a claim of its own, which the queue makes first.
            ...(cycle.volumeRefusal === undefined
              ? [plain("other pending pods have their nodes (")]
              : [plain(`its PersistentVolumeClaim ${cycle.volumeRefusal.claim.name} is created (`)]),
            quiet("schedscope queue"),
            plain(cycle.volumeRefusal === undefined ? "). Alone, it waits:" : "). Until then, it waits:"),
          ],
        ]),
    ...(isRejected ? [[link("Pod", entry.pod, "strong"), plain(`: ${clause(result)}.`)]] : []),
    isIfAdmitted ? [plain("If its quota admitted it: "), ...afterColon(sentence)] : after(before, sentence),
    ...recordedLines(entry),
    why.afterOthers === 0 ? "" : othersText(why),
    ...(isRejected ? [] : [result]),
    ...(why.outranks ? [quiet(evictingText(cycle))] : []),
    // The sentence above covers a pod that gets its node again.
    ...(why.recorded === null || why.recorded.now.kind === "same" ? [] : [recordedNodeText(why.recorded)]),
    // Without the fault, it would evict others or wait.
    ...(isEvicting ? cycle.faults.map((fault) => quiet(faultText(fault, cycle))) : []),
  ];
}

/** Why a pod evicts nobody, or on this node and no other. */
function evictingText(cycle: PodWhy["cycle"]): string {
  const tried = cycle.nodes.filter(({ dryRun }) => dryRun !== null);
  const [only] = tried;
  if (cycle.outcome === "Unschedulable" && tried.length === 1 && only?.dryRun?.outcome === "misfit")
    return `On ${only.node}, ${dryRunText(only.dryRun, cycle.pod)}.`;
  if (cycle.outcome === "Unschedulable") return noEviction(cycle);
  if (cycle.outcome !== "Preempt") return "";
  const others = cycle.nodes.flatMap(({ node, dryRun }) =>
    node !== cycle.node && dryRun?.outcome === "candidate" ? [`${node}: ${dryRunText(dryRun, cycle.pod)}`] : [],
  );
  return others.length === 0
    ? ""
    : `${cycle.node ?? ""} is ${choiceText(cycle)}; ${listed(others.slice(0, mostNamed))}.`;
}

/** Whether scores decide where a pod goes, or would go again. */
const isChosenByScore = ({ entry, cycle }: PodWhy): boolean =>
  cycle.outcome === "Schedulable" &&
  cycle.volumeDependence === undefined &&
  !entry.terminating &&
  entry.state !== "finished" &&
  entry.kubelet === undefined;

/** Why, and what would change it. */
export function podBlocks(why: PodWhy): Block[] {
  const { scores, cycle, step, wouldChange, nodesNeeded, siblings } = why;
  const isEvicting = cycle.outcome === "Preempt" && !waitsInQueue(cycle, step);
  const isRefused = scores.volumeRefusal !== undefined;
  const misfits = scores.rows.flatMap(({ name, misfit }) => (misfit === null ? [] : [{ of: name, misfit }]));
  return [
    // The claim that refuses the pod is named before.
    ...list(scores.feasible === 0 && !isRefused && !hasNoNode(scores) ? reasons(misfits, "node", scores.nodes) : [], {
      title: isEvicting ? "Why no node fits as it is" : "Why no node fits",
    }),
    ...(wouldChange === null || nodeInQueue(why) !== null || (isRefused && wouldChange.changes.length === 0)
      ? []
      : changesFound(
          isEvicting ? sparesTitle(fullNames(evictedOf(cycle))) : "What would change it",
          wouldChange,
          (change) =>
            cycleText(change) +
            siblingsText(siblings?.pending ?? 0, siblings?.after[wouldChange.changes.indexOf(change)]),
        )),
    ...(nodesNeeded === null || nodeInQueue(why) !== null
      ? []
      : facts([
          [
            plain(`All ${integer(nodesNeeded.pending)} pending pods, with nodes like ${nodeLikeText(nodesNeeded)}: `),
            ...afterColon(nodesNeededSentence(nodesNeeded.answer)),
          ],
        ])),
  ];
}

/** The reasons, the most frequent first, each with what it means on the first nodes, or for the first pods. */
export function reasons(misfits: { of: string; misfit: MisfitAnswer }[], what: "node" | "pod", total: number): Item[] {
  const groups = new Map<string, { of: string; misfit: MisfitAnswer }[]>();
  for (const one of misfits) {
    const key = misfitText(one.misfit);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return sorted.map(([text, found]) => {
    const words = (one: { misfit: MisfitAnswer }): string => misfitNumbers(one.misfit);
    const shown = found.filter((one) => words(one) !== "");
    // Equal words are printed once.
    const isSame = new Set(shown.map(words)).size === 1;
    // Of one more, the line would say no name in the place of one.
    const most = isSame ? 1 : shown.length === mostNamed + 1 ? shown.length : mostNamed;
    const about = shown.slice(0, most).map((one) => quiet(isSame ? words(one) : `${one.of}: ${words(one)}`));
    const rest = shown.length - most;
    const names = found.length <= mostNamed ? ` (${found.map(({ of }) => of).join(", ")})` : "";
    const all =
      found.length === total && total > 1 ? `all ${counted(total, what)}` : `${counted(found.length, what)}${names}`;
    return {
      line: `${all}: ${text}`,
      about: [...about, ...(isSame || rest <= 0 ? [] : [quiet(`and ${counted(rest, "more", "more")}`)])],
    };
  });
}
