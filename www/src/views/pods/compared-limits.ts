/** The limits after the queues of all scorers and, where several pick together, of their sum. */
import { queueScorerNames } from "schedscope/words/nodes";
import { maxSteps } from "schedscope/words/quotas";
import type { QueueLimitsAnswer, QueueLimitsOptions } from "../../engine/types";
import { profile } from "../../session/question";
import { useAnswer } from "../../session/use-answer";
import { pickOptions, usualScorer } from "./queue-options";

/** Today's scorer first. */
const compared = [usualScorer, ...queueScorerNames.filter((name) => name !== usualScorer)];

/** Both answers as one; the first alone where the sum's is of another text. */
export function joined<A extends QueueLimitsAnswer>(all: A, sum: QueueLimitsAnswer | null): A {
  if (sum === null || sum.nodes.length !== all.nodes.length) return all;
  return {
    ...all,
    scorers: [...all.scorers, ...sum.scorers],
    nodes: all.nodes.map((node, i) => ({ ...node, after: [...node.after, ...(sum.nodes[i]?.after ?? [])] })),
  };
}

/** `isShown`: there is something to ask, and it is on show. */
export function useComparedLimits(pending: number, nodes: number, isShown: boolean) {
  const asked = (of: QueueLimitsOptions): QueueLimitsOptions | null =>
    isShown ? { profile: profile.value, maxSteps: maxSteps(pending), limit: nodes, ...of } : null;
  const { weights } = pickOptions.value;
  const all = useAnswer("queueLimits", asked({ scorers: compared }));
  // Apart from the others: while a weight is dragged, one queue is played and not all of them.
  const sum = useAnswer("queueLimits", weights === undefined ? null : asked({ scorers: [], weights }));
  return {
    answer: all.answer === null ? null : joined(all.answer, sum.answer),
    error: all.error ?? sum.error,
  };
}
