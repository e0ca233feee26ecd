/** Answers to questions about nodes, pods and quotas, asked again as the text changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { QuestionName, Questions } from "../engine/questions";
import { reading } from "./answer";
import { client, isBehind } from "./session";

export interface Answered<Q extends QuestionName> {
  /** the latest answer; null before the first, and where the question has none any more */
  answer: Questions[Q]["answer"] | null;
  /** what the answer was asked with, or the error */
  options: Questions[Q]["options"] | null;
  /** why there is none */
  error: string | null;
}

/**
 * The answer to a question, the latest text and options win; null asks nothing. While the next answer
 * is under way the one before it stays, so that nothing jumps.
 */
export function useAnswer<Q extends QuestionName>(
  name: Q,
  options: Questions[Q]["options"] | null,
): Answered<Q> {
  const [answered, setAnswered] = useState<Answered<Q>>({ answer: null, options: null, error: null });
  const latest = useRef(0);
  const revision = reading.value?.revision;
  const asked = options === null ? null : JSON.stringify(options);
  useEffect(() => {
    const turn = ++latest.current;
    const set = (next: Answered<Q>): void => {
      if (turn === latest.current) setAnswered(next);
    };
    if (options === null || revision === undefined) {
      set({ answer: null, options: null, error: null });
      return;
    }
    const question = { name, options } as Parameters<typeof client.request<"ask">>[1];
    client.request("ask", question).then(
      ({ answer }) => set({ answer: answer as Questions[Q]["answer"], options, error: null }),
      (error: unknown) => {
        if (!isBehind(error)) set({ answer: null, options, error: (error as Error).message });
      },
    );
  }, [name, asked, revision]);
  return answered;
}
