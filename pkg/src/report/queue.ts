/** Reports of the queue of pending pods: all steps, one of them, and scorers compared. */
import type {
  Findings,
  PodVerdict,
  QueueAnswer,
  QueueLimitsAnswer,
  QueueStep,
  QueueStepAnswer,
  QuotaState,
} from "../../types.js";
import { amountsText } from "../words/amount.js";
import { counted, integer } from "../words/number.js";
import { listed, quiet, shortened } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import {
  beginText,
  bulletOf,
  namedRefused,
  outcomeName,
  overSubscriptionWords,
  queueLimitsText,
  queueText,
  quotaStatus,
  refusedAlike,
  scarceFirst,
  scorersText,
  stepDetail,
  stepNotes,
  stepRuleText,
  stepsThatTell,
  stepText,
  untriedWhy,
  verdictGroups,
  worstText,
} from "../words/quotas.js";
import {
  answerBlocks,
  bad,
  type Block,
  column,
  facts,
  figure,
  list,
  long,
  type Look,
  link,
  number,
  table,
  wide,
} from "./block.js";
import { bulletColumns, verdictGroup } from "./quota.js";
import { fullNames } from "../words/object-name.js";

const looks: Record<QueueStep["outcome"], Look | undefined> = {
  Bound: "good",
  Preempt: "warning",
  Unschedulable: undefined,
  Error: "bad",
};

/** The steps of the queue. `pending`: pods that wait before the first. */
export function queueReport(answer: QueueAnswer & Findings, pending: number, isWide: boolean): Block[] {
  const [hanging] = [...answer.hanging.faults, ...answer.hanging.evictions];
  const told = stepsThatTell(answer.steps);
  const again = answer.steps.length - told.length;
  const rows = [
    ...told.map((step) => ({
      step: String(step.step),
      pod: step.pod,
      priority: figure(step.priority),
      outcome: { text: outcomeName(step), look: looks[step.outcome] },
      result: stepDetail(step, !isWide),
    })),
    ...(answer.steps.length === 0 ? [] : answer.untriedPods).map((pod) => ({
      step: "-",
      pod,
      priority: "",
      outcome: "not tried",
      result: untriedWhy(answer),
    })),
  ];
  const refused = refusedAlike(answer);
  return [
    ...answerBlocks(allCaveats(answer), [queueText(answer)]),
    ...facts([
      quiet(pending > 0 ? beginText(pending, answer.scorers) : ""),
      quiet(hanging === undefined ? "" : `Add \`--step ${hanging}\` for the reasons of step ${hanging}.`),
    ]),
    ...(refused.length > namedRefused
      ? [
          ...facts([bad(`Refused at admission (${counted(answer.refused, "pod")})`)], { isApart: true }),
          ...list(refused.map(({ pods, refuser, why }) => `${listed(shortened(pods))} by ${refuser}: ${why}`)),
        ]
      : []),
    ...table(rows, [
      number("Step", ({ step }) => step),
      long("Pod", ({ pod }) => link("Pod", pod)),
      number("Priority", ({ priority }) => priority),
      column("Outcome", ({ outcome }) => outcome),
      long("Result", ({ result }) => result),
    ]),
    ...facts([
      quiet(again > 0 ? `Not shown: ${counted(again, "step")} in which pods wait for the same reasons as before.` : ""),
    ]),
  ];
}

/** The inputs of a report of a step, besides the queue up to it. */
export interface StepAbout {
  /** The step; absent: the state before the first. */
  step: QueueStep | undefined;
  at: QueueStepAnswer;
  /** The quotas before the step. */
  before: () => QuotaState[];
  pending: number;
}

/** One step of the queue, with the quotas and nodes after it. */
export function queueStepReport(answer: QueueAnswer & Findings, { step, at, before, pending }: StepAbout): Block[] {
  const bullets = at.quotas.flatMap((quota) =>
    scarceFirst([...new Set([...Object.keys(quota.used), ...Object.keys(quota.min)])]).flatMap((resource) => {
      const bullet = bulletOf(quota, resource);
      return bullet.used > 0 || bullet.min > 0 ? [{ quota, resource, bullet }] : [];
    }),
  );
  const more = (rest: number): string => (rest > 0 ? ` and ${integer(rest)} more` : "");
  const refused = fullNames(at.refused).join(", ") + more(at.refusedTotal - at.refused.length);
  const unbound = fullNames(at.unbound).join(", ") + more(at.unboundTotal - at.unbound.length);
  return [
    ...answerBlocks(allCaveats(answer), [step === undefined ? beginText(pending, answer.scorers) : stepText(step)]),
    ...facts(
      (step === undefined ? [] : stepNotes(step, at)).map(({ kind, words }) => ({
        text: words,
        look: kind === "fault" ? "warning" : "quiet",
      })),
    ),
    ...(step === undefined || at.verdicts === null ? [] : why(step, at.verdicts, before())),
    ...table(
      bullets,
      [
        column("Namespace", ({ quota }) => quota.namespace),
        column("Resource", ({ resource }) => resource),
        ...bulletColumns<(typeof bullets)[number]>(),
        long("Status", ({ resource, bullet }) => quotaStatus(bullet, resource)),
      ],
      { title: "Quotas" },
    ),
    ...table(
      at.nodes,
      [
        long("Node", ({ node }) => link("Node", node)),
        number("Pods", ({ podsTotal }) => String(podsTotal)),
        long("Requested", ({ requested }) => amountsText(requested)),
        wide(column("Allocatable", ({ allocatable }) => amountsText(allocatable))),
        long("Nominated", ({ nominated }) => fullNames(nominated).join(", ") || "-"),
        long("Running", ({ pods }) => fullNames(pods).join(", ")),
      ],
      { title: "Nodes" },
    ),
    ...facts(
      [
        at.refusedTotal > 0 ? `Refused at admission: ${refused}.` : "",
        at.unboundTotal === 0 ? "Every pod is on a node." : `On no node: ${unbound}.`,
      ],
      { isApart: true },
    ),
  ];
}

/** Why these pods of the node are evicted and others are not. */
const why = (step: QueueStep, verdicts: PodVerdict[], quotas: QuotaState[]): Block[] => [
  ...facts([quiet(stepRuleText(step, quotas))]),
  ...verdictGroups(verdicts, { victims: step.victims, reprieved: [] }).flatMap((group) =>
    verdictGroup(group, { pod: step.pod, priority: step.priority, quotas }, true),
  ),
];

/** How far limits exceed the nodes after the queue, for each scorer. */
export function queueLimitsReport(answer: QueueLimitsAnswer & Findings): Block[] {
  const rows = [
    { scorer: "before the queue", bound: "", waiting: "", limits: answer.before },
    ...answer.scorers.map(({ scorers, bound, waiting, after }) => ({
      scorer: scorersText(scorers),
      bound: String(bound),
      waiting: String(waiting),
      limits: after,
    })),
  ];
  const nodes = answer.nodes.filter(({ before, after }) =>
    [before, ...after].some(({ cpu, memory }) => cpu + memory > 0),
  );
  return [
    ...answerBlocks(allCaveats(answer), [queueLimitsText(answer)]),
    ...table(rows, [
      long("Scorer", ({ scorer }) => scorer),
      number("Bound", ({ bound }) => bound),
      number("Waiting", ({ waiting }) => waiting),
      number("Nodes over", ({ limits }) => String(limits.nodesOverSubscribed)),
      column("Limits over", ({ limits }) => overSubscriptionWords(limits.overSubscription)),
      long("Worst node", ({ limits }) => worstText(limits)),
    ]),
    ...table(
      nodes,
      [
        long("Node", ({ node }) => link("Node", node)),
        column("Before", ({ before }) => overSubscriptionWords(before)),
        ...answer.scorers.map(({ scorers }, i) => ({
          ...column<(typeof nodes)[number]>(scorersText(scorers), ({ after }) => {
            const of = after[i];
            return of === undefined ? "" : overSubscriptionWords(of);
          }),
          isName: true,
        })),
      ],
      { title: "Limits over each node" },
    ),
  ];
}
