/** Answers that stay while the text has none. */
import { useRef } from "preact/hooks";
import type { AnswerState, QuestionName } from "../../engine/questions";

/** The last answer there was, while the text has none: a pod's name or its numbers are being typed. */
export function useKept<Q extends QuestionName>(latest: AnswerState<Q>, lost: boolean): AnswerState<Q> {
  const kept = useRef(latest);
  if (!lost && latest.answer !== null) kept.current = latest;
  return kept.current.answer === null ? latest : kept.current;
}
