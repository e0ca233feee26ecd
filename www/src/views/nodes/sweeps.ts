/** What other weights of a resource would pick: every value of its slider is asked for once nobody moves anything. */
import { signal } from "@preact/signals";
import type { ScoreNodesAnswer, ScoreNodesOptions } from "../../engine/types";
import { bestEffort, weighted, weightOf } from "./options";
import { picksByScorer, type WeightInterval, weightIntervals } from "./weight-interval";
import { type Host, useHost } from "../../ui/host";
import { useQuiet } from "../../ui/quiet";

/** The intervals of a weight, and the answer at its largest value. */
export interface WeightSweep {
  intervals: WeightInterval[];
  answer: ScoreNodesAnswer;
}

/** By what each was asked with: the text, and everything but the weight. What is asked otherwise is not known. */
const known = signal<ReadonlyMap<string, WeightSweep>>(new Map());

const quietTime = 200;
/** Scores of one node that are computed for all weights, at most: a second of a slow machine. */
const mostScores = 100_000;

/** Where the slider of a weight ends. */
export const endOf = (resource: string): number => Math.max(10, weightOf(resource));

/** What is asked at each value of a weight, the others as they are. */
function questions(pod: string, resources: string[], resource: string): ScoreNodesOptions[] {
  const others = weighted(resources);
  return Array.from({ length: endOf(resource) + 1 }, (_, weight) => ({
    pod,
    // In the order of the controls, as all that is asked.
    resources: resources.flatMap((name) => {
      const one = name === resource ? { name, weight } : others.find((other) => other.name === name);
      return one === undefined || one.weight === 0 ? [] : [one];
    }),
    bestEffort: bestEffort.value,
    limit: 0,
  }));
}

const keyOf = ({ answer }: Host, asked: ScoreNodesOptions[]): string =>
  `${answer.reading.value?.revision} ${JSON.stringify(asked)}`;

/** What is known of a weight for the pod and the weights on show; undefined: nothing, so far. */
export const useSweep = (pod: string, resources: string[], resource: string): WeightSweep | undefined =>
  known.value.get(keyOf(useHost(), questions(pod, resources, resource)));

/** Asks for the weights of all resources, one after another; of more nodes than `mostScores` allow nothing is asked. */
export function useSweeps(pod: string, resources: string[], nodes: number): void {
  const host = useHost();
  const all = resources.map((resource) => questions(pod, resources, resource));
  const keys = all.map((asked) => keyOf(host, asked));
  const scores = all.reduce((sum, asked) => sum + asked.length, 0) * nodes;
  useQuiet(quietTime, (isOver) => ask(host, all, keys, isOver), [keys.join()], scores <= mostScores);
}

async function ask(host: Host, all: ScoreNodesOptions[][], keys: string[], isOver: () => boolean): Promise<void> {
  const old = known.peek();
  const found = new Map<string, WeightSweep>();
  for (const [at, asked] of all.entries()) {
    const key = keys[at] ?? "";
    const sweep = old.get(key) ?? (await swept(host, asked, isOver));
    if (sweep === undefined || isOver()) return;
    found.set(key, sweep);
  }
  known.value = found;
}

/** The picks at each value; undefined: the text or the weights have changed meanwhile, or the pod has no scores. */
async function swept(
  { answer: { reading }, ask }: Host,
  asked: ScoreNodesOptions[],
  isOver: () => boolean,
): Promise<WeightSweep | undefined> {
  const { revision } = reading.peek() ?? {};
  const picks: WeightInterval["picks"][] = [];
  let last: ScoreNodesAnswer | null = null;
  for (const options of asked) {
    const reply = await ask("scoreNodes", options);
    if (reply === null || isOver() || reply.revision !== revision) return undefined;
    last = reply.answer;
    picks.push(picksByScorer(last));
  }
  return last === null ? undefined : { intervals: weightIntervals(picks), answer: last };
}
