/** How the queue picks among the nodes that fit; it is not in the text, and holds while other views are shown. */
import { computed, signal } from "@preact/signals";
import { queueScorerNames } from "schedscope/words/nodes";
import type { QueueOptions, QueueScorerName, ScorerWeights, WeightedScorer } from "../../engine/types";

/** The scorer of a queue for which nobody chose. */
export const usualScorer: QueueScorerName = "DefaultProfile";

/** One scorer, or the weighted sum of several. */
export type Picking = QueueScorerName | "sum";
export const picking = signal<Picking>(usualScorer);

const usual: ScorerWeights = { DefaultProfile: 1, LimitAware: 1 };

/** The weight of a scorer in the sum before anybody sets it. */
export const usualWeight = (scorer: QueueScorerName): number => usual[scorer] ?? 0;

/** The weights of the sum; 0: the scorer is out of it. */
export const sumWeights = signal<ScorerWeights>(usual);

export const isSumChanged = computed(() =>
  queueScorerNames.some((name) => (sumWeights.value[name] ?? 0) !== usualWeight(name)),
);

export function resetSum(): void {
  sumWeights.value = usual;
}

/** The scorers that pick; the default scorer if every weight is 0. */
function scorersOf(by: Picking, weights: ScorerWeights): WeightedScorer[] {
  const one = (name: QueueScorerName): WeightedScorer[] => [{ name, weight: 1 }];
  if (by !== "sum") return one(by);
  const on = queueScorerNames.flatMap((name) => {
    const weight = weights[name] ?? 0;
    return weight > 0 ? [{ name, weight }] : [];
  });
  // A single scorer orders the nodes in the same way with any weight.
  return on.length > 1 ? on : one(on[0]?.name ?? usualScorer);
}

/** The scorers that pick in the queue on show. */
export const inForce = computed(() => scorersOf(picking.value, sumWeights.value));

/** The options of a question about the queue; `weights` only for a sum. */
export const pickOptions = computed((): Pick<QueueOptions, "scorer" | "weights"> => {
  const [, ...others] = inForce.value;
  if (others.length === 0) return { scorer: queueScorerNames.find((name) => name === inForce.value[0]?.name) };
  return { weights: Object.fromEntries(inForce.value.map(({ name, weight }) => [name, weight])) };
});

/** Up to so many pending pods the limits after the queue are shown unasked: each scorer plays a queue of its own. */
const fewPods = 2000;

/** Whether the limits after the queue are on show, if that was said. */
export const limitsShown = signal<boolean | null>(null);

export const isLimitsShown = (pending: number): boolean => limitsShown.value ?? pending <= fewPods;
