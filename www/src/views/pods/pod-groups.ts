/** What the pod picker lists: the pods that wait, then those that run. */
import type { PodEntry, PodsAnswer } from "../../engine/types";

/** How many pods of a group are listed; typing narrows them. */
export const listed = 50;

export interface PodGroup {
  name: string;
  pods: PodEntry[];
  /** how many more there are */
  more: number;
}

interface PodGroups {
  groups: PodGroup[];
  /** the pods in the order in which arrow keys reach them */
  pods: PodEntry[];
}

/** Groups without a pod are left out. */
export function podGroups(pending: PodsAnswer | null, bound: PodsAnswer | null): PodGroups {
  const group = (name: string, list: PodsAnswer | null): PodGroup[] =>
    list === null || list.pods.length === 0 ? [] : [{ name, pods: list.pods, more: list.found - list.pods.length }];
  const groups = [...group("Pending", pending), ...group("On a node, scheduled again", bound)];
  return { groups, pods: groups.flatMap(({ pods }) => pods) };
}
