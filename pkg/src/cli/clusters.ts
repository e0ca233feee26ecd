/** Clusters by name, and one of them in a sentence. */
import type { ExplainClusterAnswer, DecideAnswer } from "../../types.js";
import type { Scenario } from "../entries/node.js";
import { blocking } from "../difference/why.js";
import { clusterVerdict } from "../report/placement.js";
import { reasonText } from "../words/placement.js";
import { noSuch, suggestion } from "./nearest.js";

/** What `kubectl get -o name` prints before a name may stay there. */
export const bareName = (typed: string): string => typed.replace(/^managedclusters?(\.[^/]*)?\//, "");

const names = (scenario: Scenario): string[] => scenario.clusters({ order: "name" }).rows.map(({ name }) => name);

/** The index of a cluster; after a decision. */
export function clusterNamed(scenario: Scenario, typed: string): number {
  const index = scenario.clusterIndex({ name: bareName(typed) });
  if (index === null) throw noSuch("cluster", bareName(typed), names(scenario));
  return index;
}

/** Names that are nearly that one. */
export const clustersLike = (scenario: Scenario, typed: string): string[] =>
  suggestion(bareName(typed), names(scenario));

/** What became of a cluster, whole sentences. */
export const verdictOf = (scenario: Scenario, explanation: ExplainClusterAnswer, summary: DecideAnswer): string =>
  clusterVerdict(explanation, summary, blocking(scenario, explanation, summary));

/** The reason in a few words; empty where there is none. */
export const shortReason = ({ reason }: ExplainClusterAnswer, summary: DecideAnswer): string =>
  reason === null ? "" : reasonText(reason, summary, true);
