/** `schedscope quota`: elastic quotas side by side, and what becomes of a pod. */
import type { Command } from "commander";
import type { Findings, ProfileChoice, QuotasAnswer, SimulatePodAnswer, TextRange } from "../../../types.js";
import type { Block } from "../../report/block.js";
import { cycleReport, quotasReport } from "../../report/quota.js";
import { notLookedAtSentences } from "../../words/not-looked-at.js";
import { foreignRows, foreignText, verdictSentence } from "../../words/quotas.js";
import { framed } from "../command.js";
import { nothing, type Stop } from "../exit.js";
import { print } from "../format.js";
import { noSuch } from "../nearest.js";
import { fileArguments, type TextOptions, withNamespace, withScheduler, withText } from "../options.js";
import { QuestionFlags } from "../question.js";
import { all, expectName, failIfPending, podNamed, settled } from "../pods.js";
import { failDoubtful, open, type Session, lacking } from "../session.js";
import { claims, podsCommand, quotasCommand } from "../kubectl.js";
import { podWouldChange, victimWouldChange } from "../would-change.js";
import { fullName, fullNames } from "../../words/object-name.js";

const wanted = [`try: ${podsCommand}`, `and: ${quotasCommand}`];

interface WhyOptions extends TextOptions {
  node?: string;
}

/** The text has no quota that is modelled: it has those of another project, or none. */
function withoutQuotas(report: QuotasAnswer & Findings): Stop {
  const foreign = foreignText(report);
  return foreign === null
    ? lacking(["ElasticQuota"], [...wanted])
    : nothing(`its ${foreign}`, ...notLookedAtSentences(foreignRows(report)).flatMap(({ details }) => details));
}

const ofQuotas = new QuestionFlags("quotas");
const ofCycle = new QuestionFlags("simulatePod", { pod: null });
const ofNode = new QuestionFlags("explainNode", {
  pod: null,
  node: { flags: "--node <name>", note: "explains its pods; default: the node where pods are evicted" },
});

export const quota = framed({
  name: "quota",
  summary: "elastic quotas: use, loans and findings; why a pod waits or evicts others",
  about: "Shows the use, min and max of every elastic quota, loans between quotas, and findings.",
  args: [fileArguments],
  options: [withText, withScheduler, ofQuotas],
  examples: `
  ${podsCommand} > pods.yaml
  ${quotasCommand} > quotas.yaml
  schedscope quota pods.yaml quotas.yaml
  schedscope quota why team-a/train-4 world.yaml`,
  notes: `
${claims}

-o json gives Scenario.quotas(): cpu in milli-CPU, the rest in base units.`,
  run: async (files: string[], { profile, ...options }: TextOptions) => {
    const session = await open(files, options);
    const asked = { profile, ...ofQuotas.given(options) };
    const report = session.scenario.quotas(asked);
    if (report.quotas.length === 0) throw withoutQuotas(report);
    failDoubtful(report);
    print(options.output, {
      json: () => [session.scenario.askJson(JSON.stringify({ quotas: asked }))],
      names: () => fullNames(report.quotas),
      people: (isWide) => {
        const place = ({ start }: TextRange): string => {
          const { file, line, column } = session.input.place(start);
          return `${file}:${line}:${column}`;
        };
        return quotasReport(report, place, isWide);
      },
    });
  },
  below: { why: () => cycle },
});

const cycle = framed({
  name: "why",
  summary: "one scheduling cycle of a pod: quota, nodes, victims",
  about:
    "Runs one scheduling cycle for a pod, as the capacity scheduling plugin does: the quota check, the nodes " +
    "that fit, the pods it would evict, and why each pod of a node is evicted or stays.",
  args: [["<pod>", "as namespace/name; one that is on a node is scheduled again"], fileArguments],
  options: [withText, withNamespace, withScheduler, ofCycle, ofNode],
  examples: `
  schedscope quota why team-b/serve-2 world.yaml
  schedscope quota why team-b/serve-2 world.yaml --node gpu-1
  schedscope quota why team-b/serve-2 world.yaml --profile Upstream`,
  notes: `
-o json gives Scenario.simulatePod(), with --node Scenario.explainNode().`,
  run: async (pod: string, files: string[], _: TextOptions, self: Command) => {
    // The parent command has the same options; an option counts before and after the name of the subcommand.
    const options = self.optsWithGlobals<WhyOptions>();
    expectName(pod, files, "pod");
    const session = await open(files, options);
    why(session, podNamed(session.scenario, pod), options);
  },
});

function why(session: Session, pod: string, options: WhyOptions): void {
  const { scenario } = session;
  const { output, profile, node } = options;
  const asked = { profile, ...all, ...ofCycle.given(options), pod };
  const cycle = scenario.simulatePod(asked);
  const names = cycle.nodes.map((of) => of.node);
  if (node !== undefined && !names.includes(node)) throw noSuch("node", node, names);
  failDoubtful(cycle);
  failIfPending(scenario, cycle);
  print(output, {
    json: () => [
      scenario.askJson(
        JSON.stringify(
          node === undefined ? { simulatePod: asked } : { explainNode: { profile, ...ofNode.given(options), pod } },
        ),
      ),
    ],
    names: () => (cycle.volumeDependence === undefined ? fullNames(cycle.victims) : []),
    people: () => cycleBlocks(session, cycle, profile, node),
  });
}

function cycleBlocks(
  { scenario }: Session,
  cycle: SimulatePodAnswer & Findings,
  profile: ProfileChoice | undefined,
  asked: string | undefined,
): Block[] {
  const cross =
    cycle.outcome === "Unschedulable" && cycle.quota !== null
      ? scenario.evictAcrossNodes({ pod: cycle.pod, profile })
      : null;
  const of =
    asked ??
    (cycle.outcome === "Preempt"
      ? cycle.node
      : cycle.nodes.length === 1 && cycle.outcome !== "Schedulable"
        ? cycle.nodes[0]?.node
        : undefined);
  const node = of == null ? null : scenario.explainNode({ pod: cycle.pod, node: of, profile });
  const sentence = settled(scenario, cycle.pod, verdictSentence(cycle, cross));
  return [
    ...cycleReport(cycle, { cross, node, sentence }),
    ...podWouldChange(scenario, cycle, profile),
    ...(cycle.outcome === "Schedulable" && !cycle.deleting
      ? victimWouldChange(scenario, fullName(cycle.pod), profile)
      : []),
  ];
}
