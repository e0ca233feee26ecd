/** The placements of two texts, compared. */
import type { ClusterRow, DecideAnswer, Findings, NotSelectedReason, PlacementEntry } from "../../../types.js";
import type { Block } from "../../report/block.js";
import {
  type Compared,
  comparedOf,
  placementDifferenceReport,
  recordedPlacementReport,
  samePlacementsReport,
  shortList,
  type Side,
  summaryReport,
} from "../../report/compare-placements.js";
import type { Texts } from "../../report/compare-sides.js";
import { isSame } from "../../words/placement.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "../deciding.js";
import { nothing } from "../exit.js";
import { isForPeople, print } from "../format.js";
import { err } from "../screen.js";
import { failed, type Session } from "../session.js";
import { sideData } from "./sides.js";
import { fullName, objectNamed } from "../../words/object-name.js";

/** The options of `compare`. */
export interface CompareOptions extends DecidingOptions {
  exitCode?: boolean;
  /** The timeline, and a variant of it. */
  timeline?: string;
  variant?: string;
}

/** Compares the placements that both texts have. */
export function comparePlacements(
  one: Session,
  other: Session,
  before: DecidingOptions,
  after: CompareOptions,
  texts: Texts,
): void {
  const firsts = placements(one, before, texts.first);
  const seconds = new Map(placements(other, after, texts.second).map((entry) => [fullName(entry), entry]));
  const both = firsts.filter((entry) => seconds.has(fullName(entry)));
  if (after.quiet !== true) {
    const names = new Set(firsts.map(fullName));
    for (const name of names) if (!seconds.has(name)) err.line(`${name} is only in the first text`, "quiet");
    for (const name of seconds.keys()) if (!names.has(name)) err.line(`${name} is only in the second text`, "quiet");
  }
  if (both.length === 0)
    throw nothing(
      "the two texts have no placement in common",
      `the first has ${shortList(firsts.map(fullName))}`,
      `the second has ${shortList([...seconds.keys()])}`,
    );
  const all = both.flatMap((entry) => {
    const second = seconds.get(fullName(entry));
    if (second === undefined) return [];
    return [comparedOf(fullName(entry), decidedSide(one, entry, before), decidedSide(other, second, after))];
  });
  // Of many placements, people want those that change.
  const isListed = all.length > 1 && isForPeople(after.output);
  const same = isListed ? all.filter(({ isSame }) => isSame) : [];
  if (isListed) say(after, summaryReport(all.length - same.length, all.length));
  for (const compared of all.filter((each) => !same.includes(each)))
    print(after.output, {
      json: () => [JSON.stringify(asData(compared))],
      names: () => {
        const { placement, changes } = compared;
        const moved = changes.flatMap(({ change, cluster }) =>
          change === "added" ? [`+${cluster}`] : change === "removed" ? [`-${cluster}`] : [],
        );
        return all.length > 1 ? moved.map((name) => `${placement} ${name}`) : moved;
      },
      people: () => placementDifferenceReport(compared, texts),
    });
  if (same.length > 0) say(after, samePlacementsReport(same, texts));
  for (const { placement, was, is, changes } of all) {
    failFaulty(was.summary);
    failFaulty(is.summary);
    const moved = changes.filter(({ change }) => change === "added" || change === "removed");
    if (after.exitCode === true && moved.length > 0) failed(`${placement} selects different clusters (--exit-code)`);
  }
}

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
    say(options, summaryReport(differing, all.length, "differ", " from what the hub recorded"));
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
export const decidedSide = (session: Session, entry: PlacementEntry, options: DecidingOptions): Side =>
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

const weightsOf = ({ scorers }: Side): Record<string, number> =>
  Object.fromEntries(scorers.map(({ name, weight }) => [name, weight]));

/** A comparison as JSON. */
export const asData = ({ placement, was, is, changes, written }: Compared): object => ({
  placement: objectNamed(placement),
  ...sideData(was.summary, is.summary),
  otherProfile: is.summary.otherProfile,
  added: changes.filter(({ change }) => change === "added").map(({ cluster }) => cluster),
  removed: changes.filter(({ change }) => change === "removed").map(({ cluster }) => cluster),
  stays: [...is.rows.values()].flatMap(({ name, state }) =>
    state === "selected" && was.rows.get(name)?.state === "selected" ? [name] : [],
  ),
  weights: { before: weightsOf(was), after: weightsOf(is) },
  ...written,
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
