/** How the queue picks among the nodes that fit; it is not in the text, and holds while other views are shown. */
import { computed, signal } from "@preact/signals";
import type { QueueScorerName, WeightedScorer } from "../../engine/types";

/** The scorer of a queue for which nobody chose. */
export const usualScorer: QueueScorerName = "DefaultProfile";

/** The scorer that picks in the queue on show. */
export const picking = signal<QueueScorerName>(usualScorer);

/** The same, as answers name it. */
export const inForce = computed((): WeightedScorer[] => [{ name: picking.value, weight: 1 }]);

/** Up to so many pending pods the limits after the queue are shown unasked: each scorer plays a queue of its own. */
const fewPods = 2000;

/** Whether the limits after the queue are on show, if that was said. */
export const limitsShown = signal<boolean | null>(null);

export const isLimitsShown = (pending: number): boolean => limitsShown.value ?? pending <= fewPods;
