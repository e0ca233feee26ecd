/** The pods of a workload in the course of its rollout. */
import { fullName } from "schedscope/words/object-name";
import type { RolloutAnswer } from "../../engine/types";

/** The pods of a workload after a step of its rollout. */
export interface RolloutPods {
  /** pods with an old template */
  old: number;
  /** pods with the new template that are on nodes */
  updated: number;
  /** pods that the rollout created and that wait for a node */
  waiting: number;
}

/** The pods after so many steps of a rollout; 0: before the first. O(pods of these steps). */
export function podsAfter({ old, new: updated, scaledTo = old, steps }: RolloutAnswer, step: number): RolloutPods {
  const pods: RolloutPods = { old, updated, waiting: 0 };
  /** Whether pods that were created are on nodes, by name. */
  const created = new Map<string, boolean>();
  const place = (name: string, isOnNode: boolean): void => {
    const wasOnNode = created.get(name);
    if (wasOnNode !== undefined) pods[wasOnNode ? "updated" : "waiting"] -= 1;
    created.set(name, isOnNode);
    pods[isOnNode ? "updated" : "waiting"] += 1;
  };
  for (const [at, one] of steps.slice(0, step).entries()) {
    // A StatefulSet creates a pod of the name that it deleted before.
    for (const { pod } of one.deleted) {
      const wasOnNode = created.get(fullName(pod));
      if (wasOnNode === undefined) pods.old -= 1;
      else pods[wasOnNode ? "updated" : "waiting"] -= 1;
      created.delete(fullName(pod));
    }
    // The old ReplicaSet is scaled up before anything else.
    if (at === 0 && scaledTo > old) pods.old += one.created.length;
    else for (const pod of one.created) place(fullName(pod), false);
    for (const pod of one.evicted) if (created.has(fullName(pod))) place(fullName(pod), false);
    for (const { pod } of one.bound) if (created.has(fullName(pod))) place(fullName(pod), true);
  }
  return pods;
}
