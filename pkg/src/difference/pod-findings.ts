/** What is found of the parts of an answer about a pod. */
import type { Finding, PodEntry, ScoreNodesAnswer, SimulatePodAnswer } from "../../types.js";

/** What the findings of a pod are made from. */
interface Parts {
  entry: Pick<PodEntry, "state">;
  scores: Pick<ScoreNodesAnswer, "volumeRefusal"> & { findings: Finding[] };
  cycle: Pick<SimulatePodAnswer, "outcome"> & { findings: Finding[] };
}

/**
 * The findings of a pod's scores and of its cycle, each once, without those that cannot change the answer: quotas and
 * evictions, which only the cycle looks at, decide about pending pods alone.
 */
export function podFindings({ entry, scores, cycle }: Parts): Finding[] {
  // What cannot help a pod that fits no node can change which others it evicts for one.
  const own = cycle.outcome === "Preempt" ? scores.findings.filter((finding) => !cannotHelp(finding)) : scores.findings;
  const all = [...own, ...(entry.state === "pending" ? cycle.findings : [])];
  const each = [...new Map(all.map((finding) => [JSON.stringify([finding.code, finding.data]), finding])).values()];
  return scores.volumeRefusal === undefined ? each : withoutLimits(each);
}

const cannotHelp = ({ code, data }: Finding): boolean => code === "assumed-input" && data.cannotHelp === true;

/** Kinds that only keep pods from nodes: without them, a pod fits more nodes. */
const limiting: ReadonlySet<string> = new Set(["CSINode", "CSIDriver"]);

/** Findings about pods that no node is tried for: what only keeps pods from nodes does not matter. */
export const withoutLimits = (findings: Finding[]): Finding[] =>
  findings.filter(({ code, data }) => code !== "assumed-storage" || !limiting.has(data.kind));
