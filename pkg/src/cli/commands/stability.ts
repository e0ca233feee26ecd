/** `schedscope stability`: how far weights may change before the selection does. */
import type { Command } from "commander";
import type { StablePrioritizer } from "../../../types.js";
import { radiusText, rangeText, weightText, wholeText } from "../../words/whatif.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { print } from "../format.js";
import { prepared } from "../progress.js";
import { filesArgument } from "../options.js";
import { out } from "../screen.js";
import { failed, open } from "../session.js";
import { type Cell, figure } from "../table.js";
import { ask, say } from "../whatif.js";

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
      await prepared(session.scenario, "stability", asked.question);
      const answer = session.scenario.stability(asked.question);
      print(options.output, {
        json: () => [JSON.stringify(answer)],
        names: () => answer.prioritizers.map(({ prioritizer }) => prioritizer),
        people: (isWide) => {
          say(asked, radiusText(answer), isWide);
          if (answer.prioritizers.length === 0) return;
          out.gap();
          const rows = answer.prioritizers.map((one): Cell[] => [
            one.prioritizer,
            figure(one.weight),
            wholeText(one),
            firstText(one.below, one.from),
            firstText(one.above, one.to),
            ...(isWide ? [rangeText(one)] : []),
          ]);
          out.table(
            [
              { head: "PRIORITIZER" },
              { head: "NOW", align: "right" },
              { head: "STAYS AT" },
              { head: "BELOW", gives: true },
              { head: "ABOVE", gives: true },
              ...(isWide ? [{ head: "EXACTLY" }] : []),
            ],
            rows,
            isWide,
          );
          if (!isWide) return;
          for (const { prioritizer, clusters } of answer.prioritizers) {
            out.head(prioritizer);
            const rows = clusters.map((own): Cell[] => [own.cluster, rangeText(own)]);
            out.table([{ head: "CLUSTER" }, { head: "STAYS SELECTED AT" }], rows, isWide);
          }
        },
      });
      if (answer.reason !== null) failed(radiusText(answer));
    });
}

/** What is exchanged at an end, `b for a`; with the weight where it is not whole: the next whole one may do more. */
function firstText(exchange: StablePrioritizer["below"], bound: StablePrioritizer["from"]): string {
  if (exchange === null) return "";
  const at = bound === null || bound.at.whole === 1 ? "" : ` at ${weightText(bound.at)}`;
  return `${exchange.in} for ${exchange.out}${at}`;
}
