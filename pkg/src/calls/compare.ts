// How decisions differ: those of two inputs, or one and what it is compared with.
import {
  type ComparedDecision,
  type StandingChange,
  type TermChange,
  type WrittenChanges,
  type WrittenDecision,
  decisionChanges,
} from "../difference/placement.js";
import type { NamespacedName } from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { comparedText, isSame, otherProfileText } from "../words/placement/caveat.js";
import { fullName } from "../words/object-name.js";
import { HUBS } from "../words/released.js";
import { differenceText, placementCountsText } from "../words/placement/difference.js";
import { type CallContext, type ComparedFindings, call, ofBoth } from "./call.js";
import type { Manifests } from "./manifests.js";
import {
  type DecidedCluster,
  type Decision,
  type PlaceAnswer,
  type PlaceOptions,
  type DecisionAnswer,
  type DecisionOptions,
  PLACE,
  askedOf,
  clock,
  decide,
  decideAll,
} from "./place.js";

/** Options of `compareDecision`. */
export interface CompareDecisionOptions extends PlaceOptions {
  /**
   * What the decision is compared with: `recorded`: the decision that a hub has recorded in the manifests;
   * `other-profile`: the decision of the other scheduler, Released or Preview; or a decision with other options:
   * `weights`, `numberOfClusters` and `maxSkews` are those of the input unless they stand here. Default: `recorded`.
   */
  baseline?: "recorded" | "other-profile" | Omit<DecisionOptions, "explain"> | undefined;
}

/** What a decision is compared with; `decision`: another one of your own. */
export type Baseline = "recorded" | "other-profile" | "decision";

/** The answer of `compareDecision`. */
export interface CompareDecisionAnswer extends DecisionAnswer {
  /** How the decision differs from the baseline. */
  comparison: Comparison;
}

/** A decision and a baseline; the data behind it are `recorded` and `otherProfile` of the decision. */
export interface Comparison extends Omit<Difference, "same" | "clusters" | "written"> {
  /** What the decision is compared with. */
  baseline: Baseline;
  /** Whether the same clusters are selected and nothing else differs; `null`: there is nothing to compare with. */
  same: boolean | null;
  /** All clusters that differ; `null` unless `baseline` is `decision`: a record has names alone. */
  clusters: ClusterChange[] | null;
  /** As in `Difference`; `null` as for `clusters`. */
  written: WrittenChanges | null;
}

/** How a decision differs from the one before. */
export interface Difference {
  /** Whether the same clusters are selected and nothing else differs. */
  same: boolean;
  /** The names of the clusters that the decision selects and the one before does not. */
  added: string[];
  /** The names of the clusters that the one before selects and the decision does not. */
  removed: string[];
  /** The names of the clusters that both select. */
  stays: string[];
  /** All clusters that differ. */
  clusters: ClusterChange[];
  /** The decision groups, `PlacementDecision`s and conditions that the hub would write otherwise. */
  written: WrittenChanges;
  /** The difference in words; one sentence, or two where a cause can be told. */
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
 * const { comparison } = await compareDecision(hub);
 * if (comparison.same === false) console.log(comparison.message); // "The hub recorded b instead of a. …"
 * const { comparison: weights } = await compareDecision(hub, { weights: { Steady: 3 }, baseline: {} });
 * console.log(weights.added, weights.removed); // what this weight would change
 */
export async function compareDecision(
  manifests: Manifests,
  options: CompareDecisionOptions = {},
): Promise<CompareDecisionAnswer> {
  const { baseline = "recorded", ...rest } = taken("compareDecision", () => ({ ...options }));
  const other = taken("compareDecision", () => baselineOf(baseline));
  // Both at the same time, or time itself would be a difference.
  const now = clock(rest.now);
  return call("compareDecision", manifests, { ...rest, now }, PLACE, async (asked, given) => {
    // A record is compared with the released scheduler, unless a profile is named.
    const profiled = other === "recorded" ? { ...given, profile: given.profile ?? "Upstream" } : given;
    const decision = await decide("compareDecision", asked, profiled);
    if (typeof other === "string") return { decision, comparison: comparison(decision, other) };
    const after = { decision, written: await written(asked, given) };
    const { weights, numberOfClusters, maxSkews, explain, wouldChange, onProgress, ...alike } = given;
    const before = await decided("compareDecision", manifests, { ...alike, ...other });
    return { decision, comparison: { baseline: "decision", ...difference(before, after) } };
  });
}

/** Options of `compare`: those of both inputs. */
export interface CompareOptions extends Omit<PlaceOptions, "explain" | "wouldChange"> {
  /** What is decided otherwise of the first input, such as `{ numberOfClusters: 1 }`. */
  baseline?: Omit<DecisionOptions, "explain"> | undefined;
}

/** The answer of `compare`. */
export interface CompareAnswer extends ComparedFindings {
  /** Whether both inputs have the same Placements, which select the same clusters, and nothing else differs. */
  same: boolean;
  /** How many Placements change, then each that changes, in a line. */
  message: string;
  /** The Placements of the second input, in their order, then those that only the first one has. */
  placements: PlacementDifference[];
  /** The decisions about the first input. */
  before: PlaceAnswer;
  /** The decisions about the second input. */
  after: PlaceAnswer;
}

/** How the decisions about a Placement differ. */
export interface PlacementDifference extends Difference {
  /** Its name. */
  placement: NamespacedName;
  /** `added`: the first input does not have it; `removed`: the second one does not. */
  change: "added" | "removed" | "changed" | "same";
}

/**
 * Decides the Placements of two inputs as `place` does, and tells which clusters are added and removed.
 *
 * @param before manifests with ManagedClusters and Placements
 * @param after the same, as they are to become
 * @throws {SchedscopeError} as for `place`
 * @example
 * const { message, placements } = await compare(main, branch);
 * for (const { placement, added, removed } of placements) console.log(placement.name, added, removed);
 */
export async function compare(
  before: Manifests,
  after: Manifests,
  options: CompareOptions = {},
): Promise<CompareAnswer> {
  const { baseline, ...rest } = taken("compare", () => ({ ...options, baseline: { ...options.baseline } }));
  const now = clock(rest.now);
  const [first, wrote] = await allDecided(before, { ...rest, now, ...baseline });
  const [second, writes] = await allDecided(after, { ...rest, now });
  const placements = [...writes].map(([key, is]): PlacementDifference => {
    const was = wrote.get(key);
    if (was === undefined) return single(is, "added");
    const found = difference(was, is);
    return { placement: nameOf(is.decision), change: found.same ? "same" : "changed", ...found };
  });
  for (const [key, was] of wrote) if (!writes.has(key)) placements.push(single(was, "removed"));
  const count = (of: PlacementDifference["change"]): number => placements.filter(({ change }) => change === of).length;
  const counts = { changed: count("changed"), added: count("added"), gone: count("removed"), all: placements.length };
  const changed = placements.filter(({ change }) => change !== "same");
  return {
    same: changed.length === 0,
    message: [
      placementCountsText(counts),
      ...changed.map(({ placement, change, message }) => `${fullName(placement)}${isThere(change)}: ${message}`),
    ].join("\n"),
    placements,
    diagnostics: ofBoth(first, second),
    before: first,
    after: second,
  };
}

const isThere = (change: PlacementDifference["change"]): string =>
  change === "added" ? " is new" : change === "removed" ? " is gone" : "";

const nameOf = ({ placement: { namespace, name } }: Decision): NamespacedName => ({ namespace, name });

/** A Placement that one input has. */
function single(of: Decided, change: "added" | "removed"): PlacementDifference {
  const none: Decided = {
    decision: { ...of.decision, selected: [], clusters: [], prioritizers: [] },
    written: { placementDecisions: [], conditions: [] },
  };
  const isNew = change === "added";
  const found = isNew ? difference(none, of) : difference(of, none);
  const { added, removed } = found;
  const message =
    added.length + removed.length > 0
      ? differenceText(added, removed, 0)
      : `no cluster ${isNew ? "is" : "was"} selected.`;
  return { placement: nameOf(of.decision), change, ...found, same: false, message };
}

/** A decision, and what the hub would write. */
interface Decided {
  decision: Decision;
  written: WrittenDecision;
}

const decided = (name: string, manifests: Manifests, options: PlaceOptions): Promise<Decided> =>
  call(name, manifests, options, PLACE, async (asked, given) => ({
    decision: await decide(name, asked, given),
    written: await written(asked, given),
  }));

/** All decisions of an input, and each with what the hub would write, by the name of the Placement. */
async function allDecided(
  manifests: Manifests,
  options: PlaceOptions,
): Promise<[PlaceAnswer, ReadonlyMap<string, Decided>]> {
  const all = new Map<string, Decided>();
  const answer = await call("compare", manifests, options, COMPARE, (asked, given) =>
    decideAll(asked, given, async (each) => {
      const decision = await decide("compare", asked, each);
      all.set(fullName(nameOf(decision)), { decision, written: await written(asked, each) });
      return decision;
    }),
  );
  return [answer, all];
}

/** The options of both decisions. */
const COMPARE = PLACE.filter((option) => !["explain", "wouldChange"].includes(option));

/** What the hub would write of the decision that was made last. */
async function written({ scenario }: CallContext, options: PlaceOptions): Promise<WrittenDecision> {
  return scenario.ask("report", askedOf(options), { signal: options.signal });
}

/** The baseline as it is when the function is called. */
function baselineOf(baseline: unknown): "recorded" | "other-profile" | Omit<DecisionOptions, "explain"> {
  if (baseline === "recorded" || baseline === "other-profile") return baseline;
  if (typeof baseline === "object" && baseline !== null && !Array.isArray(baseline)) {
    const unknown = Object.keys(baseline).find((key) => !COMPARE.includes(key));
    if (unknown === undefined) return { ...baseline };
    throw new SchedscopeError(
      "invalid-argument",
      `compareDecision.baseline: there is no field \`${unknown.slice(0, 60)}\``,
    );
  }
  const words = "`recorded`, `other-profile` or an object with the options of another decision";
  throw new SchedscopeError("invalid-argument", `compareDecision.baseline: must be ${words}`);
}

/** Two decisions side by side. */
function difference(before: Decided, after: Decided): Difference {
  const { clusters, added, removed, stays, written: writes, same } = decisionChanges(compared(before), compared(after));
  const others = clusters.length - added.length - removed.length;
  const message = differenceText(added, removed, others, writes);
  return { same, added, removed, stays, clusters, written: writes, message };
}

const compared = ({ decision, written: writes }: Decided): ComparedDecision<DecidedCluster> => ({
  rows: new Map(decision.clusters.map((row) => [row.name, row])),
  scores: ({ scores }) => scores,
  weights: Object.fromEntries(decision.prioritizers.map(({ name, weight }) => [name, weight])),
  written: writes,
});

function comparison(
  { profile, recorded, kept, otherProfile, outcome, notes, selected }: Decision,
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
    ? {
        ...nothing,
        same: true,
        stays: selected,
        message: `${HUBS[profile === "Proposal" ? "Upstream" : "Proposal"]} decides the same.`,
      }
    : // What the other scheduler leaves out is what this decision has more.
      {
        ...nothing,
        same: false,
        added: otherProfile.removed,
        removed: otherProfile.added,
        stays: without(otherProfile.removed),
        message: otherProfileText(otherProfile),
      };
}
