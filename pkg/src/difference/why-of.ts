/** Why an object is as it is, whatever its kind. */
import type { DecideAnswer, DecideOptions, Findings, FoundObject, ProfileChoice } from "../../types.js";
import type { Scenario } from "../scenario.js";
import { subjectOf } from "./meant.js";
import { type VmWhy, vmWhy } from "./vm-why.js";
import {
  type ClusterWhy,
  clusterWhy,
  type NodeWhy,
  nodeWhy,
  type PlacementWhy,
  placementWhy,
  type PodWhy,
  podWhy,
  type RejectionWhy,
  rejectionWhy,
  type WorkloadWhy,
  workloadWhy,
} from "./why.js";

/** What is behind a `why`, by the kind of the object; of a cluster, by one placement. */
export type ObjectWhy =
  | ({ subject: "pod" } & PodWhy)
  | ({ subject: "workload" } & WorkloadWhy)
  | ({ subject: "node" } & NodeWhy)
  | ({ subject: "cluster" } & ClusterWhy)
  | ({ subject: "placement" } & PlacementWhy)
  | ({ subject: "rejecting" } & RejectionWhy)
  | ({ subject: "vm" } & VmWhy);

/** The placements that are decided before an object is explained. */
export function placementsFor<Placement>(
  { kind }: FoundObject,
  ofCluster: () => Placement[],
  itself: () => Placement[],
): (Placement | undefined)[] {
  const subject = subjectOf(kind);
  return subject === "cluster" ? ofCluster() : subject === "placement" ? itself() : [undefined];
}

/** Asks why an object is as it is. `decide`: decides the placement that it is explained for. */
export function whyOf(
  scenario: Scenario,
  object: FoundObject,
  profile: ProfileChoice | undefined,
  decide: () => { summary: DecideAnswer & Findings; asked: DecideOptions },
): ObjectWhy {
  const { kind, namespace, name } = object;
  const subject = subjectOf(kind) ?? "pod";
  switch (subject) {
    case "pod":
      return { subject, ...podWhy(scenario, object, profile) };
    case "workload":
      return { subject, ...workloadWhy(scenario, object, profile) };
    case "node":
      return { subject, ...nodeWhy(scenario, name, profile) };
    case "cluster": {
      const { summary, asked } = decide();
      return { subject, ...clusterWhy(scenario, name, summary, asked) };
    }
    case "placement":
      return { subject, ...placementWhy(scenario, decide().summary) };
    case "rejecting":
      return { subject, ...rejectionWhy(scenario, { kind, namespace, name }, profile) };
    case "vm":
      return { subject, ...vmWhy(scenario, { kind, namespace, name }) };
  }
}
