/** `schedscope whatif sweep --rank`: the rank of one cluster for every weight of a prioritizer. */
import type { Command } from "commander";
import { rankReport } from "../report/whatif.js";
import type { DecidingOptions } from "./deciding.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import { answerTo } from "./progress.js";
import { QuestionFlags } from "./question.js";
import { failed, type Session } from "./session.js";
import { ask, clusterOf, prioritizerOf } from "./whatif.js";

const flags = new QuestionFlags("rank", { cluster: null, weight: null });

export const withRank = (command: Command): Command =>
  flags.add(command.option("--rank <cluster>", "the rank of this cluster for every weight of the prioritizer"));

/** Prints the rank of a cluster for every weight of the prioritizer `weight`. */
export async function sweepRank(
  session: Session,
  options: DecidingOptions & { limit: number },
  rank: string,
  weight: string | undefined,
): Promise<void> {
  const asked = ask(session, options);
  if (weight === undefined) throw misuse("no prioritizer is named", "give --weight, for example --weight Steady");
  const question = {
    ...asked.question,
    ...flags.given(options),
    cluster: clusterOf(session, rank),
    weight: prioritizerOf(asked, weight),
    limit: options.limit,
  };
  const answer = await answerTo(session.scenario, "rank", question);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.pieces.map((piece) => `${piece.rank}`),
    people: () => rankReport(asked.summary, answer),
  });
  if (answer.reason !== null) failed(`${answer.cluster} has no rank`);
}
