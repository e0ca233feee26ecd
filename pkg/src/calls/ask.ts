// A question of the table as a function of one call.
import type { ChangeOptions, Want } from "../../types.js";
import { QUESTIONS, type Questions } from "../questions.js";
import type { Scenario } from "../scenario.js";
import type { Caveat } from "../words/caveat.js";
import { allCaveats } from "../words/pod-caveats.js";
import { scoreCaveats } from "../words/nodes/fault.js";
import type { Progress, WorkOptions } from "../work.js";
import { call, type ManifestFindings, own } from "./call.js";
import type { InputText, Manifests } from "./manifests.js";
import type { CallFindings } from "./questions.js";
import { changesAsked, type WithChanges, type WouldChange, wouldChange } from "./would-change.js";

/** The maximum number of rows, unless the caller says otherwise. */
const LIMIT = 10_000;

/** What of the text could not be read. */
export const lost = (scenario: Scenario, input: InputText): Caveat[] =>
  input.incompleteCaveats(scenario.reading().incomplete);

/** Questions that have a function of one call. */
export type Called =
  | "scoreNodes"
  | "simulatePod"
  | "explainNode"
  | "evictAcrossNodes"
  | "compareRecorded"
  | "drain"
  | "more"
  | "rollout"
  | "queue"
  | "vmTimeline"
  | "vmStep"
  | "change"
  | "sweep"
  | "rank"
  | "stability"
  | "without"
  | "withoutNodes";

/** What is done with an answer before it is given. */
export interface Ending<Question extends Called> {
  /** Throws where what was asked for is not there. */
  check?: (scenario: Scenario, given: Questions[Question][0]) => void;
  /** Called between slices of the work. */
  during?: (scenario: Scenario, asked: Questions[Question][0], progress: Progress) => void;
  /** What `wouldChange` of the answer searches, with its question. Without it the function has no such option. */
  change?: (
    answer: Questions[Question][1],
    given: Questions[Question][0],
    scenario: Scenario,
  ) => Omit<ChangeOptions, "want"> & { want: Want | null };
}

/** An answer of a function of one call. */
type Ended<Question extends Called> = Questions[Question][1] &
  Pick<CallFindings, "caveats"> & { wouldChange?: WouldChange | null };

/** Asks a question of manifests, with the sentences that must be known before the answer is believed. */
export function ask<Question extends Called>(
  question: Question,
  manifests: Manifests,
  options: Questions[Question][0] & WithChanges & WorkOptions,
  { check, change, during }: Ending<Question> = {},
): Promise<Ended<Question> & ManifestFindings> {
  const known: readonly string[] = QUESTIONS[question].options;
  const all = change === undefined ? known : [...known, "wouldChange"];
  return call(question, manifests, options, all, async ({ scenario, input }, given) => {
    const isAsked = changesAsked(question, given) ?? false;
    const { wouldChange: _, ...asked }: { limit?: number | null } & WithChanges = own(given);
    if (known.includes("limit")) asked.limit ??= LIMIT;
    const work = { signal: given.signal, onProgress: given.onProgress };
    const whole = asked as Questions[Question][0];
    const onProgress = (progress: Progress): void => {
      given.onProgress?.(progress);
      during?.(scenario, whole, progress);
    };
    const answer = await scenario.ask(question, whole, during === undefined ? work : { ...work, onProgress });
    check?.(scenario, given);
    const caveats = "scorers" in answer && "rows" in answer ? scoreCaveats(answer) : allCaveats(answer);
    const ended = { ...answer, caveats: [...lost(scenario, input), ...caveats] } as Ended<Question>;
    if (change !== undefined && isAsked) {
      const { want, ...search } = change(answer, given, scenario);
      ended.wouldChange = await wouldChange(scenario, want, search, work);
    }
    return ended;
  });
}
