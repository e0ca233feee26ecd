/** `schedscope whatif sweep`: the selection for every value of one parameter. */
import type { Command } from "commander";
import { sweepReport } from "../../report/sweep.js";
import { intervalText, sweepText } from "../../words/whatif.js";
import { framed } from "../command.js";
import { fileArguments } from "../options.js";
import { type DecidingOptions, withDeciding } from "../deciding.js";
import { misuse } from "../exit.js";
import { formats, print } from "../format.js";
import { answerTo } from "../progress.js";
import { QuestionFlags } from "../question.js";
import { failed, open } from "../session.js";
import { whole } from "../values.js";
import { isPlan, type PlanOptions, versionOf, withPlan } from "../sweep-plan/options.js";
import { type PodSweepOptions, sweepPod } from "../sweep-pod.js";
import { isOfVms, sweepVms, type VmSweepOptions } from "../sweep-vms.js";
import { ask, clusterOf, prioritizerOf, type Swept, withSwept } from "../whatif.js";

const flags = new QuestionFlags("sweep", {
  weight: null,
  maxSkew: null,
  rank: "--rank <cluster>",
  request: "--request <resource>",
  min: "--min <resource>",
  max: "--max <resource>",
  watermark: "--watermark <resource>",
  system: "--system <resource>",
  computeUnit: "--compute-unit <resource>",
});

interface SweepOptions extends DecidingOptions, PodSweepOptions, VmSweepOptions, PlanOptions {
  swept?: Swept;
  rank?: string;
  stability?: true;
  limit: number;
  count?: boolean;
  cluster?: string;
}

/** Whether scenarios are wanted as lines of JSON, which only a plan has. */
const isLines = (output: string | undefined): boolean => output === "jsonl";

const withLines = (command: Command): Command => {
  command.options.find(({ long }) => long === "--output")?.choices([...formats, "jsonl"]);
  return command;
};

export const sweep = framed({
  name: "sweep",
  summary: "the selection, or a pod's cycle, for every value of one parameter",
  about:
    "Decides a placement with every value of one parameter, and lists the values that select the same clusters, " +
    "and which clusters come and go between them. With --pod: how its cycle ends for every request, priority, " +
    "or min or max of a quota. With --rank: the rank of a cluster for every weight. With --watermark, --system " +
    "or --compute-unit: how a timeline of autoscaled VMs runs. With a plan (kind: SweepPlan) alone: all " +
    "combinations of its values, a line of JSON each; `whatif merge` joins its shards.",
  args: [fileArguments],
  options: [
    withDeciding,
    withSwept,
    withLines,
    flags,
    withPlan,
    ["--limit <n>", "with --rank: the maximum number of parts, those around the weight in force", whole(1), 20],
  ],
  examples: `
  schedscope whatif sweep --weight Steady fleet.yaml
  schedscope whatif sweep --weight ResourceAllocatableMemory --cluster prod-3 fleet.yaml
  schedscope whatif sweep --count fleet.yaml
  schedscope whatif sweep --weight Steady --rank prod-3 fleet.yaml
  schedscope whatif sweep --stability fleet.yaml -o wide
  schedscope whatif sweep --pod team-a/api --request cpu world.yaml
  schedscope whatif sweep --pod team-a/api --max cpu world.yaml
  schedscope whatif sweep --watermark cpu world.yaml timeline.yaml
  schedscope whatif sweep plan.yaml > sweep.jsonl           all scenarios of a plan, on all cores
  schedscope whatif sweep plan.yaml --shard 2/8 --to shard-2.jsonl`,
  notes: `
-o json gives Scenario.sweep(). --rank and --stability exit with 1 if totals are not linear in weights, as with spread,
and --rank if the cluster is not feasible.`,
  run: async (files: string[], options: SweepOptions, self: Command) => {
    if (isPlan(files)) {
      if (options.output !== undefined && !isLines(options.output)) throw misuse("a plan is swept to -o jsonl");
      const { sweepPlan } = await import("../sweep-plan/sweep.js");
      await sweepPlan(files[0] ?? "", options, versionOf(self));
      return;
    }
    if ((options.shard ?? options.to ?? options.threads) !== undefined || isLines(options.output))
      throw misuse("--shard, --to, --threads and -o jsonl are about a plan", "a plan has `kind: SweepPlan`");
    const session = await open(files, options);
    const { count, cluster, rank, stability } = options;
    const { weight: of, maxSkew: skew } = options.swept ?? {};
    if (options.pod !== undefined) {
      await sweepPod(session, options, flags.given(options), [count, skew, cluster, of, rank, stability]);
      return;
    }
    if (isOfVms(options)) {
      await sweepVms(session, options, flags.given(options), [count, skew, cluster, of, rank, stability]);
      return;
    }
    const asked = ask(session, options);
    if (rank !== undefined && of === undefined)
      throw misuse("no prioritizer is named", "give --weight, for example --weight Steady");
    if ([of, count, skew, stability].filter((given) => given !== undefined).length !== 1)
      throw misuse(
        "one parameter is swept",
        "give --weight, --count, --max-skew or --stability; of a pod, --pod; of VMs, --watermark",
      );
    if (cluster !== undefined && (rank ?? stability) !== undefined)
      throw misuse("--cluster is about the intervals of a parameter", "--rank names the cluster that is ranked");
    const question = {
      ...asked.question,
      ...flags.given(options),
      ...(skew !== undefined && { maxSkew: skew }),
      ...(of !== undefined && { weight: prioritizerOf(asked, of) }),
      ...(cluster !== undefined && { cluster: clusterOf(session, cluster) }),
      ...(rank !== undefined && { rank: clusterOf(session, rank), limit: options.limit }),
    };
    const answer = await answerTo(session.scenario, "sweep", question);
    print(options.output, {
      json: () => [JSON.stringify(answer)],
      names: () =>
        answer.rank?.pieces.map((piece) => `${piece.rank}`) ??
        answer.stability?.prioritizers.map(({ prioritizer }) => prioritizer) ??
        answer.intervals.map(intervalText),
      people: (isWide) => sweepReport(asked.summary, answer, cluster, isWide),
    });
    if (((answer.rank ?? answer.stability)?.reason ?? null) !== null) failed(sweepText(answer));
  },
});
