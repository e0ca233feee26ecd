/** The placements of two texts, compared. */
import type { ClusterRow, DecideAnswer, Findings, NotSelectedReason, PlacementEntry } from "../../../types.js";
import type { Block } from "../../report/block.js";
import {
  changedCountReport,
  type Compared,
  type ComparedPlacements,
  comparedOf,
  placementDifferenceReport,
  recordedCountReport,
  recordedPlacementReport,
  samePlacementsReport,
  selectedOf,
  shortList,
  type Side,
  type SinglePlacement,
  weightsOf,
} from "../../report/compare-placements.js";
import type { Texts } from "../../report/compare-sides.js";
import { isSame } from "../../words/placement.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "../deciding.js";
import { ComparedFields } from "./fields.js";
import { nothing } from "../exit.js";
import { isForPeople, print } from "../format.js";
import { failed, type Session } from "../session.js";
import { sideData } from "./sides.js";
import { fullName, objectNamed } from "../../words/object-name.js";

export interface CompareOptions extends DecidingOptions {
  exitCode?: boolean;
  /** The timeline, and a variant of it. */
  timeline?: string;
  variant?: string;
}

/**
 * Decides the placements of two texts. `entries`: those of each, which either may lack. `lists`: the placements
 * whose fields that differ are computed.
 */
export function decidedPlacements(
  [one, other]: readonly [Session, Session],
  entries: readonly [PlacementEntry[], PlacementEntry[]],
  [before, after]: readonly [DecidingOptions, DecidingOptions],
  lists: (compared: Compared) => boolean = () => true,
): ComparedPlacements {
  const byName = (all: PlacementEntry[]): Map<string, PlacementEntry> =>
    new Map(all.map((entry) => [fullName(entry), entry]));
  const [firsts, seconds] = [byName(entries[0]), byName(entries[1])];
  let fields: ComparedFields | null = null;
  const withFields = (compared: Compared, entry: PlacementEntry): Compared => {
    if (!lists(compared) || one.input.text === other.input.text) return compared;
    fields ??= new ComparedFields(one, other);
    return fields.with(compared, entry, after);
  };
  const both: Compared[] = [];
  const texts: ComparedPlacements = { placements: both, singles: [] };
  for (const [placement, entry] of firsts) {
    const second = seconds.get(placement);
    const was = decidedSide(one, entry, before);
    if (second === undefined) texts.singles.push({ placement, change: "removed", side: was });
    else both.push(withFields(comparedOf(placement, was, decidedSide(other, second, after)), second));
  }
  for (const [placement, entry] of seconds)
    if (!firsts.has(placement))
      texts.singles.push({ placement, change: "added", side: decidedSide(other, entry, after) });
  return texts;
}

/** Compares the placements of two texts. */
export function comparePlacements(
  one: Session,
  other: Session,
  before: DecidingOptions,
  after: CompareOptions,
  texts: Texts,
): void {
  const entries = [placements(one, before, texts.first), placements(other, after, texts.second)] as const;
  const decided = decidedPlacements([one, other], entries, [before, after]);
  const { placements: all, singles } = decided;
  if (all.length === 0)
    throw nothing(
      "the two texts have no placement in common",
      `the first has ${shortList(entries[0].map(fullName))}`,
      `the second has ${shortList(entries[1].map(fullName))}`,
    );
  // Of many placements, people want those that change.
  const isListed = all.length + singles.length > 1 && isForPeople(after.output);
  const same = isListed ? all.filter((each) => each.same) : [];
  if (isListed) say(after, changedCountReport(decided, texts));
  for (const compared of all.filter((each) => !same.includes(each)))
    print(after.output, {
      json: () => [JSON.stringify(asData(compared))],
      names: () => {
        const { placement, added, removed } = compared;
        const moved = [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)];
        return all.length > 1 ? moved.map((name) => `${placement} ${name}`) : moved;
      },
      people: () => placementDifferenceReport(compared, texts),
    });
  if (same.length > 0) say(after, samePlacementsReport(same, texts));
  if (!isForPeople(after.output)) for (const single of singles) printSingle(after, single);
  const failOne = (sides: Side[], words: string | null): void => {
    for (const { summary } of sides) failFaulty(summary);
    if (after.exitCode === true && words !== null) failed(`${words} (--exit-code)`);
  };
  for (const { placement, was, is, isMoved } of all)
    failOne([was, is], isMoved ? `${placement} selects different clusters` : null);
  for (const { placement, side, change } of singles)
    failOne([side], `${placement} is only in the ${change === "removed" ? "first" : "second"} text`);
}

/** Prints it for a program; people read it below the count. */
const printSingle = ({ output }: CompareOptions, { placement, side, change }: SinglePlacement): void =>
  print(output, {
    json: () => {
      const { findings } = side.summary;
      return [JSON.stringify({ placement: objectNamed(placement), change, findings, [change]: selectedOf(side) })];
    },
    names: () => [singleName({ placement, change })],
    people: () => [],
  });

export const singleName = ({ placement, change }: Pick<SinglePlacement, "placement" | "change">): string =>
  `${change === "added" ? "+" : "-"}${placement}`;

/** Prints what only people read. */
const say = ({ output }: CompareOptions, blocks: Block[]): void =>
  print(output, { json: () => [], names: () => [], people: () => blocks });

/** At most so many clusters are listed of those that come in, and of those that go. */
const most = 1_000_000;

/** Compares the placements of a text with what a hub has recorded of them. Gives whether anything is recorded. */
export function compareRecorded(session: Session, options: CompareOptions): boolean {
  const all = placements(session, options).map((entry) => {
    const summary = decide(session, entry, { ...options, quiet: true }, most);
    const { recorded } = summary;
    const { rows } = session.scenario.clusters();
    return { placement: fullName(entry), summary, rows, same: recorded === undefined ? null : isSame(recorded) };
  });
  const isMany = all.length > 1;
  const differing = all.filter(({ same }) => same === false).length;
  if (isMany && isForPeople(options.output) && all.some(({ same }) => same !== null))
    say(options, recordedCountReport(differing, all.length));
  for (const { placement, summary, rows, same } of all) {
    const [comes, goes] = [summary.recorded?.added ?? [], summary.recorded?.removed ?? []];
    print(options.output, {
      json: () => {
        const of = objectNamed(placement);
        return [JSON.stringify({ placement: of, baseline: "recorded", same, added: comes, removed: goes })];
      },
      names: () => {
        const moved = [...comes.map((name) => `+${name}`), ...goes.map((name) => `-${name}`)];
        return isMany ? moved.map((name) => `${placement} ${name}`) : moved;
      },
      people: () => recordedPlacementReport(summary, rows),
    });
    failFaulty(summary);
    if (options.exitCode === true && same === false)
      failed(`${placement} selects different clusters than the hub recorded (--exit-code)`);
  }
  return all.some(({ summary: { recorded, kept } }) => recorded !== undefined || kept !== undefined);
}

/** The decision of a placement, as one side of a comparison. */
const decidedSide = (session: Session, entry: PlacementEntry, options: DecidingOptions): Side =>
  sideOf(session, decide(session, entry, options), options);

function sideOf({ scenario }: Session, summary: DecideAnswer & Findings, options: DecidingOptions): Side {
  const rows = new Map(scenario.clusters().rows.map((row) => [row.name, row]));
  const index = scenario.reading().placements.find((entry) => fullName(entry) === fullName(summary.placement))?.index;
  const written = scenario.report(question({ scenario }, index ?? 0, options));
  return { summary, rows, scorers: summary.prioritizers.filter(({ weight }) => weight !== 0), written };
}

/** A row with names for the indices, which say nothing outside of its text. */
function withNames({ summary, scorers }: Side, row: ClusterRow | null): object | null {
  if (row === null) return null;
  const { cluster: _, scores, reason, ...rest } = row;
  const key = (term: number): string | null => summary.spreadConstraints[term]?.topologyKey ?? null;
  return {
    ...rest,
    scores: Object.fromEntries(scorers.map(({ name }, i) => [name, scores[i] ?? null])),
    reason: reason === null ? null : withKeys(reason, key),
  };
}

/** A reason with topology keys for the indices of terms. */
function withKeys(reason: NotSelectedReason, key: (term: number) => string | null): object {
  switch (reason.type) {
    case "max-skew":
      return { type: reason.type, topologyKey: key(reason.term) };
    case "missing-topology-key":
      return { type: reason.type, topologyKey: key(reason.term), missingTopologyKey: key(reason.missingTerm) };
    case "not-picked":
      return { ...reason, blockedBy: reason.blockedBy === null ? null : key(reason.blockedBy) };
    default:
      return reason;
  }
}

export const asData = ({ placement, was, is, changes, fields, sets, written, ...moved }: Compared): object => ({
  placement: objectNamed(placement),
  ...sideData(was.summary, is.summary),
  otherProfile: is.summary.otherProfile,
  added: moved.added,
  removed: moved.removed,
  stays: moved.stays,
  weights: { before: weightsOf(was), after: weightsOf(is) },
  ...written,
  fields,
  sets,
  // The kind of change has the name that it had before the package had it.
  clusters: changes.map(({ cluster, change: kind, before, after, terms, why }) => ({
    cluster,
    kind,
    before: withNames(was, before),
    after: withNames(is, after),
    terms,
    why,
  })),
});
