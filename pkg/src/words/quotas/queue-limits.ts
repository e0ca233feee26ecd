/** The limits that queues leave on nodes, in words. */
import type { OverSubscription, LimitsOnNodes, QueueLimitsAnswer, WeightedScorer } from "../../../types.js";
import { amountText, percent } from "../amount.js";
import { allOf, counted, integer } from "../number.js";
import { listed } from "../phrase.js";

/** `LimitAware`; `2 × LimitAware + LeastAllocated` if their scores are summed. */
export function scorersText(scorers: WeightedScorer[]): string {
  const [first] = scorers;
  if (first !== undefined && scorers.length === 1) return first.name;
  return scorers.map(({ name, weight }) => (weight === 1 ? name : `${integer(weight)} × ${name}`)).join(" + ");
}

/** `LimitAware leaves limits over 2 of 5 nodes, by 3 CPU in all, LeastAllocated over 1, by 6 CPU.` */
export function queueLimitsText({ nodesTotal, before, scorers }: QueueLimitsAnswer): string {
  if (nodesTotal === 0) return "No node in the input.";
  const [first, ...others] = scorers;
  if (first === undefined) return "No scorer is compared.";
  if ([before, ...scorers.map(({ after }) => after)].every((limits) => limits.nodesOverSubscribed === 0))
    return `Limits stay within allocatable on ${all(nodesTotal)}, before the queue and after it by every scorer.`;
  const start = `${scorersText(first.scorers)} leaves limits ${over(first.after, nodesTotal)}`;
  const rest = others.map((scorer) => `, ${scorersText(scorer.scorers)} ${over(scorer.after)}`).join("");
  return `${start}${rest}; before the queue they were ${over(before)}.`;
}

/** `the only node`, `both nodes`, `all 3 nodes` */
const all = (nodes: number): string => (nodes === 1 ? "the only node" : allOf(nodes, "node"));

/** `over 2 of 5 nodes, by 3 CPU in all`; `over none` */
function over({ nodesOverSubscribed, overSubscription }: LimitsOnNodes, of?: number): string {
  const many = nodesOverSubscribed === 0 ? "none" : integer(nodesOverSubscribed);
  const nodes = of === undefined ? many : `${many} of ${counted(of, "node")}`;
  if (nodesOverSubscribed === 0) return `over ${nodes}`;
  return `over ${nodes}, by ${overSubscriptionWords(overSubscription)}${of === undefined ? "" : " in all"}`;
}

/** `2 CPU and 3Gi memory`; `0`: nothing. */
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
