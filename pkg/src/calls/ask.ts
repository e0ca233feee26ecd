// A question of the table as a function of one call.
import type { Called, CallOptions } from "../questions/functions.js";
import { QUESTIONS, type Questions } from "../questions/table.js";
import type { Scenario } from "../scenario.js";
import type { Caveat } from "../words/caveat.js";
import { scoreCaveats } from "../words/nodes/fault.js";
import { allCaveats } from "../words/pod-caveats.js";
import type { Progress } from "../work.js";
import type { CallFindings } from "./answers.js";
import { call, own } from "./call.js";
import { type Ending, endings } from "./endings.js";
import type { InputText, Manifests } from "./manifests.js";
import { checkWeights } from "./place.js";
import { changesAsked, type WithChanges, type WouldChange, wouldChange } from "./would-change.js";

/** The maximum number of rows, unless the caller says otherwise. */
const LIMIT = 10_000;

/** What of the text could not be read. */
export const lost = (scenario: Scenario, input: InputText): Caveat[] =>
  input.incompleteCaveats(scenario.reading().incomplete);

/** What is added to an answer. */
type CallCaveats = Pick<CallFindings, "caveats"> & { wouldChange?: WouldChange | null };

/** Called between slices of the work. */
type During<Question extends Called> = (scenario: Scenario, asked: Questions[Question][0], progress: Progress) => void;

/**
 * Asks a question of manifests, with the sentences that must be known before the answer is believed, and with what the
 * question's ending says.
 */
export function ask<Question extends Called, Answer extends object = Questions[Question][1] & CallFindings>(
  question: Question,
  manifests: Manifests,
  options: CallOptions<Question> | undefined,
  during?: During<Question>,
): Promise<Answer> {
  const { named, check, change, words }: Ending<Question> = endings[question] ?? {};
  const known: readonly string[] = QUESTIONS[question].options;
  const all = change === undefined ? known : [...known, "wouldChange"];
  return call(question, manifests, options, all, async ({ scenario, input }, given) => {
    const isAsked = changesAsked(question, given as WithChanges) ?? false;
    const { wouldChange: _, ...asked }: { limit?: number | null } & WithChanges = own(given);
    if (known.includes("limit")) asked.limit ??= LIMIT;
    const work = { signal: given.signal, onProgress: given.onProgress };
    const whole = { ...asked, ...named?.(scenario, given) } as Questions[Question][0];
    // Those of pods' scorers have their own names.
    if (known.includes("placement") && scenario.reading().placements.length > 0)
      await checkWeights(question, scenario, asked, work);
    const onProgress = (progress: Progress): void => {
      given.onProgress?.(progress);
      during?.(scenario, whole, progress);
    };
    const answer = await scenario.ask(question, whole, during === undefined ? work : { ...work, onProgress });
    check?.(scenario, whole);
    const caveats = "scorers" in answer && "rows" in answer ? scoreCaveats(answer) : allCaveats(answer);
    const said: object | undefined = words?.(answer, input);
    const ended: CallCaveats = { ...answer, ...said, caveats: [...lost(scenario, input), ...caveats] };
    if (change !== undefined && isAsked) {
      const { want, ...search } = change(answer, whole, scenario);
      ended.wouldChange = await wouldChange(scenario, want, search, work);
    }
    return ended as Answer;
  }) as Promise<Answer>;
}
