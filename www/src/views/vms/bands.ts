/** What each VM of a node has reserved over time: a band of its own. */
import type { Resource } from "schedscope/words/vms";
import type { VmSeries, VmStepAnswer } from "../../engine/types";
import { fullName } from "schedscope/words/object-name";

/** Steps that are looked at: each is a question. */
const mostSteps = 80;

/** The steps at which a node changed, thinned out evenly; the first and the last are among them. */
export function bandSteps({ points }: Pick<VmSeries, "points">, most = mostSteps): number[] {
  const all = points.map(([step = 0]) => step);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] ?? 0);
}

/** A VM's band: from and to which amount it lies, from a time on. */
export interface Band {
  pod: string;
  /** the band that has its place by name, whatever else is there */
  index: number;
  points: { at: number; from: number; to: number }[];
  /** reserved in the last of the steps that are not behind the one on show; null: it is not there then */
  now: number | null;
}

/** The bands of a node, stacked on what other pods have; VMs in the order of their names. */
export function bandsOf(steps: readonly VmStepAnswer[], node: string, resource: Resource, shown: number): Band[] {
  const states = steps.flatMap((answer) => {
    const state = answer.nodes.find(({ name }) => name === node);
    return state === undefined ? [] : [{ step: answer.step, at: answer.at, state }];
  });
  const pods = [...new Set(states.flatMap(({ state }) => state.pods.map(({ pod }) => fullName(pod))))].sort();
  const bands = pods.map((pod, index): Band => ({ pod, index, points: [], now: null }));
  for (const { step, at, state } of states) {
    const of = new Map(state.pods.map((pod) => [fullName(pod.pod), pod[resource].reserved]));
    let from = state.other[resource];
    for (const band of bands) {
      const own = of.get(band.pod) ?? 0;
      band.points.push({ at, from, to: from + own });
      from += own;
      if (step <= shown) band.now = of.get(band.pod) ?? null;
    }
  }
  return bands;
}
