/** `schedscope stability`: how far weights may change before the selection does. */
import type { Command } from "commander";
import { stabilityReport } from "../../report/whatif.js";
import { radiusText } from "../../words/whatif.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { print } from "../format.js";
import { answerTo } from "../progress.js";
import { filesArgument } from "../options.js";
import { failed, open } from "../session.js";
import { ask } from "../whatif.js";

/** Adds the command. */
export function stability(program: Command): void {
  withDeciding(
    program
      .command("stability")
      .summary("how far weights may change before the selection does")
      .description(
        "Computes for each prioritizer the weights that leave the selection as it is, and how far all weights may " +
          "change together; with -o wide, the weights with which each selected cluster stays.",
      )
      .argument("[file...]", filesArgument),
  )
    .addHelpText(
      "after",
      `
Examples:
  schedscope stability fleet.yaml
  schedscope stability fleet.yaml -o wide

-o json gives Scenario.stability(). Exits with 1 if totals are not linear in weights, as with spread.`,
    )
    .action(async (files: string[], options: DecidingOptions) => {
      const session = await open(files, options);
      const asked = ask(session, options);
      const answer = await answerTo(session.scenario, "stability", asked.question);
      print(options.output, {
        json: () => [JSON.stringify(answer)],
        names: () => answer.prioritizers.map(({ prioritizer }) => prioritizer),
        people: (isWide) => stabilityReport(asked.summary, answer, isWide),
      });
      if (answer.reason !== null) failed(radiusText(answer));
    });
}
