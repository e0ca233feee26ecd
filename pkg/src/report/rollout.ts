/** The report of a rollout. */
import type { Findings, RolloutAnswer } from "../../types.js";
import { allCaveats } from "../words/pod-caveats.js";
import { rolloutSentence, stepActionText, stepResultText } from "../words/whatif.js";
import { answerBlocks, type Block, long, number, table } from "./block.js";

/** Whether a rollout completes, and its steps. */
export const rolloutReport = (answer: RolloutAnswer & Findings): Block[] => [
  ...answerBlocks(allCaveats(answer), [rolloutSentence(answer)]),
  ...table(
    answer.steps,
    [
      number("Step", ({ step }) => step),
      long("The controller", stepActionText),
      long("The scheduler", (step) => stepResultText(step)),
    ],
    { rest: { count: answer.stepsTotal - answer.steps.length, option: "--limit" } },
  ),
];
