/** Which rollout is on show, and its step; kept while another view is. */
import { signal } from "@preact/signals";
import type { ObjectName } from "../../engine/types";

/** The workload; null: none. */
export const rolledOut = signal<ObjectName | null>(null);
/** the step on show: after so many steps; null: after the last */
export const shownRolloutStep = signal<number | null>(null);
/** the rollout is being played, step by step */
export const rolloutPlaying = signal(false);

/** Shows the rollout of a workload from its end; null: none. */
export function showRollout(object: ObjectName | null): void {
  rolledOut.value = object;
  shownRolloutStep.value = null;
  rolloutPlaying.value = false;
}
