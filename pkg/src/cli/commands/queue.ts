/** `schedscope queue`: the pending pods scheduled one after another. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type {
  ProfileChoice,
  QueueLimitsOptions,
  QueueOptions,
  QueueStep,
  QuotaState,
  PodVerdict,
  QueueScorerName,
  ScorerWeights,
} from "../../../types.js";
import { pluginNames, queueScorerNames } from "../../words/nodes.js";
import { counted, integer } from "../../words/number.js";
import {
  beginText,
  bulletOf,
  chargeText,
  overSubscriptionWords,
  outcomeName,
  queueLimitsText,
  queueText,
  scarceFirst,
  scorersText,
  quotaStatus,
  refusalText,
  stepDetail,
  stepsThatTell,
  untriedWhy,
  stepRuleText,
  stepText,
  stepNotes,
  verdictGroups,
  verdictText,
  worstText,
} from "../../words/quotas.js";
import { amountText } from "../../words/amount.js";
import type { Look as TextLook } from "../../report/block.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { filesArgument, pair, type TextOptions, whole, withScheduler, withText } from "../options.js";
import { all, amountsText, noPod } from "../pods.js";
import { showCaveats } from "../caveats.js";
import { podsCommand } from "../kubectl.js";
import { prepared } from "../progress.js";
import { out } from "../screen.js";
import { failDoubtful, failPending, failRejected, open, type Session } from "../session.js";
import { type Cell, figure } from "../table.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { stepWouldChange } from "../would-change.js";

interface QueueCommandOptions extends TextOptions {
  profile?: ProfileChoice | undefined;
  scorer?: QueueScorerName;
  weight?: ScorerWeights;
  compareScorers?: true;
  maxSteps?: number;
  step?: number;
}

const looks: Record<QueueStep["outcome"], TextLook | undefined> = {
  Bound: "good",
  Preempt: "warning",
  Unschedulable: undefined,
  Error: "bad",
};

/** `LimitAware=2`, several times; the last one of a scorer counts. */
function weightOf(text: string, before: ScorerWeights | undefined): ScorerWeights {
  const [name, weight] = pair(text);
  if (weight < 1 || weight > 100) throw new InvalidArgumentError("A weight is from 1 to 100.");
  const known: string[] = [...queueScorerNames, ...pluginNames];
  if (!known.includes(name)) throw new InvalidArgumentError(`Allowed choices are ${known.join(", ")}.`);
  return { ...before, [name]: weight };
}

/** Adds the command. */
export function queue(program: Command): void {
  withScheduler(
    withText(
      program
        .command("queue")
        .summary("the pending pods scheduled one after another")
        .description(
          "Schedules all pending pods by priority, creation time and name, and prints the outcome of each: bound, " +
            "evicting others, or waiting.",
        )
        .argument("[file...]", filesArgument),
    ),
  )
    .addOption(
      new Option(
        "--scorer <name>",
        "what picks among the nodes that fit: all scores of the profile, or one scorer alone",
      )
        .choices(queueScorerNames)
        .default("DefaultProfile"),
    )
    .option(
      "--weight <scorer=n>",
      "pick by a weighted sum of scorers, instead of --scorer; repeat it for each one; weights from 1 to 100; also " +
        "DefaultProfile, or plugins of it such as TaintToleration",
      weightOf,
    )
    .addOption(
      new Option(
        "--compare-scorers",
        "how far limits exceed the nodes after the queue: by LimitAware, DefaultProfile, " +
          "LeastAllocated, --scorer and --weight",
      ).conflicts("step"),
    )
    .option("--max-steps <n>", "stop after this many steps, at most 1,000,000; default: 100,000", whole(1, 1_000_000))
    .option("--step <n>", "the quotas and nodes after this step; 0: before the first", whole())
    .addHelpText(
      "after",
      `
Examples:
  ${podsCommand} | schedscope queue
  schedscope queue world.yaml --step 2
  schedscope queue world.yaml --profile Upstream --scorer LimitAware
  schedscope queue world.yaml --compare-scorers --weight DefaultProfile=1 --weight LimitAware=20

-o json gives Scenario.queue(), with --step Scenario.queueStep(), with --compare-scorers Scenario.queueLimits().`,
    )
    .action(async (files: string[], options: QueueCommandOptions, command: Command) => {
      if (options.weight !== undefined && !options.compareScorers && command.getOptionValueSource("scorer") === "cli")
        throw misuse("give either --scorer or --weight", "--compare-scorers compares both");
      const session = await open(files, options);
      const pods = session.scenario.pods({ limit: 0 });
      const { pending } = pods;
      if (pods.all === 0) throw noPod(pods);
      const asked: QueueOptions = {
        profile: options.profile,
        ...all,
        ...(options.weight === undefined && options.scorer !== undefined && { scorer: options.scorer }),
        ...(options.weight !== undefined && { weights: options.weight }),
        ...(options.maxSteps !== undefined && { maxSteps: options.maxSteps }),
      };
      if (!options.compareScorers) await prepared(session.scenario, "queue", asked);
      if (options.compareScorers) await compare(session, options);
      else if (options.step === undefined) steps(session, asked, pending, options);
      else oneStep(session, asked, pending, options.step, options);
    });
}

function steps({ scenario }: Session, asked: QueueOptions, pending: number, { output }: QueueCommandOptions): void {
  const answer = scenario.queue(asked);
  failDoubtful(answer);
  failPending(answer.waiting + answer.gated + answer.invalid + answer.refused);
  failRejected(answer);
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ queue: asked }))],
    names: () => answer.steps.filter(({ outcome }) => outcome === "Bound").map(({ pod }) => pod),
    people: (isWide) => {
      showCaveats(allCaveats(answer), isWide, () => out.line(queueText(answer)));
      if (pending > 0) out.line(beginText(pending, answer.scorers), "quiet");
      const [hanging] = [...answer.hanging.faults, ...answer.hanging.evictions];
      if (hanging !== undefined) out.line(`Add \`--step ${hanging}\` for the reasons of step ${hanging}.`, "quiet");
      if (answer.refused > 1) {
        out.gap();
        out.line(`Refused at admission (${counted(answer.refused, "pod")})`, "bad");
        for (const { pod, resourceQuota } of answer.refusedPods)
          out.line(`  ${pod} by ResourceQuota ${resourceQuota.name}: ${refusalText(resourceQuota)}`);
      }
      if (answer.steps.length === 0) return;
      out.gap();
      const told = stepsThatTell(answer.steps);
      out.table(
        [
          { head: "STEP", align: "right" },
          { head: "POD", gives: true },
          { head: "PRIORITY", align: "right" },
          { head: "OUTCOME" },
          { head: "RESULT", gives: true },
        ],
        [
          ...told.map((step): Cell[] => [
            String(step.step),
            step.pod,
            figure(step.priority),
            { text: outcomeName(step), look: looks[step.outcome] },
            stepDetail(step, !isWide),
          ]),
          ...answer.untriedPods.map((pod): Cell[] => ["-", pod, "", "not tried", untriedWhy(answer)]),
        ],
        isWide,
      );
      const again = answer.steps.length - told.length;
      if (again > 0)
        out.line(`Not shown: ${counted(again, "step")} in which pods wait for the same reasons as before.`, "quiet");
    },
  });
}

function oneStep(
  { scenario }: Session,
  asked: QueueOptions,
  pending: number,
  step: number,
  { output }: QueueCommandOptions,
): void {
  const answer = scenario.queue({ ...asked, offset: Math.max(0, step - 1), limit: 1 });
  if (step > answer.stepsTotal)
    throw misuse(`there is no step ${step}: the queue has ${counted(answer.stepsTotal, "step")}`);
  failDoubtful(answer);
  const question = { queue: asked, step, ...all };
  const at = scenario.queueStep(question);
  const before = (): QuotaState[] => scenario.queueStep({ queue: asked, step: step - 1, limit: 0 }).quotas;
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ queueStep: question }))],
    names: () => at.unbound,
    people: (isWide) => {
      const done = answer.steps[0];
      showCaveats(allCaveats(answer), isWide, () =>
        out.line(step === 0 || done === undefined ? beginText(pending, answer.scorers) : stepText(done)),
      );
      for (const { kind, words } of done === undefined ? [] : stepNotes(done, at))
        out.line(words, kind === "fault" ? "warning" : "quiet");
      if (done !== undefined && at.verdicts !== null) why(done, at.verdicts, before());
      const rows = at.quotas.flatMap((quota) =>
        scarceFirst([...new Set([...Object.keys(quota.used), ...Object.keys(quota.min)])]).flatMap(
          (resource): Cell[][] => {
            const bullet = bulletOf(quota, resource);
            return bullet.used > 0 || bullet.min > 0
              ? [
                  [
                    quota.namespace,
                    resource,
                    ...[bullet.used, bullet.min, bullet.max].map((amount) => amountText(resource, amount)),
                    quotaStatus(bullet, resource),
                  ],
                ]
              : [];
          },
        ),
      );
      if (rows.length > 0) {
        out.head("Quotas");
        out.table(
          [
            { head: "NAMESPACE" },
            { head: "RESOURCE" },
            { head: "USED", align: "right" },
            { head: "MIN", align: "right" },
            { head: "MAX", align: "right" },
            { head: "STATUS", gives: true },
          ],
          rows,
          isWide,
        );
      }
      if (at.nodes.length > 0) {
        out.head("Nodes");
        out.table(
          [
            { head: "NODE", gives: true },
            { head: "PODS", align: "right" },
            { head: "REQUESTED", gives: true },
            ...(isWide ? [{ head: "ALLOCATABLE" }] : []),
            { head: "NOMINATED", gives: true },
            { head: "RUNNING", gives: true },
          ],
          at.nodes.map((node): Cell[] => [
            node.node,
            String(node.podsTotal),
            amountsText(node.requested),
            ...(isWide ? [amountsText(node.allocatable)] : []),
            node.nominated.join(", ") || "-",
            node.pods.join(", "),
          ]),
          isWide,
        );
      }
      out.gap();
      const rest = at.unboundTotal - at.unbound.length;
      const more = rest > 0 ? ` and ${integer(rest)} more` : "";
      if (at.refusedTotal > 0) {
        const others = at.refusedTotal - at.refused.length;
        out.line(`Refused at admission: ${at.refused.join(", ")}${others > 0 ? ` and ${integer(others)} more` : ""}.`);
      }
      out.line(at.unboundTotal === 0 ? "Every pod is on a node." : `On no node: ${at.unbound.join(", ")}${more}.`);
      if (done !== undefined) stepWouldChange(scenario, done, asked.profile);
    },
  });
}

/** Why these pods of the node are evicted and others are not. */
function why(step: QueueStep, verdicts: PodVerdict[], quotas: QuotaState[]): void {
  out.line(stepRuleText(step, quotas), "quiet");
  const evictor = { pod: step.pod, priority: step.priority, quotas };
  for (const { verdict, title, pods } of verdictGroups(verdicts, { victims: step.victims, reprieved: [] })) {
    out.gap();
    out.line(`${title} (${counted(pods.length, "pod")})`, verdict === "victim" ? "bad" : undefined);
    for (const of of pods)
      out.line([
        { text: `  ${of.pod} ` },
        { text: `${chargeText(of)}: `, look: "quiet" },
        { text: verdictText(of, evictor) },
      ]);
  }
}

/** The limits on the nodes after the queue, for each scorer. */
async function compare({ scenario }: Session, options: QueueCommandOptions): Promise<void> {
  const compared = new Set<QueueScorerName>([
    "LimitAware",
    "DefaultProfile",
    "LeastAllocated",
    options.scorer ?? "DefaultProfile",
  ]);
  const asked: QueueLimitsOptions = {
    profile: options.profile,
    ...all,
    scorers: [...compared],
    ...(options.weight !== undefined && { weights: options.weight }),
    ...(options.maxSteps !== undefined && { maxSteps: options.maxSteps }),
  };
  await prepared(scenario, "queueLimits", asked);
  const answer = scenario.queueLimits(asked);
  failDoubtful(answer);
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ queueLimits: asked }))],
    names: () => answer.scorers.map(({ scorers }) => scorersText(scorers)),
    people: (isWide) => {
      showCaveats(allCaveats(answer), isWide, () => out.line(queueLimitsText(answer)));
      out.gap();
      out.table(
        [
          { head: "SCORER", gives: true },
          { head: "BOUND", align: "right" },
          { head: "WAITING", align: "right" },
          { head: "NODES OVER", align: "right" },
          { head: "LIMITS OVER" },
          { head: "WORST NODE", gives: true },
        ],
        [
          [
            "before the queue",
            "",
            "",
            String(answer.before.nodesOverSubscribed),
            overSubscriptionWords(answer.before.overSubscription),
            worstText(answer.before),
          ],
          ...answer.scorers.map(({ scorers, bound, waiting, after }): Cell[] => [
            scorersText(scorers),
            String(bound),
            String(waiting),
            String(after.nodesOverSubscribed),
            overSubscriptionWords(after.overSubscription),
            worstText(after),
          ]),
        ],
        isWide,
      );
      const nodes = answer.nodes.filter(({ before, after }) =>
        [before, ...after].some(({ cpu, memory }) => cpu + memory > 0),
      );
      if (nodes.length === 0) return;
      out.head("Limits over each node");
      out.table(
        [
          { head: "NODE", gives: true },
          { head: "BEFORE" },
          ...answer.scorers.map(({ scorers }) => ({ head: scorersText(scorers) })),
        ],
        nodes.map(({ node, before, after }): Cell[] => [
          node,
          overSubscriptionWords(before),
          ...after.map(overSubscriptionWords),
        ]),
        isWide,
      );
    },
  });
}
