// How a decision differs from another one.
import {
  type ClusterChangeKind,
  type StandingChange,
  type TermChange,
  type WrittenChanges,
  type WrittenDecision,
  isWrittenAlike,
  standingChanges,
  termChanges,
  writtenChanges,
} from "../difference/placement.js";
import type { DecideOptions } from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { comparedText, isSame, otherProfileText } from "../words/placement/caveat.js";
import { differenceText } from "../words/placement/difference.js";
import { type CallContext, call } from "./call.js";
import type { Manifests } from "./manifests.js";
import {
  type DecidedCluster,
  type Decision,
  type PlaceOptions,
  type DecisionAnswer,
  type DecisionOptions,
  PLACE,
  clock,
  decide,
} from "./place.js";

/** Options of `compare`. */
export interface CompareOptions extends PlaceOptions {
  /**
   * What the decision is compared with: `recorded`: the decision that a hub has recorded in the manifests;
   * `other-profile`: the decision of the profile that `profile` is not; or another decision of your own: about other
   * manifests, or by other options. Default: `recorded`.
   */
  baseline?: "recorded" | "other-profile" | BaselineDecision | undefined;
}

/** A decision to compare with. What it leaves out is as in the decision that is compared. */
export interface BaselineDecision extends Omit<DecisionOptions, "explain"> {
  /**
   * Other manifests. Without them, `weights`, `numberOfClusters` and `maxSkews` are those of the text unless they
   * stand here.
   */
  manifests?: Manifests | undefined;
}

/** What a decision is compared with; `decision`: another one of your own. */
export type Baseline = "recorded" | "other-profile" | "decision";

/** The answer of `compare`. */
export interface CompareAnswer extends DecisionAnswer {
  /** How the decision differs from the baseline. */
  comparison: Comparison;
}

/** A decision and a baseline; the data behind it are `recorded` and `otherProfile` of the decision. */
export interface Comparison {
  /** What the decision is compared with. */
  baseline: Baseline;
  /** Whether the same clusters are selected and nothing else differs; `null`: there is nothing to compare with. */
  same: boolean | null;
  /** The names of the clusters that the decision selects and the baseline does not. */
  added: string[];
  /** The names of the clusters that the baseline selects and the decision does not. */
  removed: string[];
  /** The names of the clusters that both select. */
  stays: string[];
  /** All clusters that differ; `null` unless `baseline` is `decision`: a record has names alone. */
  clusters: ClusterChange[] | null;
  /**
   * The decision groups, `PlacementDecision`s and conditions that the hub would write otherwise; `null` as for
   * `clusters`.
   */
  written: WrittenChanges | null;
  /** The comparison in words; one sentence, or two where a cause can be told. */
  message: string;
}

/** A cluster that two decisions treat otherwise. */
export interface ClusterChange extends StandingChange<DecidedCluster> {
  /** The prioritizers that its total differs by, largest difference first; empty unless both decisions score it. */
  terms: TermChange[];
}

/**
 * Decides a Placement as `place` does, and compares the decision with another one.
 *
 * @param manifests as for `place`; for the baseline `recorded` with the Placement's status and its PlacementDecisions
 * @throws {SchedscopeError} as for `place`
 * @example
 * const { comparison } = await compare(hub);
 * if (comparison.same === false) console.log(comparison.message); // "The hub recorded b instead of a. …"
 * const { comparison: weights } = await compare(hub, { weights: { Steady: 3 }, baseline: {} });
 * console.log(weights.added, weights.removed); // what this weight would change
 */
export async function compare(manifests: Manifests, options: CompareOptions = {}): Promise<CompareAnswer> {
  const { baseline = "recorded", ...rest } = taken("compare", () => ({ ...options }));
  const other = taken("compare", () => baselineOf(baseline));
  // Both at the same time, or time itself would be a difference.
  const now = clock(rest.now);
  return call("compare", manifests, { ...rest, now }, PLACE, async (asked, given) => {
    // A record is compared with the released scheduler, unless a profile is named.
    const profiled = other === "recorded" ? { ...given, profile: given.profile ?? "Upstream" } : given;
    const decision = await decide("compare", asked, profiled);
    if (typeof other === "string") return { decision, comparison: comparison(decision, other) };
    const after = await written(asked, given);
    const { placement, profile, candidates, signal } = given;
    const { manifests: others = manifests, ...question } = other;
    const base = { placement, now, profile, candidates, signal, ...question };
    const before = await call("compare", others, base, PLACE, async (asked, given) => ({
      decision: await decide("compare", asked, given),
      written: await written(asked, given),
    }));
    return { decision, comparison: decisions([before.decision, decision], [before.written, after]) };
  });
}

/** What the hub would write of the decision that was made last. */
async function written({ scenario }: CallContext, options: PlaceOptions): Promise<WrittenDecision> {
  if (scenario.reading().placements.length === 0) return { placementDecisions: [], conditions: [] };
  const { placement, profile, candidates, weights, numberOfClusters, maxSkews, signal } = options;
  const what = { weights, numberOfClusters, maxSkews };
  const asked = { placement, now: clock(options.now), profile, candidates, ...what } as DecideOptions;
  return scenario.ask("report", asked, { signal });
}

/** The baseline as it is when the function is called. */
function baselineOf(baseline: unknown): "recorded" | "other-profile" | BaselineDecision {
  if (baseline === "recorded" || baseline === "other-profile") return baseline;
  if (typeof baseline === "object" && baseline !== null && !Array.isArray(baseline)) {
    const known = ["manifests", ...PLACE.filter((option) => !["explain", "wouldChange"].includes(option))];
    const unknown = Object.keys(baseline).find((key) => !known.includes(key));
    if (unknown === undefined) return { ...baseline };
    throw new SchedscopeError("invalid-argument", `compare.baseline: there is no field \`${unknown.slice(0, 60)}\``);
  }
  const words = "`recorded`, `other-profile` or an object with the options of another decision";
  throw new SchedscopeError("invalid-argument", `compare.baseline: must be ${words}`);
}

/** Two decisions side by side. */
function decisions(
  [before, after]: [Decision, Decision],
  [wrote, writes]: [WrittenDecision, WrittenDecision],
): Comparison {
  const rows = ({ clusters }: Decision) => new Map(clusters.map((row) => [row.name, row]));
  const weights = ({ prioritizers }: Decision) =>
    Object.fromEntries(prioritizers.map(({ name, weight }) => [name, weight]));
  const [was, is] = [weights(before), weights(after)];
  const clusters = standingChanges(rows(before), rows(after)).map((change): ClusterChange => {
    const { before: one, after: other } = change;
    const isScored = one !== null && other !== null && one.total !== null && other.total !== null;
    const terms = isScored
      ? termChanges({ scores: one.scores, weights: was }, { scores: other.scores, weights: is })
      : [];
    return { ...change, terms };
  });
  const names = (kind: ClusterChangeKind): string[] =>
    clusters.filter(({ change }) => change === kind).map(({ cluster }) => cluster);
  const [comes, goes] = [names("added"), names("removed")];
  const changes = writtenChanges(wrote, writes);
  const message = differenceText(comes, goes, clusters.length - comes.length - goes.length, changes);
  const known = new Set(before.selected);
  return {
    baseline: "decision",
    same: clusters.length === 0 && isWrittenAlike(changes),
    added: comes,
    removed: goes,
    stays: after.selected.filter((name) => known.has(name)),
    clusters,
    written: changes,
    message,
  };
}

function comparison(
  { recorded, kept, otherProfile, outcome, notes, selected }: Decision,
  baseline: "recorded" | "other-profile",
): Comparison {
  const nothing = { baseline, clusters: null, written: null, added: [], removed: [], stays: [] };
  const without = (names: string[]): string[] => {
    const gone = new Set(names);
    return selected.filter((name) => !gone.has(name));
  };
  if (baseline === "recorded")
    return recorded === undefined
      ? {
          ...nothing,
          same: kept === undefined ? null : true,
          stays: kept?.clusters ?? [],
          message: kept === undefined ? "The input has no recorded decision." : "The hub keeps the recorded decision.",
        }
      : {
          ...nothing,
          same: isSame(recorded),
          added: recorded.added,
          removed: recorded.removed,
          stays: without(recorded.added),
          message: comparedText(recorded, otherProfile, notes),
        };
  if (outcome !== "scheduled" && otherProfile === undefined)
    return { ...nothing, same: null, message: "Nothing was decided." };
  return otherProfile === undefined || otherProfile.same
    ? { ...nothing, same: true, stays: selected, message: "The other profile decides the same." }
    : // What the other profile leaves out is what this decision has more.
      {
        ...nothing,
        same: false,
        added: otherProfile.removed,
        removed: otherProfile.added,
        stays: without(otherProfile.removed),
        message: otherProfileText(otherProfile),
      };
}
