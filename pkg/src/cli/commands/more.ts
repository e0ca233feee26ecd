/** `schedscope whatif more`: how many more pods like one fit. */
import type { Command } from "commander";
import { moreReport } from "../../report/whatif.js";
import { print } from "../format.js";
import { podsCommand, volumesCommand } from "../kubectl.js";
import { answerTo } from "../progress.js";
import { misuse } from "../exit.js";
import { filesArgument, type TextOptions, withNamespace, withScheduler, withText } from "../options.js";
import { QuestionFlags } from "../question.js";
import { all, podNamed } from "../pods.js";
import { failDoubtful, open } from "../session.js";

interface MoreCommandOptions extends TextOptions {
  like?: string;
}

const flags = new QuestionFlags("more", { pod: "--like <pod>" });

/** Adds the command. */
export function more(program: Command): void {
  const command = withScheduler(
    withNamespace(
      withText(
        program
          .command("more")
          .summary("how many more pods like one fit, and what stops the next")
          .description(
            "Creates pods like one and binds them one after another, without evictions, until one does not fit. The " +
              "pods of the input stay where they are, and pending ones wait: they are not placed first, also those " +
              "like it. The input does not change.",
          )
          .argument("[file...]", filesArgument),
      ),
    ),
  );
  flags
    .add(command)
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope whatif more --like team-a/api
  schedscope whatif more --like team-a/api world.yaml --most 50

Pods with claims also need:
  ${volumesCommand}

-o json gives Scenario.more(), -o name the nodes that the new pods are bound to.`,
    )
    .action(async (files: string[], options: MoreCommandOptions) => {
      const session = await open(files, options);
      const { scenario } = session;
      if (options.like === undefined) throw misuse("no pod is named", "give --like");
      const pod = podNamed(scenario, options.like);
      const asked = { profile: options.profile, ...all, ...flags.given(options), pod };
      const answer = await answerTo(scenario, "more", asked);
      failDoubtful(answer);
      print(options.output, {
        json: () => [scenario.askJson(JSON.stringify({ more: asked }))],
        // Pods whose node depends on unknown volumes may get none.
        names: () => (answer.volumes === undefined ? answer.nodes.map(({ node }) => node) : []),
        people: () => moreReport(answer, scenario.pods({ limit: 0 }).pending),
      });
    });
}
