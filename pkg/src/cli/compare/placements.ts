/** The placements of two texts, compared. */
import type { ClusterRow, DecideAnswer, Findings, NotSelectedReason } from "../../../types.js";
import { writtenChanges } from "../../difference/placement.js";
import {
  type Change,
  changesOf,
  placementDifferenceReport,
  recordedPlacementReport,
  shortList,
  type Side,
} from "../../report/compare-placements.js";
import type { Texts } from "../../report/compare-sides.js";
import { fullName, isSame } from "../../words/placement.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "../deciding.js";
import { nothing } from "../exit.js";
import { print } from "../format.js";
import { err } from "../screen.js";
import { failed, type Session } from "../session.js";
import { sideData } from "./sides.js";

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
  for (const entry of both) {
    const second = seconds.get(fullName(entry));
    if (second === undefined) continue;
    const [was, is] = [
      sideOf(one, decide(one, entry, before), before),
      sideOf(other, decide(other, second, after), after),
    ];
    const changes = changesOf(was, is);
    print(after.output, {
      json: () => [JSON.stringify(asData(fullName(entry), was, is, changes))],
      names: () =>
        changes.flatMap(({ change, cluster }) =>
          change === "added" ? [`+${cluster}`] : change === "removed" ? [`-${cluster}`] : [],
        ),
      people: () => placementDifferenceReport(fullName(entry), was, is, changes, texts),
    });
    failFaulty(was.summary);
    failFaulty(is.summary);
    const moved = changes.filter(({ change }) => change === "added" || change === "removed");
    if (after.exitCode === true && moved.length > 0)
      failed(`${fullName(entry)} selects different clusters (--exit-code)`);
  }
}

/** At most so many clusters are listed of those that come in, and of those that go. */
const most = 1_000_000;

/** Compares the placements of a text with what a hub has recorded of them. Gives whether anything is recorded. */
export function compareRecorded(session: Session, options: CompareOptions): boolean {
  let isRecorded = false;
  for (const entry of placements(session, options)) {
    const summary = decide(session, entry, { ...options, quiet: true }, most);
    const { recorded, kept } = summary;
    isRecorded ||= recorded !== undefined || kept !== undefined;
    const same = recorded === undefined ? null : isSame(recorded);
    const [comes, goes] = [recorded?.added ?? [], recorded?.removed ?? []];
    print(options.output, {
      json: () => [
        JSON.stringify({ placement: fullName(entry), baseline: "recorded", same, added: comes, removed: goes }),
      ],
      names: () => [...comes.map((name) => `+${name}`), ...goes.map((name) => `-${name}`)],
      people: () => recordedPlacementReport(summary, session.scenario.clusters().rows),
    });
    failFaulty(summary);
    if (options.exitCode === true && same === false)
      failed(`${fullName(entry)} selects different clusters than the hub recorded (--exit-code)`);
  }
  return isRecorded;
}

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

const asData = (placement: string, was: Side, is: Side, changes: Change[]): object => ({
  placement,
  ...sideData(was.summary, is.summary),
  otherProfile: is.summary.otherProfile,
  added: changes.filter(({ change }) => change === "added").map(({ cluster }) => cluster),
  removed: changes.filter(({ change }) => change === "removed").map(({ cluster }) => cluster),
  stays: [...is.rows.values()].flatMap(({ name, state }) =>
    state === "selected" && was.rows.get(name)?.state === "selected" ? [name] : [],
  ),
  weights: { before: weightsOf(was), after: weightsOf(is) },
  ...writtenChanges(was.written, is.written),
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
