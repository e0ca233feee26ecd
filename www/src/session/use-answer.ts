/** Answers to questions about nodes, pods and quotas, asked again as the text changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Latest } from "../engine/latest";
import type { Answered, AnswerState, QuestionCall, QuestionName, QuestionReply, Questions } from "../engine/questions";
import { reading } from "./answer";
import { kubernetes } from "./question";
import { client, isBehind, unlessRefused } from "./session";

/** One question under way at a time, with the latest options. */
type Ask = (question: QuestionCall) => Promise<QuestionReply["answer"]>;

const askText: Ask = async (question) => (await client.request("ask", question)).answer;

/** One answer; null: the text went on, or the question is refused. */
export const ask = <Q extends QuestionName>(name: Q, options: Questions[Q][0]): Promise<Answered<Q> | null> =>
  unlessRefused(client.request("ask", { name, options } as QuestionCall) as Promise<Answered<Q>>);

/** The answer about the text on show. */
export const useAnswer = <Q extends QuestionName>(name: Q, options: Questions[Q][0] | null): AnswerState<Q> =>
  useAsked(name, options, reading.value?.revision, askText);

/** Questions that no pod of a Kubernetes scheduler is in. */
const ofVms: ReadonlySet<QuestionName> = new Set(["vmTimeline", "vmStep"]);

/** The options of a question with the version of Kubernetes that was chosen, unless they have one. */
function versioned<Q extends QuestionName>(name: Q, options: Questions[Q][0] | null): Questions[Q][0] | null {
  const version = kubernetes.value;
  const isOfPods = name === "sweep" ? "pod" in (options ?? {}) : !ofVms.has(name);
  if (options === null || version === null || !isOfPods || "kubernetesVersion" in options) return options;
  // A step of a queue has the options of its queue.
  if ("queue" in options) return { ...options, queue: { ...options.queue, kubernetesVersion: version } };
  return { ...options, kubernetesVersion: version };
}

/**
 * The answer to a question, the latest text and options win; null asks nothing. While the next answer
 * is under way the one before it stays, so that nothing jumps. One question is under way at a time:
 * however fast someone types, questions do not queue up before the engine.
 */
export function useAsked<Q extends QuestionName>(
  name: Q,
  given: Questions[Q][0] | null,
  /** which text; undefined: none yet */
  revision: number | undefined,
  request: Ask,
): AnswerState<Q> {
  const options = versioned(name, given);
  const [answered, setAnswered] = useState<AnswerState<Q>>({ answer: null, options: null, error: null });
  const wanted = useRef<Questions[Q][0] | null>(options);
  const asks = useRef<Latest<() => Promise<void>> | null>(null);
  asks.current ??= new Latest(
    (ask) => void ask().finally(() => asks.current?.done()),
    (_earlier, later) => later,
  );
  const asked = options === null ? null : JSON.stringify(options);
  useEffect(() => {
    wanted.current = revision === undefined ? null : options;
    if (options === null || revision === undefined) {
      setAnswered({ answer: null, options: null, error: null });
      return;
    }
    const set = (next: AnswerState<Q>): void => {
      if (wanted.current !== null) setAnswered(next);
    };
    const question = { name, options } as QuestionCall;
    asks.current?.push(async () => {
      try {
        const answer = await request(question);
        set({ answer: answer as Questions[Q][1], options, error: null });
      } catch (error) {
        if (!isBehind(error)) set({ answer: null, options, error: (error as Error).message });
      }
    });
  }, [name, asked, revision]);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  return answered;
}
