/** The placements of two texts, compared. */
import type {
  ClusterRow,
  DecisionSummary,
  Findings,
  NotSelectedReason,
  PrioritizerSummary,
  RecordedComparison,
} from "../../../types.js";
import {
  type ClusterChangeKind,
  type Scored,
  type StandingChange,
  standingChanges,
  type TermChange,
  termChanges,
  type WrittenChanges,
  type WrittenDecision,
  isWrittenAlike,
  writtenChanges,
} from "../../difference/placement.js";
import type { Caveat } from "../../words/caveat.js";
import { counted, integer } from "../../words/number.js";
import { conditionChangeText, groupChangeText, objectChangeText } from "../../words/placement/difference.js";
import {
  caveats,
  columnNames,
  comparedText,
  fullName,
  isDecided,
  isRanked,
  isSame,
  lookOf,
  reasonText,
  sentenceText,
  stateName,
} from "../../words/placement.js";
import { finalScore } from "../../words/spread.js";
import { showCaveats } from "../caveats.js";
import { stateLook } from "../clusters.js";
import { decide, type DecidingOptions, failFaulty, placements, question } from "../deciding.js";
import { nothing } from "../exit.js";
import { isForPeople, print } from "../format.js";
import { err, out } from "../screen.js";
import { failed, type Session } from "../session.js";
import { type Cell, figure } from "../table.js";

/** The options of `compare`. */
export interface CompareOptions extends DecidingOptions {
  exitCode?: boolean;
  /** The timeline, and a variant of it. */
  timeline?: string;
  variant?: string;
}

/** One decision of a side. */
interface Side {
  summary: DecisionSummary & Findings;
  rows: Map<string, ClusterRow>;
  /** those that count, parallel to the scores of a row */
  scorers: PrioritizerSummary[];
  /** what the hub would write */
  written: WrittenDecision;
}

/** What changes of a cluster, and the word for it in the table. */
const kinds: Record<ClusterChangeKind, string> = {
  added: "added",
  removed: "removed",
  new: "new",
  gone: "gone",
  "state-changed": "state",
  "rank-changed": "rank",
  "total-changed": "total",
};

/** The change of one cluster. */
interface Change extends StandingChange<ClusterRow> {
  /** The prioritizers that its total differs by, the largest difference first. */
  terms: TermChange[];
  why: string;
}

/** Compares the placements that both texts have. */
export function comparePlacements(
  one: Session,
  other: Session,
  before: DecidingOptions,
  after: CompareOptions,
  texts: { first?: string; second?: string },
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
      `the first has ${list(firsts.map(fullName))}`,
      `the second has ${list([...seconds.keys()])}`,
    );
  for (const [i, entry] of both.entries()) {
    const second = seconds.get(fullName(entry));
    if (second === undefined) continue;
    const [was, is] = [
      sideOf(one, decide(one, entry, before), before),
      sideOf(other, decide(other, second, after), after),
    ];
    const changes = changesOf(was, is);
    if (after.output === "yaml" && i > 0) out.raw("---");
    if (isForPeople(after.output)) out.gap();
    print(after.output, {
      json: () => [JSON.stringify(asData(fullName(entry), was, is, changes))],
      names: () =>
        changes.flatMap(({ change, cluster }) =>
          change === "added" ? [`+${cluster}`] : change === "removed" ? [`-${cluster}`] : [],
        ),
      people: (isWide) => people(fullName(entry), was, is, changes, isWide),
    });
    failFaulty(is.summary);
    const moved = changes.filter(({ change }) => change === "added" || change === "removed");
    if (after.exitCode === true && moved.length > 0)
      failed(`${fullName(entry)} selects different clusters (--exit-code)`);
  }
}

/** At most so many clusters are listed of those that come in, and of those that go. */
const most = 1_000_000;

/** What `--recorded` answers. */
const recordedCodes: Caveat["code"][] = ["recorded-differs", "forms-differ"];

/** Compares the placements of a text with what a hub has recorded of them. Gives whether anything is recorded. */
export function compareRecorded(session: Session, options: CompareOptions): boolean {
  let isRecorded = false;
  for (const [i, entry] of placements(session, options).entries()) {
    const summary = decide(session, entry, { ...options, quiet: true }, most);
    const { recorded, kept, otherProfile, notes } = summary;
    isRecorded ||= recorded !== undefined || kept !== undefined;
    const same = recorded === undefined ? null : isSame(recorded);
    if (options.output === "yaml" && i > 0) out.raw("---");
    if (isForPeople(options.output) && i > 0) out.gap();
    const [comes, goes] = [recorded?.in ?? [], recorded?.out ?? []];
    print(options.output, {
      json: () => [JSON.stringify({ placement: fullName(entry), baseline: "recorded", same, in: comes, out: goes })],
      names: () => [...comes.map((name) => `+${name}`), ...goes.map((name) => `-${name}`)],
      people: (isWide) => {
        const words =
          recorded === undefined ? "The text has no recorded decision." : comparedText(recorded, otherProfile, notes);
        // How it differs from what is recorded is the answer.
        const before = caveats(summary).filter(({ code }) => !recordedCodes.includes(code));
        showCaveats(before, isWide, () => {
          out.line([{ text: fullName(entry), look: "strong" }, { text: ": " }, { text: words }]);
        });
        if (recorded !== undefined && same === false) showRecordedChanges(session, summary, recorded, isWide);
      },
    });
    failFaulty(summary);
    if (options.exitCode === true && same === false)
      failed(`${fullName(entry)} selects different clusters than the hub recorded (--exit-code)`);
  }
  return isRecorded;
}

/** Who comes in, who goes and who stays against what a hub has recorded, with why, and what else it would write. */
function showRecordedChanges(
  { scenario }: Session,
  summary: DecisionSummary,
  recorded: RecordedComparison,
  isWide: boolean,
): void {
  const { in: comes, out: goes, inCount, outCount, clusters, conditions } = recorded;
  for (const { type, status, reason, decided } of conditions)
    out.line(`condition ${type}: recorded ${status} (${reason}), now ${decided}`, "quiet");
  if (comes.length + goes.length === 0) return;
  const rows = new Map(scenario.clusters().rows.map((row) => [row.name, row]));
  const why = (name: string): string => {
    const row = rows.get(name);
    return row === undefined ? "not in the text" : row.reason === null ? "" : reasonText(row.reason, summary, true);
  };
  const stays = [...rows.values()].filter(({ state, name }) => state === "selected" && !comes.includes(name));
  out.gap();
  out.table(
    [{ head: "CHANGE" }, { head: "CLUSTER", gives: true }, { head: "WHY", gives: true }],
    [
      ...comes.map((name): Cell[] => [{ text: "comes in", look: "good" }, name, why(name)]),
      ...goes.map((name): Cell[] => [{ text: "goes", look: "bad" }, name, why(name)]),
    ],
    isWide,
  );
  const rest = inCount + outCount - comes.length - goes.length;
  if (rest > 0) out.line(`and ${counted(rest, "more", "more")} (-o json)`, "quiet");
  // With an incomplete record the unchanged clusters are unknown.
  if (clusters === null || rest > 0) return;
  const names = stays.map(({ name }) => name);
  out.line(
    names.length === 0
      ? "No cluster stays."
      : `${counted(names.length, "cluster")} ${names.length === 1 ? "stays" : "stay"}: ${list(names)}.`,
    "quiet",
  );
}

const list = (names: string[]): string => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;

function sideOf({ scenario }: Session, summary: DecisionSummary & Findings, options: DecidingOptions): Side {
  const rows = new Map(scenario.clusters().rows.map((row) => [row.name, row]));
  const index = scenario.reading().placements.find((entry) => fullName(entry) === fullName(summary.placement))?.index;
  const written = scenario.report(question({ scenario }, index ?? 0, options));
  return { summary, rows, scorers: summary.prioritizers.filter(({ weight }) => weight !== 0), written };
}

function changesOf(was: Side, is: Side): Change[] {
  return standingChanges(was.rows, is.rows).map((change) => {
    const terms = termsOf(was, is, change.before, change.after);
    return { ...change, terms, why: whyOf(was, is, change, terms) };
  });
}

/** Why it is as it is now, and what its scores changed by. */
function whyOf(was: Side, is: Side, { before, after }: StandingChange<ClusterRow>, terms: TermChange[]): string {
  if (after === null) return "not in the second text";
  const parts: string[] = [];
  if (before === null) parts.push("not in the first text");
  // The numbers say a reason that is about other clusters.
  const reason = after.reason === null ? "" : reasonText(after.reason, is.summary, true);
  const old = before === null || before.reason === null ? "" : reasonText(before.reason, was.summary, true);
  if (reason !== "" && reason !== old) parts.push(reason);
  else if (after.state === "selected" && old !== "") parts.push(`was: ${old}`);
  parts.push(...scoreChanges(was, is, terms));
  return parts.join("; ");
}

/** The scores of a row by prioritizer, and their weights. */
const scored = ({ scorers }: Side, { scores }: ClusterRow): Scored => ({
  scores: Object.fromEntries(scorers.map(({ name }, i) => [name, scores[i] ?? null])),
  weights: Object.fromEntries(scorers.map(({ name, weight }) => [name, weight])),
});

/** The prioritizers that a total differs by, the largest difference first. */
function termsOf(was: Side, is: Side, before: ClusterRow | null, after: ClusterRow | null): TermChange[] {
  if (before === null || after === null || before.total === null || after.total === null) return [];
  return termChanges(scored(was, before), scored(is, after));
}

/** `CPU 40 → 55`, and where its weight changed `Steady 100 ×1 → ×3`; the largest difference first. */
function scoreChanges(was: Side, is: Side, terms: TermChange[]): string[] {
  const names = [...new Set([...was.scorers, ...is.scorers].map(({ name }) => name))];
  const heads = columnNames(names);
  return terms.map(({ prioritizer, weightBefore, weightAfter, scoreBefore, scoreAfter }) => {
    const weights = weightBefore === weightAfter ? "" : ` ×${integer(weightBefore)} → ×${integer(weightAfter)}`;
    const scores =
      weightBefore === 0
        ? integer(scoreAfter ?? 0)
        : weightAfter === 0 || scoreBefore === scoreAfter
          ? integer(scoreBefore ?? 0)
          : `${integer(scoreBefore ?? 0)} → ${integer(scoreAfter ?? 0)}`;
    return `${heads[names.indexOf(prioritizer)] ?? prioritizer} ${scores}${weights}`;
  });
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
  findings: is.summary.findings,
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

function people(placement: string, was: Side, is: Side, changes: Change[], isWide: boolean): void {
  // What is compared is two decisions: the hub's is a third.
  const { recorded: _, ...two } = is.summary;
  const count = (of: ClusterChangeKind): number => changes.filter(({ change }) => change === of).length;
  const [added, removed] = [count("added"), count("removed")];
  const words =
    added + removed === 0
      ? "the same clusters are selected"
      : `${added === 0 ? "none" : counted(added, "cluster")} added, ` +
        `${removed === 0 ? "none" : counted(removed, "cluster")} removed`;
  const written = writtenChanges(was.written, is.written);
  const rest =
    changes.length === 0
      ? isWrittenAlike(written)
        ? ", and nothing else differs."
        : ", and the hub would write them otherwise."
      : `; ${counted(changes.length, "cluster")} ${changes.length === 1 ? "differs" : "differ"} in all.`;
  showCaveats(caveats(two), isWide, () =>
    out.line([{ text: placement, look: "strong" }, { text: ": " }, { text: words, look: "strong" }, { text: rest }]),
  );
  const [before, after] = [sentenceText(was.summary), sentenceText(is.summary)];
  out.line(`before: ${before}`, "quiet");
  if (after !== before) out.line(`after:  ${after}`, "quiet");
  for (const line of weightChanges(was, is)) out.line(line);
  for (const line of writtenLines(written)) out.line(line);
  if (changes.length === 0) return;
  const isSpread = was.summary.spread !== null || is.summary.spread !== null;
  out.gap();
  out.table(
    [
      { head: "CHANGE" },
      { head: "CLUSTER", gives: true },
      { head: "STATE" },
      { head: "RANK" },
      ...(isSpread ? [{ head: "PRIORITIZERS" }, { head: "FINAL" }] : [{ head: "TOTAL" }]),
      { head: "WHY", gives: true },
    ],
    changes.map(({ cluster, change, before, after, why }): Cell[] => [
      {
        text: kinds[change],
        look: change === "added" ? "good" : change === "removed" ? "bad" : undefined,
      },
      cluster,
      {
        text: arrow(stateText(was, before), stateText(is, after)),
        look: after === null ? undefined : stateLook[after.state],
      },
      arrow(before?.rank, after?.rank),
      arrow(before?.total, after?.total),
      ...(isSpread ? [arrow(finalOf(was, before), finalOf(is, after))] : []),
      why,
    ]),
    isWide,
  );
}

/** What the hub would write otherwise; of a single decision group only what no line about clusters says. */
function writtenLines({ groups, objects, conditions }: WrittenChanges): string[] {
  const isOne = groups.every(({ index, name }) => index === "0" && name === "");
  const others = objects.filter(
    ({ change, in: comes, out: goes }) => change !== "changed" || comes.length + goes.length === 0,
  );
  return [
    ...(isOne ? [] : groups.map(groupChangeText)),
    ...(isOne ? [] : others.map(objectChangeText)),
    ...conditions.map(conditionChangeText),
  ];
}

const finalOf = ({ summary }: Side, row: ClusterRow | null): number | null =>
  row === null ? null : finalScore(row, summary.spread);

const stateText = ({ summary }: Side, row: ClusterRow | null): string | null =>
  row === null ? null : stateName(lookOf(row.state, row.reason), isRanked(summary), isDecided(summary));

function arrow(before: string | number | null | undefined, after: string | number | null | undefined): string {
  const text = (of: typeof before): string => (typeof of === "string" ? of : figure(of));
  const [from, to] = [text(before), text(after)];
  return from === to ? from : `${from} → ${to}`;
}

function weightChanges(was: Side, is: Side): string[] {
  const before = new Map(was.summary.prioritizers.map(({ name, weight }) => [name, weight]));
  return is.summary.prioritizers
    .filter(({ name, weight }) => weight !== (before.get(name) ?? 0))
    .map(({ name, weight }) => `weight of ${name}: ${integer(before.get(name) ?? 0)} → ${integer(weight)}`);
}
