/** Answers about the current run; keeps the last ones while its timeline is being typed and cannot be parsed. */
import { useRef } from "preact/hooks";
import { useAnswer } from "../../ui/host";
import type { AnswerState, Questions } from "../../engine/questions";
import { useIsLost } from "./state";

type VmQuestion = "vmTimeline" | "vmStep";

export function useRunAnswer<Q extends VmQuestion>(name: Q, options: Questions[Q][0] | null): AnswerState<Q> {
  const lost = useIsLost();
  const latest = useAnswer(name, lost ? null : options);
  const kept = useRef(latest);
  // Also keeps the last answer until the first answer about the timeline that is found again.
  if (!lost && (options === null || latest.answer !== null || latest.error !== null)) kept.current = latest;
  return kept.current;
}
