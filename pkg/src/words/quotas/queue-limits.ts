/** The limits that queues leave on nodes, in words. */
import type {
  OverSubscription,
  LimitsOnNodes,
  QueueLimitsAnswer,
  ScorerLimits,
  WeightedScorer,
} from "../../../types.js";
import { amountText, percent } from "../amount.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";

/** `LimitAware`; `2 × LimitAware + LeastAllocated` if their scores are summed. */
export function scorersText(scorers: WeightedScorer[]): string {
  const [first] = scorers;
  if (first !== undefined && scorers.length === 1) return first.name;
  return scorers.map(({ name, weight }) => (weight === 1 ? name : `${integer(weight)} × ${name}`)).join(" + ");
}

/** `LimitAware leaves 3 of 5 nodes over their limits, LeastAllocated 5.` */
export function queueLimitsText({ nodesTotal, before, scorers }: QueueLimitsAnswer): string {
  if (nodesTotal === 0) return "No node in the text.";
  const [first, ...others] = scorers;
  if (first === undefined) return "No scorer is compared.";
  const of = ({ after }: ScorerLimits): string =>
    after.nodesOverSubscribed === 0 ? "none" : integer(after.nodesOverSubscribed);
  const many = `of ${counted(nodesTotal, "node")} over ${nodesTotal === 1 ? "its" : "their"} limits`;
  const rest = others.map((scorer) => `, ${scorersText(scorer.scorers)} ${of(scorer)}`).join("");
  const start =
    before.nodesOverSubscribed === 0
      ? "none was"
      : `${integer(before.nodesOverSubscribed)} ${before.nodesOverSubscribed === 1 ? "was" : "were"}`;
  return `${scorersText(first.scorers)} leaves ${of(first)} ${many}${rest}; before the queue ${start}.`;
}

/** `2 CPUs and 3Gi of memory`; `0`: nothing. */
export function overSubscriptionWords({ cpu, memory }: OverSubscription): string {
  const parts = [
    ...(cpu > 0 ? [`${amountText("cpu", cpu)} CPU`] : []),
    ...(memory > 0 ? [`${amountText("memory", memory)} memory`] : []),
  ];
  return parts.length === 0 ? "0" : listed(parts);
}

/** `node1: CPU 175%`: the node whose limits exceed it the most; a dash if there is none. */
export const worstText = ({ worst }: LimitsOnNodes): string =>
  worst === null
    ? "–"
    : `${worst.node}: ${worst.resource === "cpu" ? "CPU" : "memory"} ${percent(worst.limits, worst.allocatable)}`;
