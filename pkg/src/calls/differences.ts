// How two worlds of pods, and two runs of autoscaled VMs, differ.
import type { QueueAnswer, QueueOptions, VmTimelineAnswer, VmTimelineOptions } from "../../types.js";
import { type QueueDifference, queueDifference } from "../difference/queue.js";
import { addRequests, requestPage, type TimedRequest } from "../difference/requests.js";
import { type TimelineDifference, timelineDifference } from "../difference/timeline.js";
import { taken } from "../error.js";
import { allCaveats } from "../words/pod-caveats.js";
import { queueDifferenceText } from "../words/quotas/difference.js";
import { timelineDifferenceText } from "../words/vms/difference.js";
import type { WorkOptions } from "../work.js";
import { call, type ComparedFindings, ofBoth } from "./call.js";
import type { Manifests } from "./manifests.js";
import type { CallFindings } from "./answers.js";

/** Options of `compareQueues`: those of both queues. */
export interface CompareQueuesOptions extends Omit<QueueOptions, "offset" | "limit">, WorkOptions {
  /** What the first queue does otherwise, such as `{ profile: "Upstream" }`. */
  baseline?: Omit<QueueOptions, "offset" | "limit"> | undefined;
}

/** The answer of `compareQueues`. */
export interface CompareQueuesAnswer extends QueueDifference, ComparedFindings {
  /** Whether every pod ends alike, and nodes and quotas are used the same. */
  same: boolean;
  /** The difference in words. */
  message: string;
  /** The first queue. */
  before: QueueAnswer & CallFindings;
  /** The second queue. */
  after: QueueAnswer & CallFindings;
}

/**
 * Schedules the pending pods of two worlds, or of one world by two sets of options, and tells which pods end otherwise,
 * and what nodes and quotas use otherwise.
 *
 * @param before manifests with Pods or workloads, Nodes and ElasticQuotas
 * @param after the same, of the second world
 * @throws {SchedscopeError} `invalid-argument`
 * @example
 * const { pods, message } = await compareQueues(today, tomorrow);
 */
export async function compareQueues(
  before: Manifests,
  after: Manifests,
  options: CompareQueuesOptions = {},
): Promise<CompareQueuesAnswer> {
  const { baseline, ...rest } = taken("compareQueues", () => ({ ...options, baseline: { ...options.baseline } }));
  const first = await queueOf(before, { ...rest, ...baseline });
  const second = await queueOf(after, rest);
  const of = ({ answer: queue, quotas, pods, nodes }: typeof first) => ({ queue, quotas, pods, nodes });
  const difference = queueDifference(of(first), of(second));
  const same = Object.values({ ...difference, alike: [] }).every((list: unknown[]) => list.length === 0);
  const message = queueDifferenceText(difference);
  const diagnostics = ofBoth(first.answer, second.answer);
  return { ...difference, same, message, diagnostics, before: first.answer, after: second.answer };
}

const QUEUE = ["profile", "kubernetesVersion", "scorer", "weights", "maxSteps"];
/** A limit above every number of steps. */
const ALL = 2 ** 32 - 1;

async function queueOf(manifests: Manifests, options: Omit<QueueOptions, "offset" | "limit"> & WorkOptions) {
  const { quotas, pods, nodes, ...answer } = await call(
    "compareQueues",
    manifests,
    options,
    QUEUE,
    async ({ scenario }, given) => {
      const { signal, onProgress, ...question } = given;
      const queue = await scenario.ask("queue", { ...question, limit: ALL }, { signal, onProgress });
      const { quotas } = scenario.queueStep({ queue: question, step: queue.stepsTotal, limit: 0 });
      const version = question.kubernetesVersion === undefined ? {} : { kubernetesVersion: question.kubernetesVersion };
      const { pods } = await scenario.ask("pods", { ...version, limit: ALL }, { signal });
      const { nodes } = await scenario.ask("nodes", { ...version, limit: ALL }, { signal });
      return { ...queue, caveats: allCaveats(queue), quotas, pods, nodes };
    },
  );
  return { answer, quotas, pods, nodes };
}

/** Options of `compareTimelines`: those of both runs. */
export interface CompareTimelinesOptions
  extends Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations">,
    WorkOptions {
  /** What the first run does otherwise, such as `{ variant: "today" }`. */
  baseline?: Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations"> | undefined;
}

/** The answer of `compareTimelines`. */
export interface CompareTimelinesAnswer extends TimelineDifference, ComparedFindings {
  /** Whether both runs have the same permits, migrations and final amounts. */
  same: boolean;
  /** The difference in words. */
  message: string;
  /** The first run. */
  before: VmTimelineAnswer & CallFindings;
  /** The second run. */
  after: VmTimelineAnswer & CallFindings;
}

/**
 * Plays two timelines of autoscaled VMs, or one in two variants, and tells how they differ.
 *
 * @param before manifests with Nodes, VirtualMachines, a ConfigMap and a Timeline
 * @param after the same, of the second run
 * @throws {SchedscopeError} `no-such-timeline`, `no-such-variant`, `invalid-argument`
 * @example
 * const { migrations } = await compareTimelines(text, text, { baseline: { mitigations: { largestStep: 1 } } });
 */
export async function compareTimelines(
  before: Manifests,
  after: Manifests,
  options: CompareTimelinesOptions = {},
): Promise<CompareTimelinesAnswer> {
  const { baseline, ...rest } = taken("compareTimelines", () => ({ ...options, baseline: { ...options.baseline } }));
  const [first, asked] = await runOf(before, { ...rest, ...baseline });
  const [second, asks] = await runOf(after, rest);
  const difference = timelineDifference({ ...first, requests: asked }, { ...second, requests: asks });
  const same = Object.values(difference).every((list: unknown[]) => list.length === 0);
  const message = timelineDifferenceText(difference);
  return { ...difference, same, message, diagnostics: ofBoth(first, second), before: first, after: second };
}

const RUN = ["timeline", "variant", "mitigations"];

/** A run, with its requests. */
async function runOf(manifests: Manifests, options: CompareTimelinesOptions) {
  const requests: TimedRequest[] = [];
  const run = await call("compareTimelines", manifests, options, RUN, async ({ scenario }, given) => {
    const { signal, onProgress, baseline: _, ...question } = given;
    const run = await scenario.ask("vmTimeline", { ...question, limit: 0, heat: false }, { signal, onProgress });
    for (let at: number | null = 0; at !== null; ) {
      const page = await scenario.ask("vmTimeline", requestPage({ ...question, heat: false }, at), { signal });
      at = addRequests(requests, page, at);
    }
    return { ...run, caveats: allCaveats(run) };
  });
  return [run, requests] as const;
}
