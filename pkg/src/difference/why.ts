/** What `why` asks about a pod, a workload or a node. */
import type {
  ChangeAnswer,
  Findings,
  MisfitAnswer,
  NodeEntry,
  ObjectName,
  PodEntry,
  PodsAnswer,
  ProfileChoice,
  ScoreNodesAnswer,
  SimulatePodAnswer,
} from "../../types.js";
import type { QuestionMethods } from "../questions.js";
import { fewSteps, isLeftOut, noTime, wantOfPod } from "./wants.js";

/** The questions that it asks. */
export type Asked = Pick<QuestionMethods, "pods" | "nodes" | "scoreNodes" | "simulatePod" | "explainNode" | "change">;

/** Why a pod waits, or which node it goes to. */
export interface PodWhy {
  entry: PodEntry;
  scores: ScoreNodesAnswer & Findings;
  cycle: SimulatePodAnswer & Findings;
  /** What would let it in, or spare the pods that it evicts; null: nothing is left to want. */
  wouldChange: ChangeAnswer | null;
}

/** The pods of a workload, and why the first pending one waits. */
export interface WorkloadWhy {
  object: ObjectName;
  pods: PodsAnswer & Findings;
  pending: PodWhy | null;
}

/** Who is on a node, and why pending pods are not. */
export interface NodeWhy {
  node: NodeEntry;
  pods: PodsAnswer & Findings;
  /** The pending pods that were tried there, in the order of the text; `misfit` null: the pod fits. */
  tried: { pod: string; misfit: MisfitAnswer | null }[];
  pendingTotal: number;
}

/** As many as there are. */
const all = { limit: 2 ** 31 };
/** Pending pods that are tried on a node. */
const mostTried = 50;

/** Asks why a pod, `namespace/name`, waits or where it goes. */
export function podWhy(scenario: Asked, pod: string, profile: ProfileChoice | undefined): PodWhy {
  const entry = scenario.pods({ ...all, find: pod }).pods.find((one) => one.pod === pod);
  if (entry === undefined) throw new Error(`no pod ${pod}`);
  const scores = scenario.scoreNodes({ pod, profile, defaultProfile: true, ...all });
  const cycle = scenario.simulatePod({ pod, profile, limit: 1 });
  const isOpen = entry.state === "pending" && (isLeftOut(scores) || cycle.outcome !== "Schedulable");
  const want = isOpen ? wantOfPod(cycle) : null;
  const wouldChange =
    want === null ? null : scenario.change({ want, profile, now: noTime, maxSteps: fewSteps.pod, limit: 3 });
  return { entry, scores, cycle, wouldChange };
}

/** Asks about the pods of a workload. */
export function workloadWhy(scenario: Asked, object: ObjectName, profile: ProfileChoice | undefined): WorkloadWhy {
  const pods = scenario.pods({ ...all, workload: object });
  const first = pods.pods.find(({ state }) => state === "pending");
  return { object, pods, pending: first === undefined ? null : podWhy(scenario, first.pod, profile) };
}

/** Asks about a node; `null`: the text has no node of this name. */
export function nodeWhy(scenario: Asked, name: string, profile: ProfileChoice | undefined): NodeWhy | null {
  const node = scenario.nodes(all).nodes.find((one) => one.name === name);
  if (node === undefined) return null;
  const pending = scenario.pods({ ...all, state: "pending" }).pods;
  return {
    node,
    pods: scenario.pods({ ...all, node: name }),
    tried: pending
      .slice(0, mostTried)
      .map(({ pod }) => ({ pod, misfit: scenario.explainNode({ pod, node: name, profile }).misfit })),
    pendingTotal: pending.length,
  };
}
