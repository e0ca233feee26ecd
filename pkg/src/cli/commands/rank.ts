/** `schedscope rank`: the rank of one cluster for every weight of a prioritizer. */
import type { Command } from "commander";
import { rankReport } from "../../report/whatif.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { answerTo } from "../progress.js";
import { filesArgument } from "../options.js";
import { QuestionFlags } from "../question.js";
import { whole } from "../values.js";
import { failed, open } from "../session.js";
import { ask, clusterOf, prioritizerOf, sweptWeight } from "../whatif.js";

interface RankOptions extends DecidingOptions {
  limit: number;
}

const flags = new QuestionFlags("rank", { cluster: null, weight: null });

/** Adds the command. */
export function rank(program: Command): void {
  const command = withDeciding(
    program
      .command("rank")
      .summary("the rank of one cluster for every weight of a prioritizer")
      .description(
        "Computes the rank of a cluster for every real weight of one prioritizer, with exact ends, and the weights " +
          "at which it is selected.",
      )
      .argument("<cluster>", "its name")
      .argument("[file...]", filesArgument),
  );
  const swept = sweptWeight(command);
  flags
    .add(command)
    .option("--limit <n>", "the maximum number of parts to list, those around the weight in force", whole(1), 20)
    .addHelpText(
      "after",
      `
Examples:
  schedscope rank prod-3 --weight Steady fleet.yaml

-o json gives Scenario.rank(). Exits with 1 if the cluster has no rank:
it is not feasible, or totals are not linear in the weight, as with spread.`,
    )
    .action(async (cluster: string, files: string[], options: RankOptions) => {
      const session = await open(files, options);
      const asked = ask(session, options);
      const weight = swept();
      if (weight === undefined) throw misuse("no prioritizer is named", "give --weight, for example --weight Steady");
      const question = {
        ...asked.question,
        ...flags.given(options),
        cluster: clusterOf(session, cluster),
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
    });
}
