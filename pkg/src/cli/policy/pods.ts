/** Tests of pods, drained and lost nodes, and rollouts. */
import type {
  DrainAnswer,
  DrainedPodAnswer,
  Findings,
  MovedPod,
  NamespacedName,
  NodeLoss,
  QueueStep,
} from "../../../types.js";
import { meant } from "../../difference/meant.js";
import { isWaiting, type PodWhy, podWhy } from "../../difference/why.js";
import { answerBlocks, type Block } from "../../report/block.js";
import { drainReport, withoutNodesReport } from "../../report/lost-nodes.js";
import { rolloutReport } from "../../report/rollout.js";
import { podWhyReport } from "../../report/pod-why.js";
import { type Doubtful, doubts } from "../../words/doubt.js";
import { fullName, fullNames, isSameName } from "../../words/object-name.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { rolloutKinds } from "../../words/whatif.js";
import { Stop } from "../exit.js";
import { undoneOf } from "../drained.js";
import { suggestion } from "../nearest.js";
import { all, nodeNamed, nodeNames } from "../pods.js";
import { because, type Context, type Failure, flow, listOf } from "./failure.js";
import type { TestCase } from "../../policy/file.js";

interface PodEnd {
  node: string | null;
  victims: NamespacedName[];
  /** Why it has no node: reasons of the scheduler, and plugins. */
  reasons: string[];
  why: Block[];
}

/** What becomes of the pods of nodes that are drained or gone. */
interface NodesEnd {
  answer: Findings & (DrainAnswer | NodeLoss);
  pods: DrainedPodAnswer[];
  others: MovedPod[];
  /** Why a drain does not complete or leaves pods pending; empty: it completes. */
  undone: string[];
  why: Block[];
}

const profileOf = ({ content }: Context): "auto" | "Upstream" | "Proposal" => content.profile ?? "Upstream";

/** What of a test of a pod is not met. */
export function podFailures(context: Context): Failure[] {
  const { session, test } = context;
  const { scenario } = session;
  const typed = test.pod ?? "";
  const { objects, near } = scenario.find({ name: typed });
  const isPod = ({ kind }: { kind: string }): boolean => kind === "Pod";
  const found = meant(typed, { objects: objects.filter(isPod), near: near.filter(isPod) }, session.reading.incomplete);
  if ("problem" in found) return [{ key: "pod", expected: typed, actual: found.problem, why: because(found.help) }];
  const nodes = nodesEnd(context);
  if (nodes !== null && "key" in nodes) return [nodes];
  const now = podWhy(scenario, found, profileOf(context));
  const doubtful = doubtfulFailures("pod", `an answer about ${typed}`, nodes?.answer ?? now.scores);
  if (doubtful.length > 0) return doubtful;
  return podExpectations(context, fullName(found), nodes === null ? endOf(now) : endAfter(now, nodes));
}

/** An answer that is invalid or incomplete meets no expectation. */
function doubtfulFailures(key: keyof TestCase, expected: string, answer: Doubtful & Findings): Failure[] {
  return doubts(answer).map((actual) => ({ key, expected, actual, why: answerBlocks(allCaveats(answer), []) }));
}

/** What becomes of a pod in the queue of all pending pods. */
function endOf(why: PodWhy): PodEnd {
  const { entry, scores, cycle, step } = why;
  const misfits = scores.rows.flatMap(({ misfit }) => (misfit === null ? [] : [misfit]));
  return {
    node: entry.state === "pending" ? (step !== null && !isWaiting(step) ? step.node : null) : entry.node,
    victims: cycle.victims,
    reasons: [
      ...cycle.misfits.map(({ reason }) => reason),
      ...misfits.flatMap(({ plugin, reasons }) => [plugin, ...reasons]),
      ...(cycle.gates.length > 0 ? ["SchedulingGates"] : []),
      ...(cycle.rejection === null ? [] : ["CapacityScheduling", cycle.rejection.reason]),
      ...(step === null ? [] : reasonsOf(step)),
    ],
    why: podWhyReport(why),
  };
}

const reasonsOf = ({ misfits, rejection }: QueueStep): string[] => [
  ...misfits.map(({ reason }) => reason),
  ...(rejection === null ? [] : ["CapacityScheduling", rejection.reason]),
];

/** What becomes of a pod when nodes are drained or gone; one that the answer does not list is where it was. */
function endAfter(now: PodWhy, { pods, others, why }: NodesEnd): PodEnd {
  const moved = [...pods, ...others].find(({ pod }) => isSameName(pod, now.entry.pod));
  if (moved === undefined) return { ...endOf(now), why };
  const { node, step } = moved;
  return { node, victims: step?.victims ?? [], reasons: step === null ? [] : reasonsOf(step), why };
}

function podExpectations(context: Context, pod: string, { node, victims, reasons, why }: PodEnd): Failure[] {
  const { test } = context;
  const failures: Failure[] = [];
  const is = node === null ? `${pod} stays pending` : `${pod} is on ${node}`;
  const matches = matcher(context);
  const wanted = listOf(test.expect);
  if (wanted.length > 0 && (node === null || !wanted.some((pattern) => matches(pattern, node))))
    failures.push({ key: "expect", expected: wanted.join(" or "), actual: is, why });
  for (const [at, pattern] of listOf(test.expectNone).entries())
    if (node !== null && matches(pattern, node))
      failures.push({
        key: "expectNone",
        ...(Array.isArray(test.expectNone) && { at }),
        expected: `no node of ${pattern}`,
        actual: is,
        why,
      });
  if (test.expectPending !== undefined && test.expectPending !== (node === null))
    failures.push({ key: "expectPending", expected: String(test.expectPending), actual: is, why });
  if (test.expectVictims !== undefined && !isSameSet(test.expectVictims, fullNames(victims)))
    failures.push({
      key: "expectVictims",
      expected: flow(test.expectVictims),
      actual: flow(fullNames(victims)),
      why,
    });
  for (const [at, reason] of listOf(test.expectWhy as string | string[] | undefined).entries())
    if (!reasons.includes(reason))
      failures.push({
        key: "expectWhy",
        ...(Array.isArray(test.expectWhy) && { at }),
        expected: reason,
        actual: reasons.length === 0 ? is : [...new Set(reasons)].join(", "),
        why,
      });
  return failures;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Whether a node has a name, matches a glob, or has the labels of a selector. */
function matcher({ session: { scenario } }: Context): (pattern: string, node: string) => boolean {
  return (pattern, node) => {
    if (/[=!,(]/.test(pattern))
      return scenario.nodes({ labels: pattern, ...all }).nodes.some(({ name }) => name === node);
    const glob = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${glob}$`).test(node);
  };
}

/** What of a test of drained or lost nodes is not met. */
export function nodeFailures(context: Context): Failure[] {
  const { test } = context;
  const end = nodesEnd(context);
  if (end === null) return [];
  if ("key" in end) return [end];
  const key = test.drain === undefined ? "without" : "drain";
  const doubtful = doubtfulFailures(key, "an answer about the nodes", end.answer);
  if (doubtful.length > 0) return doubtful;
  const failures: Failure[] = [];
  const pending = [...end.pods.filter(({ kind }) => kind === "evicted"), ...end.others]
    .filter(({ node }) => node === null)
    .map(({ pod }) => fullName(pod));
  const { expectPending } = test;
  if (Array.isArray(expectPending) && !isSameSet(expectPending, pending))
    failures.push({ key: "expectPending", expected: flow(expectPending), actual: flow(pending), why: end.why });
  const isComplete = end.undone.length === 0;
  if (test.expectComplete !== undefined && test.expectComplete !== isComplete)
    failures.push({
      key: "expectComplete",
      expected: String(test.expectComplete),
      actual: isComplete ? "the drain completes" : end.undone.join("; "),
      why: end.why,
    });
  return failures;
}

/** Drains or removes the nodes of a test; null: it has no such what-if. */
function nodesEnd(context: Context): NodesEnd | Failure | null {
  const { session, test } = context;
  const { scenario } = session;
  const { drain, without } = test;
  const profile = profileOf(context);
  if (drain !== undefined) {
    const node = existing(context, "drain", drain);
    if (typeof node !== "string") return node;
    const answer = scenario.drain({ node, profile, ...all });
    const why = drainReport(answer, false);
    return { answer, pods: answer.pods, others: answer.others, undone: undoneOf(answer), why };
  }
  if (without === undefined) return null;
  const [label] = typeof without === "string" ? [] : Object.entries(without).map(([key, value]) => `${key}=${value}`);
  const node = typeof without === "string" ? existing(context, "without", without) : undefined;
  if (node !== undefined && typeof node !== "string") return node;
  if (label !== undefined && scenario.nodes({ labels: label, limit: 1 }).nodes.length === 0)
    return { key: "without", expected: label, actual: "the input has no such node", why: [] };
  const lost = label === undefined ? { node } : { label };
  const answer = scenario.withoutNodes({ ...lost, profile, ...all });
  const [loss] = answer.losses;
  if (loss === undefined) throw new Error("no loss");
  const { findings, kubernetesVersion } = answer;
  return {
    answer: { ...loss, findings, ...(kubernetesVersion !== undefined && { kubernetesVersion }) },
    pods: loss.pods,
    others: loss.others,
    undone: [],
    why: withoutNodesReport(answer, { isOne: true, isTimed: false }),
  };
}

/** The name of a node of the input. */
function existing({ session: { scenario } }: Context, key: "drain" | "without", typed: string): string | Failure {
  try {
    return nodeNamed(scenario, typed);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const why = because(suggestion(typed, nodeNames(scenario)));
    return { key, expected: typed, actual: "the input has no such node", why };
  }
}

/** What of a test of a rollout is not met. */
export function rolloutFailures(context: Context): Failure[] {
  const { session, test } = context;
  const { scenario } = session;
  const typed = test.rollout ?? "";
  const { objects, near } = scenario.find({ name: typed });
  const isOne = ({ kind }: { kind: string }): boolean => rolloutKinds.includes(kind);
  const found = meant(typed, { objects: objects.filter(isOne), near: near.filter(isOne) }, session.reading.incomplete);
  if ("problem" in found) return [{ key: "rollout", expected: typed, actual: found.problem, why: because(found.help) }];
  const { kind, namespace, name } = found;
  const answer = scenario.rollout({ object: { kind, namespace, name }, profile: profileOf(context), ...all });
  const doubtful = doubtfulFailures("rollout", `an answer about ${typed}`, answer);
  if (doubtful.length > 0) return doubtful;
  const isComplete = answer.end === "completes";
  if (test.expectComplete === undefined || test.expectComplete === isComplete) return [];
  const actual = isComplete ? "the rollout completes" : "the rollout does not complete";
  const why = rolloutReport(answer);
  return [{ key: "expectComplete", expected: String(test.expectComplete), actual, why }];
}
