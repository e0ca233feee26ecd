/** The worker's part of spread: asks the engine, keeps what a decision's answers share. */
import type { Scenario } from "schedscope";
import {
  type CandidatesOnShow,
  mostDomains,
  mostSquares,
  type SkewLine,
  type SpreadOnShow,
  type Squares,
  squareStates,
  type SpreadWindow,
} from "./spread";
import type { ExplainClusterAnswer, DecideAnswer, SpreadDomain } from "./types";

/** Points of a line of skew at most: more than pixels would show. */
const mostPoints = 600;
/** Domains that are looked through for one at most. */
const mostSearched = 20_000;

/** Steps that are looked through for the first that spread turns, and candidates of each, at most. */
const mostTurns = 32;
const mostTurnCandidates = 500;

const nowhere = 0xffff_ffff;
const [selected, feasible, blocked, keyless, filtered] = squareStates.map((_, i) => i) as [
  number,
  number,
  number,
  number,
  number,
];

/** The part of a run of spread that all of its steps share. */
interface KnownRun {
  summary: DecideAnswer;
  skews: SkewLine;
  /** by cluster: its domain; null: too many clusters */
  places: Uint32Array | null;
  /** by cluster: 1 excluded, … as the engine numbers states */
  states: Uint8Array;
  /** by cluster: the step that picked it; 0: none */
  pickedIn: Uint32Array;
}

export class SpreadHost {
  readonly #scenario: Scenario;
  #run: KnownRun | null = null;
  /** the latest selection, to tell what changed */
  #selected: { placement: string; clusters: number; picks: Uint32Array } | null = null;
  #changed: ReadonlySet<number> = new Set();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** A whole new text: nothing of it "changed". */
  forget(): void {
    this.#selected = null;
    this.#changed = new Set();
  }

  /** What comes and goes against the baseline is marked, instead of what the latest run changed. */
  mark(changed: ReadonlySet<number>): void {
    this.#changed = changed;
  }

  /** Takes a new decision. */
  decided(summary: DecideAnswer): void {
    this.#run = null;
    const { spread } = summary;
    if (spread === null) {
      this.forget();
      return;
    }
    const picks = this.#scenario.selectedIndices();
    const states = this.#scenario.states();
    this.#compare(summary, picks);
    const pickedIn = new Uint32Array(states.length);
    for (const [i, cluster] of picks.entries()) pickedIn[cluster] = i + 1;
    const few = summary.clusterCounts.candidates <= mostSquares;
    this.#run = {
      summary,
      skews: thin(this.#scenario.spreadSkews()?.terms ?? [], spread.steps),
      places: few ? (this.#scenario.spreadDomainColumn() ?? null) : null,
      states,
      pickedIn,
    };
  }

  /** The step that is asked for, or the nearest there is. */
  onShow({ step: wanted, from, count }: SpreadWindow): SpreadOnShow | null {
    const run = this.#run;
    if (run === null) return null;
    const steps = run.summary.spread?.steps ?? 0;
    const step = Math.min(wanted ?? steps, steps);
    const { domains, total } = this.#scenario.spreadDomains({ step, limit: mostDomains });
    return {
      step,
      picked: step === 0 ? null : this.#scenario.spreadStep({ step }),
      domains,
      total,
      squares: total > domains.length ? null : this.#squares(run, domains, step, steps),
      skews: run.skews,
      candidates: step === 0 ? null : this.candidates(step, from, count),
    };
  }

  candidates(step: number, from: number, count: number): CandidatesOnShow {
    return { from, count, ...this.#scenario.spreadCandidates({ step, offset: from, limit: count }) };
  }

  /** The first step in which spread changes the pick; null: none, or none of the few that are looked at. */
  turn(): number | null {
    const steps = Math.min(this.#run?.summary.spread?.steps ?? 0, mostTurns);
    for (let step = 1; step <= steps; step += 1) {
      const { picked } = this.#scenario.spreadStep({ step });
      const { candidates } = this.#scenario.spreadCandidates({ step, limit: mostTurnCandidates });
      if (candidates.some(({ prioritizer }) => prioritizer > picked.prioritizer)) return step;
    }
    return null;
  }

  /** The domain that prevents a cluster from being picked, in the step that its reason is about. */
  blocking({ spread, reason }: ExplainClusterAnswer): SpreadDomain | null {
    const steps = this.#run?.summary.spread?.steps ?? 0;
    const [term, step] =
      reason?.type === "max-skew"
        ? [reason.term, steps]
        : reason?.type === "not-picked"
          ? [reason.blockedBy, steps - 1]
          : [null, 0];
    if (spread === null || term === null || step < 0) return null;
    const values = spread.values.slice(0, term + 1);
    const { domains } = this.#scenario.spreadDomains({ step, limit: mostSearched });
    const found = domains.find((domain) => same(domain.values, values));
    return found ?? null;
  }

  #compare({ placement, clusterCounts }: DecideAnswer, picks: Uint32Array): void {
    const clusters = clusterCounts.all;
    const now = { placement: `${placement.namespace}/${placement.name}`, clusters, picks };
    const before = this.#selected;
    this.#selected = now;
    if (before === null || before.placement !== now.placement || before.clusters !== clusters) {
      this.#changed = new Set();
      return;
    }
    const changed = new Set(picks);
    for (const cluster of before.picks) if (!changed.delete(cluster)) changed.add(cluster);
    // Without a new run the changes of the latest one remain marked, for example when zooming in.
    if (changed.size > 0) this.#changed = changed;
  }

  #squares(run: KnownRun, domains: SpreadDomain[], step: number, steps: number): Squares | null {
    const { places, states, pickedIn, summary } = run;
    if (places === null) return null;
    const hard = summary.spreadConstraints.map(({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule");
    const needed = hard.lastIndexOf(true) + 1;
    const of = (cluster: number, domain: SpreadDomain | undefined): number | null => {
      // As the engine numbers them: 0 is excluded.
      if (states[cluster] === 0) return null;
      if (states[cluster] === 1) return filtered;
      const picked = pickedIn[cluster] ?? 0;
      if (picked > 0 && picked <= step) return selected;
      if ((domain?.values.length ?? 0) < needed) return keyless;
      return domain !== undefined && blocks.has(domain) ? blocked : feasible;
    };
    const blocks = blockedAlone(domains);
    const homes: [number, number][][] = Array.from({ length: domains.length + 1 }, () => []);
    places.forEach((place, cluster) => {
      const home = place === nowhere ? domains.length : place;
      const state = of(cluster, domains[place]);
      if (state !== null) homes[home]?.push([cluster, state]);
    });
    const all = homes.map((home) => home.sort((a, b) => a[1] - b[1] || order(a[0]) - order(b[0]) || a[0] - b[0]));
    function order(cluster: number): number {
      return pickedIn[cluster] ?? 0;
    }
    const starts = new Uint32Array(all.length + 1);
    for (const [i, home] of all.entries()) starts[i + 1] = (starts[i] ?? 0) + home.length;
    const flat = all.flat();
    const isChanged = ([cluster]: [number, number]): boolean =>
      step === steps ? this.#changed.has(cluster) : step > 0 && pickedIn[cluster] === step;
    return {
      starts,
      clusters: Uint32Array.from(flat, ([cluster]) => cluster),
      states: Uint8Array.from(flat, ([, state]) => state),
      changed: Uint8Array.from(flat, (square) => Number(isChanged(square))),
    };
  }
}

/** Domains whose own clusters, those in none of its children, are blocked: all of them are, or none. */
function blockedAlone(domains: SpreadDomain[]): ReadonlySet<SpreadDomain> {
  const inChildren = new Map<string, number>();
  for (const { values, blocked: count } of domains) {
    const parent = JSON.stringify(values.slice(0, -1));
    inChildren.set(parent, (inChildren.get(parent) ?? 0) + count);
  }
  return new Set(domains.filter(({ values, blocked: count }) => count > (inChildren.get(JSON.stringify(values)) ?? 0)));
}

const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((value, i) => value === b[i]);

/** At most so many points of a line; each has the largest of those it stands for. */
export function thin(terms: number[][], steps: number, most = mostPoints): SkewLine {
  const stride = Math.max(1, Math.ceil(steps / most));
  const at: number[] = [0];
  for (let step = stride; step < steps; step += stride) at.push(step);
  if (steps > 0) at.push(steps);
  const largest = (skews: number[]): number[] =>
    at.map((step, i) => {
      const from = i === 0 ? 0 : (at[i - 1] ?? 0) + 1;
      return skews.slice(from, step + 1).reduce((max, skew) => Math.max(max, skew), 0);
    });
  return { at, terms: terms.map(largest) };
}
