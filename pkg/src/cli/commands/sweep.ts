/** `schedscope sweep`: the selection for every value of one parameter. */
import type { Command } from "commander";
import { sweepReport } from "../../report/sweep.js";
import { intervalText } from "../../words/whatif.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { answerTo } from "../progress.js";
import { filesArgument } from "../options.js";
import { QuestionFlags } from "../question.js";
import { open } from "../session.js";
import { type PodSweepOptions, sweepPod } from "../sweep-pod.js";
import { isOfVms, sweepVms, type VmSweepOptions } from "../sweep-vms.js";
import { ask, clusterOf, prioritizerOf, sweptWeight } from "../whatif.js";

const flags = new QuestionFlags("sweep", {
  weight: null,
  maxSkew: "--skew <key>",
  request: "--request <resource>",
  min: "--min <resource>",
  max: "--max <resource>",
  watermark: "--watermark <resource>",
  system: "--system <resource>",
  computeUnit: "--compute-unit <resource>",
});

interface SweepOptions extends DecidingOptions, PodSweepOptions, VmSweepOptions {
  count?: boolean;
  skew?: string;
  cluster?: string;
}

/** Adds the command. */
export function sweep(program: Command): void {
  const command = withDeciding(
    program
      .command("sweep")
      .summary("the selection, or a pod's cycle, for every value of one parameter")
      .description(
        "Decides a placement with every value of one parameter, and lists the values that select the same clusters, " +
          "and which clusters come and go between them. With --pod: how its cycle ends for every request, priority, " +
          "or min or max of a quota. With --watermark, --system or --compute-unit: how a timeline of autoscaled VMs " +
          "runs.",
      )
      .argument("[file...]", filesArgument),
  );
  const swept = sweptWeight(command);
  flags
    .add(command)
    .addHelpText(
      "after",
      `
Examples:
  schedscope sweep --weight Steady fleet.yaml
  schedscope sweep --weight ResourceAllocatableMemory --cluster prod-3 fleet.yaml
  schedscope sweep --count fleet.yaml
  schedscope sweep --pod team-a/api --request cpu world.yaml
  schedscope sweep --pod team-a/api --max cpu world.yaml
  schedscope sweep --watermark cpu world.yaml timeline.yaml

-o json gives Scenario.sweep().`,
    )
    .action(async (files: string[], options: SweepOptions) => {
      const session = await open(files, options);
      const { count, skew, cluster } = options;
      const of = swept();
      if (options.pod !== undefined) {
        await sweepPod(session, options, flags.given(options), [count, skew, cluster, of]);
        return;
      }
      if (isOfVms(options)) {
        await sweepVms(session, options, flags.given(options), [count, skew, cluster, of]);
        return;
      }
      const asked = ask(session, options);
      if ([of, count, skew].filter((given) => given !== undefined).length !== 1)
        throw misuse(
          "one parameter is swept",
          "give --weight, --count or --skew; of a pod, --pod; of VMs, --watermark",
        );
      const question = {
        ...asked.question,
        ...flags.given(options),
        ...(of !== undefined && { weight: prioritizerOf(asked, of) }),
        ...(cluster !== undefined && { cluster: clusterOf(session, cluster) }),
      };
      const answer = await answerTo(session.scenario, "sweep", question);
      print(options.output, {
        json: () => [JSON.stringify(answer)],
        names: () => answer.intervals.map(intervalText),
        people: () => sweepReport(asked.summary, answer, cluster),
      });
    });
}
