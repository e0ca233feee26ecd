/** Sentences about what cannot go on although no pod is pending: rollouts and drains. */
import type { BlockingBudget, DueRollout } from "../../types.js";
import type { Sentence } from "./finding.js";
import { counted, integer } from "./number.js";
import { objectText } from "./object-name.js";
import { blockText } from "./whatif/eviction-block.js";
import { rolloutAdvice } from "./whatif/rollout-advice.js";

/** A rollout that is not complete, with the command that says where it stops. */
export function rolloutDueSentences([first, ...others]: [DueRollout, ...DueRollout[]]): Sentence[] {
  const are = others.length === 1 ? "is" : "are";
  const rest = others.length === 0 ? "" : ` ${counted(others.length, "other rollout")} ${are} not complete, either.`;
  return [
    { message: `${rolloutDueText(first)}. ${rolloutAdvice(first.object)}${rest}`, details: others.map(rolloutDueText) },
  ];
}

function rolloutDueText({ object, old, new: current, unready }: DueRollout): string {
  const start = `The rollout of ${objectText(object)} is not complete: ${counted(old, "pod")} ${
    old === 1 ? "has" : "have"
  } an earlier template`;
  if (current === 0) return `${start}, and none has the current one`;
  const waits = unready === 0 ? "" : `, of which ${integer(unready)} ${unready === 1 ? "is" : "are"} not ready`;
  return `${start}, and ${integer(current)} ${current === 1 ? "has" : "have"} the current one${waits}`;
}

/** A budget that blocks drains, with the command that says whom. */
export function budgetBlocksSentences([first, ...others]: [BlockingBudget, ...BlockingBudget[]]): Sentence[] {
  const allow = others.length === 1 ? "allows" : "allow";
  const rest =
    others.length === 0 ? "" : ` ${counted(others.length, "other budget")} never ${allow} a disruption, either.`;
  const command = `\`schedscope whatif drain ${first.node}\` says where its pods would go.`;
  return [{ message: `${budgetBlocksText(first)}. ${command}${rest}`, details: others.map(budgetBlocksText) }];
}

function budgetBlocksText({ node, cordoned, nodes, block }: BlockingBudget): string {
  const more = nodes > 1 ? ` and ${counted(nodes - 1, "more node")}` : "";
  const start = cordoned
    ? `${node} is cordoned, and a drain of it never completes`
    : `A drain of ${node}${more} never completes`;
  return `${start}: ${blockText(block)}`;
}
