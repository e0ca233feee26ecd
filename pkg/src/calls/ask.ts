// A question of the table as a function of one call.
import { QUESTIONS, type Questions } from "../questions.js";
import type { Scenario } from "../scenario.js";
import { allCaveats, type Caveat } from "../words/caveat.js";
import { scoreCaveats } from "../words/nodes/fault.js";
import type { WorkOptions } from "../work.js";
import { type Findings, call, own } from "./call.js";
import type { InputText, Manifests } from "./manifests.js";
import type { Said } from "./questions.js";

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
  | "drain"
  | "more"
  | "moreClusters"
  | "queue"
  | "vmTimeline"
  | "vmStep"
  | "change"
  | "sweep"
  | "sweepGrid"
  | "rank"
  | "stability"
  | "without"
  | "withoutNodes"
  | "flap";

/** Asks a question of manifests, with the sentences that must be known before the answer is believed. */
export function ask<Question extends Called>(
  question: Question,
  manifests: Manifests,
  options: Questions[Question][0] & WorkOptions,
  check: (scenario: Scenario, given: Questions[Question][0]) => void = () => {},
): Promise<Questions[Question][1] & Findings & Pick<Said, "caveats">> {
  const known = QUESTIONS[question].options;
  return call(question, manifests, options, known, async ({ scenario, input }, given) => {
    const asked: { limit?: number | null } = own(given);
    if (known.includes("limit")) asked.limit ??= LIMIT;
    const work = { signal: given.signal, onProgress: given.onProgress };
    const answer = await scenario.ask(question, asked as Questions[Question][0], work);
    check(scenario, given);
    const caveats = "scorers" in answer && "rows" in answer ? scoreCaveats(answer) : allCaveats(answer);
    return { ...answer, caveats: [...lost(scenario, input), ...caveats] };
  });
}
