/** `schedscope flap`: how often a decision changes when scores are noisy. */
import { type Command, InvalidArgumentError } from "commander";
import { flapText } from "../../words/whatif.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { print } from "../format.js";
import { prepared } from "../progress.js";
import { filesArgument, whole } from "../options.js";
import { out } from "../screen.js";
import { failed, open } from "../session.js";
import { type Cell, figure } from "../table.js";
import { ask, say } from "../whatif.js";

interface FlapCommandOptions extends DecidingOptions {
  ticks: number;
  noise: number;
  seed: number;
  rate: number;
}

/** Adds the command. */
export function flap(program: Command): void {
  withDeciding(
    program
      .command("flap")
      .summary("how often a decision changes when scores are noisy, and which Steady holds it")
      .description(
        "Decides a placement again and again with noise on the scores of add-ons and of resources, but for expired " +
          "ones, under each weight of Steady from 0 to 10; the same seed gives the same noise.",
      )
      .argument("[file...]", filesArgument),
  )
    .option("--ticks <n>", "how often the decision is made again", whole(1, 10_000), 100)
    .option("--noise <n>", "by how many points a score differs at most, up or down", whole(0, 200), 5)
    .option("--seed <n>", "the seed of the noise", whole(), 0)
    .option("--rate <share>", "the share of ticks that may change the decision", share, 0.1)
    .addHelpText(
      "after",
      `
Examples:
  schedscope flap fleet.yaml
  schedscope flap --noise 20 --rate 0.02 fleet.yaml

-o json gives Scenario.flap(). Exits with 1 if no weight of Steady holds the decision.`,
    )
    .action(async (files: string[], options: FlapCommandOptions) => {
      const session = await open(files, options);
      const asked = ask(session, options);
      const { ticks, noise, seed, rate } = options;
      const question = { ...asked.question, ticks, noise, seed, rate };
      await prepared(session.scenario, "flap", question);
      const answer = session.scenario.flap(question);
      print(options.output, {
        json: () => [JSON.stringify(answer)],
        names: () => (answer.smallest === null ? [] : [String(answer.smallest)]),
        people: (isWide) => {
          say(asked, flapText(answer), isWide);
          if (answer.weights.length === 0) return;
          out.gap();
          const rows = answer.weights.map(({ weight, changes, moved }): Cell[] => [
            figure(weight),
            figure(changes),
            figure(moved),
            weight === answer.weight ? "now" : weight === answer.smallest ? "enough" : "",
          ]);
          out.table(
            [
              { head: "STEADY", align: "right" },
              { head: "CHANGES", align: "right" },
              { head: "CLUSTERS IN", align: "right" },
              { head: "" },
            ],
            rows,
            isWide,
          );
        },
      });
      if (answer.smallest === null) failed(flapText(answer));
    });
}

function share(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 1)) throw new InvalidArgumentError("Give a share above 0, at most 1.");
  return number;
}
