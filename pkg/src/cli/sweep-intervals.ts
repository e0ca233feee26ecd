/** What all parts of `schedscope whatif sweep` whose answer does not depend on the time have in common. */
import type { Findings, SweepAnswer, SweepOptions } from "../../types.js";
import type { Block } from "../report/block.js";
import { valuesText } from "../words/whatif.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import type { TextOptions } from "./options.js";
import { answerTo } from "./progress.js";
import { failDoubtful, type Session } from "./session.js";
import { noTime } from "../difference/wants.js";

/** That one of these options is given, and none of the `others`. */
export function expectOne(parameters: object, others: unknown[], how: string): void {
  const isGiven = (value: unknown): boolean => value !== undefined;
  if (Object.values(parameters).filter(isGiven).length !== 1 || others.some(isGiven))
    throw misuse("one parameter is swept", how);
}

/** Sweeps one parameter, and prints the intervals. `rowsOf`: the values that read alike. */
export async function sweepIntervals(
  { scenario }: Session,
  options: TextOptions,
  about: SweepOptions,
  report: (answer: SweepAnswer & Findings) => Block[],
  rowsOf: (intervals: SweepAnswer["intervals"]) => { from: number; to: number }[] = (intervals) => intervals,
): Promise<void> {
  const asked: SweepOptions = { now: noTime, ...about };
  const answer = await answerTo(scenario, "sweep", asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => rowsOf(answer.intervals).map((row) => valuesText(answer, row)),
    people: () => report(answer),
  });
  failDoubtful(answer);
}
