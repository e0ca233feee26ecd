/** The scenarios of a plan, by their numbers: which settings each has. */
import { misuse } from "../exit.js";
import type { SweepPlan, Values } from "./file.js";

/** What a scenario sets. */
export interface Settings {
  weights?: Record<string, number>;
  numberOfClusters?: number;
  without?: string;
}

/** Above this many scenarios, a plan is a mistake. */
const mostScenarios = 1_000_000_000;

interface Axis {
  length: number;
  set(settings: Settings, index: number): void;
}

/** All combinations of the values of a plan, numbered from 0; the last axis varies fastest. */
export class Scenarios {
  readonly #axes: Axis[];
  readonly count: number;

  constructor({ vary }: Pick<SweepPlan, "vary">) {
    const weights = Object.entries(vary.weights ?? {}).map(
      ([name, values]): Axis =>
        axis(values, (settings, value) => {
          settings.weights = { ...settings.weights, [name]: value };
        }),
    );
    const counts =
      vary.numberOfClusters === undefined
        ? []
        : [
            axis(vary.numberOfClusters, (settings, value) => {
              settings.numberOfClusters = value;
            }),
          ];
    const losses = vary.without ?? [];
    const without: Axis[] =
      losses.length === 0
        ? []
        : [
            {
              length: losses.length,
              set: (settings, index) => {
                settings.without = losses[index] ?? "";
              },
            },
          ];
    this.#axes = [...weights, ...counts, ...without];
    this.count = this.#axes.reduce((product, { length }) => product * length, 1);
    if (this.#axes.length === 0 || this.count === 0) throw misuse("the plan varies nothing");
    if (this.count > mostScenarios) throw misuse("the plan has more than 1,000,000,000 scenarios");
  }

  at(number: number): Settings {
    const indices: number[] = [];
    let rest = number;
    for (const { length } of this.#axes.toReversed()) {
      indices.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    const settings: Settings = {};
    for (const [at, { set }] of this.#axes.entries()) set(settings, indices[at] ?? 0);
    return settings;
  }
}

function axis(values: Values, set: (settings: Settings, value: number) => void): Axis {
  if (Array.isArray(values)) return { length: values.length, set: (to, index) => set(to, values[index] ?? 0) };
  const { from, to, step = 1 } = values;
  const length = Math.max(0, Math.floor((to - from) / step) + 1);
  return { length, set: (settings, index) => set(settings, from + index * step) };
}

/** The scenarios of a shard: every `of`-th, from `shard`. */
export interface Shard {
  shard: number;
  of: number;
}

/** How many scenarios a shard has. */
export const shardSize = (count: number, { shard, of }: Shard): number => Math.max(0, Math.ceil((count - shard) / of));
