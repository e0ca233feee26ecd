/** `schedscope queue`: the pending pods scheduled one after another. */
import { InvalidArgumentError, Option } from "commander";
import type { QueueLimitsOptions, QueueOptions, QuotaState, QueueScorerName, ScorerWeights } from "../../../types.js";
import { pluginNames, queueScorerNames } from "../../words/nodes.js";
import { counted } from "../../words/number.js";
import { queueLimitsReport, queueReport, queueStepReport } from "../../report/queue.js";
import { scorersText } from "../../words/quotas.js";
import { framed } from "../command.js";
import { misuse } from "../exit.js";
import { print } from "../format.js";
import { fileArguments, given, type TextOptions, withScheduler, withText } from "../options.js";
import { QuestionFlags } from "../question.js";
import { pair, whole } from "../values.js";
import { all, noPod } from "../pods.js";
import { claims, podsCommand } from "../kubectl.js";
import { answerTo, prepared } from "../progress.js";
import { failDoubtful, failPending, failRejected, open, type Session } from "../session.js";
import { stepWouldChange } from "../would-change.js";
import { fullNames } from "../../words/object-name.js";

interface QueueCommandOptions extends TextOptions {
  scorer?: QueueScorerName;
  weight?: ScorerWeights;
  compareScorers?: true;
  step?: number;
}

/** `LimitAware=2`, several times; the last one of a scorer counts. */
function weightOf(text: string, before: ScorerWeights | undefined): ScorerWeights {
  const [name, weight] = pair(text);
  if (weight < 1 || weight > 100) throw new InvalidArgumentError("A weight is from 1 to 100.");
  const known: string[] = [...queueScorerNames, ...pluginNames];
  if (!known.includes(name)) throw new InvalidArgumentError(`Allowed choices are ${known.join(", ")}.`);
  return { ...before, [name]: weight };
}

const flags = new QuestionFlags("queue", {
  weights: { flags: "--weight <scorer=n>", parse: weightOf, note: "repeatable" },
});
const ofStep = new QuestionFlags("queueStep", { queue: null, step: null });
/** Of several scorers, `--scorer` and `--weight` are compared with others. */
const ofLimits = new QuestionFlags("queueLimits", { scorers: null });

export const queue = framed({
  name: "queue",
  summary: "the pending pods scheduled one after another",
  about:
    "Schedules all pending pods by priority, creation time and name, and prints the outcome of each: bound, " +
    "evicting others, or waiting.",
  args: [fileArguments],
  options: [
    withText,
    withScheduler,
    flags,
    ofLimits,
    ofStep,
    ["--step <n>", "the quotas and nodes after this step; 0: before the first", whole()],
    new Option(
      "--compare-scorers",
      "how far limits exceed the nodes after the queue: by LimitAware, DefaultProfile, " +
        "LeastAllocated, --scorer and --weight",
    ).conflicts("step"),
  ],
  examples: `
  ${podsCommand} | schedscope queue
  schedscope queue world.yaml --step 2
  schedscope queue world.yaml --profile Upstream --scorer LimitAware
  schedscope queue world.yaml --compare-scorers --weight DefaultProfile=1 --weight LimitAware=20`,
  notes: `
${claims}

-o json gives Scenario.queue(), with --step Scenario.queueStep(), with --compare-scorers Scenario.queueLimits().`,
  run: async (files: string[], options: QueueCommandOptions) => {
    if (options.weight !== undefined && !options.compareScorers && options.scorer !== undefined)
      throw misuse("give either --scorer or --weight", "--compare-scorers compares both");
    const session = await open(files, options);
    const pods = session.scenario.pods({ limit: 0 });
    const { pending } = pods;
    if (pods.all === 0) throw noPod(pods);
    const asked: QueueOptions = {
      profile: options.profile,
      ...all,
      ...flags.given(options),
    };
    if (!options.compareScorers) await prepared(session.scenario, "queue", asked);
    if (options.compareScorers) await compare(session, options);
    else if (options.step === undefined) steps(session, asked, pending, options);
    else oneStep(session, asked, pending, options.step, options);
  },
});

function steps({ scenario }: Session, asked: QueueOptions, pending: number, { output }: QueueCommandOptions): void {
  const answer = scenario.queue(asked);
  failDoubtful(answer);
  failPending(answer.waiting + answer.gated + answer.invalid + answer.refused);
  failRejected(answer);
  print(output, {
    json: () => [scenario.askJson(JSON.stringify({ queue: asked }))],
    // A pod whose node depends on unknown volumes may get none.
    names: () =>
      fullNames(
        answer.steps
          .filter(({ outcome, volumes }) => outcome === "Bound" && volumes === undefined)
          .map(({ pod }) => pod),
      ),
    people: (isWide) => queueReport(answer, pending, isWide),
  });
}

function oneStep(
  { scenario }: Session,
  asked: QueueOptions,
  pending: number,
  step: number,
  options: QueueCommandOptions,
): void {
  const answer = scenario.queue({ ...asked, offset: Math.max(0, step - 1), limit: 1 });
  if (step > answer.stepsTotal)
    throw misuse(`there is no step ${step}: the queue has ${counted(answer.stepsTotal, "step")}`);
  failDoubtful(answer);
  const question = { ...all, ...ofStep.given(options), queue: asked, step };
  const at = scenario.queueStep(question);
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ queueStep: question }))],
    names: () => fullNames(at.unbound),
    people: () => {
      const done = step === 0 ? undefined : answer.steps[0];
      const before = (): QuotaState[] => scenario.queueStep({ queue: asked, step: step - 1, limit: 0 }).quotas;
      return [
        ...queueStepReport(answer, { step: done, at, before, pending }),
        ...(done === undefined ? [] : stepWouldChange(scenario, done, asked.profile)),
      ];
    },
  });
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
    ...ofLimits.given(options),
    ...given({ weights: options.weight }),
    scorers: [...compared],
  };
  const answer = await answerTo(scenario, "queueLimits", asked);
  failDoubtful(answer);
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ queueLimits: asked }))],
    names: () => answer.scorers.map(({ scorers }) => scorersText(scorers)),
    people: () => queueLimitsReport(answer),
  });
}
