/** What all parts of `schedscope sweep` whose answer does not depend on the time have in common. */
import type { Findings, SweepAnswer, SweepOptions } from "../../types.js";
import type { Block } from "../report/block.js";
import { valuesText } from "../words/whatif.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import { given, type TextOptions } from "./options.js";
import { answerTo } from "./progress.js";
import { failDoubtful, type Session } from "./session.js";

/** What is given of options of which there may be one; `others`: options that do not go with them. */
export function oneOf<T extends object>(parameters: T, others: unknown[], how: string): Partial<T> {
  const one = given(parameters);
  if (Object.keys(one).length !== 1 || others.some((other) => other !== undefined))
    throw misuse("one parameter is swept", how);
  return one as Partial<T>;
}

/** Sweeps one parameter, and prints the intervals. `rowsOf`: the values that read alike. */
export async function sweepIntervals(
  { scenario }: Session,
  options: TextOptions,
  about: SweepOptions,
  report: (answer: SweepAnswer & Findings) => Block[],
  rowsOf: (intervals: SweepAnswer["intervals"]) => { from: number; to: number }[] = (intervals) => intervals,
): Promise<void> {
  // The time plays no part.
  const asked: SweepOptions = { now: "1970-01-01T00:00:00Z", ...about };
  const answer = await answerTo(scenario, "sweep", asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => rowsOf(answer.intervals).map((row) => valuesText(answer, row)),
    people: () => report(answer),
  });
  failDoubtful(answer);
}
