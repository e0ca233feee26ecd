/** The questions that views ask of the engine by name: those of the package's table. */
import type { Questions } from "schedscope";

export type { Questions };

/** Those whose answers do not belong to a decision. */
export type QuestionName =
  | "find"
  | "pods"
  | "nodes"
  | "scoreNodes"
  | "simulatePod"
  | "explainNode"
  | "evictAcrossNodes"
  | "quotas"
  | "queue"
  | "queueStep"
  | "queueLimits"
  | "compareRecorded"
  | "rollout"
  | "sweep"
  | "vmTimeline"
  | "vmStep";

export type QuestionCall = { [Q in QuestionName]: { name: Q; options: Questions[Q][0] } }[QuestionName];

/** An answer with the revision of the text that it is about. */
export interface QuestionReply {
  revision: number;
  answer: Questions[QuestionName][1];
}

export type Answered<Q extends QuestionName> = Pick<QuestionReply, "revision"> & { answer: Questions[Q][1] };

/** What is known of a question that is asked again as the text changes. */
export interface AnswerState<Q extends QuestionName> {
  /** the latest answer; null before the first, and where the question has none any more */
  answer: Questions[Q][1] | null;
  /** what the answer was asked with, or the error */
  options: Questions[Q][0] | null;
  /** why there is none */
  error: string | null;
}
