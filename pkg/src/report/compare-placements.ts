/** Reports of two decisions of a placement, compared, and of one with what a hub has recorded. */
import type { ClusterRow, DecideAnswer, Findings, PrioritizerSummary } from "../../types.js";
import { type FieldChange, fieldChangeText } from "../difference/fields.js";
import {
  type ClusterChangeKind,
  type ComparedDecision,
  type DecisionChanges,
  decisionChanges,
  isWrittenAlike,
  type StandingChange,
  type TermChange,
  type WrittenChanges,
  type WrittenDecision,
} from "../difference/placement.js";
import { type Caveat, isBefore, onceEach } from "../words/caveat.js";
import { counted, integer } from "../words/number.js";
import { plain, quiet, strong } from "../words/phrase.js";
import { caveats, columnNames, comparedText, isSame, reasonText, sentenceText } from "../words/placement.js";
import {
  conditionChangeText,
  groupChangeText,
  objectChangeText,
  placementCountsText,
} from "../words/placement/difference.js";
import { finalScore } from "../words/spread.js";
import {
  answerBlocks,
  bad,
  type Block,
  column,
  facts,
  figure,
  good,
  type Item,
  link,
  list,
  long,
  type Look,
  type Part,
  table,
} from "./block.js";
import { bothCaveats, type Texts } from "./compare-sides.js";
import { stateLook, stateText } from "./placement.js";

/** One decision of a side. */
export interface Side {
  summary: DecideAnswer & Findings;
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
export interface Change extends StandingChange<ClusterRow> {
  /** The prioritizers that its total differs by, the largest difference first. */
  terms: TermChange[];
  why: string;
}

/** A field of a Placement's spec that differs. */
export interface FieldEffect {
  /** The name of the field. */
  field: string;
  changes: FieldChange[];
  /** The clusters that are selected only after, and that would not be with the old field. */
  added: string[];
  /** The clusters that are selected only before, and that would still be with the old field. */
  removed: string[];
}

/** Names that are listed of many. */
export const shortList = (names: string[]): string => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;

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

const compared = ({ rows, scorers, written }: Side): ComparedDecision<ClusterRow> => ({
  rows,
  scores: ({ scores }) => Object.fromEntries(scorers.map(({ name }, i) => [name, scores[i] ?? null])),
  weights: weightsOf({ scorers }),
  written,
});

/** The weights that count, by prioritizer. */
export const weightsOf = ({ scorers }: Pick<Side, "scorers">): Record<string, number> =>
  Object.fromEntries(scorers.map(({ name, weight }) => [name, weight]));

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

const changeLook = (kind: ClusterChangeKind): Look | undefined =>
  kind === "added" ? "good" : kind === "removed" ? "bad" : undefined;

/** The objects in the two texts that differ. */
export interface ComparedObjects {
  /** The fields of the Placement. */
  fields: FieldEffect[];
  /** The cluster sets and bindings. */
  sets: FieldChange[];
}

/** Two decisions of a placement, and what differs. */
export interface Compared extends ComparedObjects, Omit<DecisionChanges<ClusterRow>, "clusters"> {
  /** As `namespace/name`. */
  placement: string;
  was: Side;
  is: Side;
  changes: Change[];
  /** Other clusters are selected. */
  isMoved: boolean;
  /** Other clusters are selected, or the hub would write decisions or conditions differently. */
  isChanged: boolean;
}

/** A placement that only one text has, with its decision. */
export interface SinglePlacement {
  placement: string;
  change: "added" | "removed";
  side: Side;
}

/** The placements of two texts, decided. */
export interface ComparedPlacements {
  /** The placements that both have. */
  placements: Compared[];
  /** The placements that only one has: first those that are removed. */
  singles: SinglePlacement[];
}

/** How many placements change. */
export function changedCount({ placements, singles }: ComparedPlacements): string {
  const added = singles.filter(({ change }) => change === "added").length;
  const changed = placements.filter(({ isChanged }) => isChanged).length;
  return placementCountsText({ changed, added, gone: singles.length - added, all: placements.length + singles.length });
}

/** What differs between two decisions of a placement. */
export function comparedOf(placement: string, was: Side, is: Side): Compared {
  const { clusters, ...found } = decisionChanges(compared(was), compared(is));
  const changes = clusters.map((change) => ({ ...change, why: whyOf(was, is, change, change.terms) }));
  const isMoved = found.added.length + found.removed.length > 0;
  return {
    placement,
    was,
    is,
    changes,
    fields: [],
    sets: [],
    ...found,
    isMoved,
    isChanged: isMoved || !isWrittenAlike(found.written),
  };
}

/** The clusters that a side selects, best first. */
export const selectedOf = ({ rows }: Side): string[] =>
  [...rows.values()].flatMap(({ name, state }) => (state === "selected" ? [name] : []));

/** `+ap-1 −eu-3` */
export function signs(added: readonly string[], removed: readonly string[]): Part[] {
  const parts = [...added.map((name) => good(`+${name}`)), ...removed.map((name) => bad(`−${name}`))];
  return parts.length === 0
    ? [quiet("no cluster")]
    : parts.flatMap((part, at) => (at === 0 ? [part] : [plain(" "), part]));
}

/** The placements that only one text has: `prod/web is removed: −a`; of a new one that selects nothing, why. */
export const singleItems = ({ singles }: ComparedPlacements): Item[] =>
  singles.map(({ placement, change, side }) => {
    const selected = selectedOf(side);
    const isNew = change === "added";
    return {
      line: [
        link("Placement", placement, "strong"),
        plain(isNew ? " is new: " : " is removed: "),
        ...(isNew ? signs(selected, []) : signs([], selected)),
      ],
      about: isNew && selected.length === 0 ? [sentenceText(side.summary)] : [],
    };
  });

/** What must be known before the decisions of these are believed. */
export const singleCaveats = ({ singles }: ComparedPlacements, texts: Texts): Caveat[] =>
  singles.flatMap(({ change, side: { summary } }) => {
    const found = caveats(summary);
    return bothCaveats([summary, summary], change === "added" ? [[], found] : [found, []], texts).filter(isBefore);
  });

/** `1 of 3 placements changes.`, and those that only one text has. */
export const changedCountReport = (compared: ComparedPlacements, texts: Texts): Block[] => [
  { kind: "findings", findings: onceEach(singleCaveats(compared, texts)) },
  ...facts([strong(`${changedCount(compared)}.`)]),
  ...list(singleItems(compared)),
];

/** `1 of 3 placements differs from what the hub recorded.` */
export const recordedCountReport = (count: number, all: number): Block[] =>
  facts([
    strong(
      `${integer(count)} of ${counted(all, "placement")} differ${count === 1 ? "s" : ""} from what the hub recorded.`,
    ),
  ]);

/** Placements of which nothing differs, each in a line. */
export function samePlacementsReport(all: Compared[], texts: Texts): Block[] {
  const found = all.flatMap(({ was, is }) =>
    bothCaveats([was.summary, is.summary], [caveats(was.summary), caveats(is.summary)], texts),
  );
  const before = onceEach(found).filter(isBefore);
  return [
    { kind: "findings", findings: before },
    ...facts(all.map(({ placement }) => [link("Placement", placement, "strong"), { text: ": no difference" }])),
  ];
}

/** Two decisions of a placement, compared. */
export function placementDifferenceReport(compared: Compared, texts: Texts): Block[] {
  const { placement, was, is, changes, written, same } = compared;
  // What is compared is two decisions: the hub's is a third.
  const { recorded: _, ...one } = was.summary;
  const { recorded: __, ...two } = is.summary;
  const [added, removed] = [compared.added.length, compared.removed.length];
  const words =
    added + removed === 0
      ? "the same clusters are selected"
      : `${added === 0 ? "none" : counted(added, "cluster")} added, ` +
        `${removed === 0 ? "none" : counted(removed, "cluster")} removed`;
  const spec = specChanges(compared);
  const rest =
    changes.length === 0
      ? same
        ? spec.length === 0
          ? ", and nothing else differs."
          : ", and the decision is otherwise the same."
        : ", and the hub would write them differently."
      : `; ${counted(changes.length, "cluster")} ${changes.length === 1 ? "differs" : "differ"} in all.`;
  const [before, after] = [sentenceText(was.summary), sentenceText(is.summary)];
  const isSpread = was.summary.spread !== null || is.summary.spread !== null;
  const stateOf = ({ summary }: Side, row: ClusterRow | null): string => (row === null ? "-" : stateText(row, summary));
  const finalOf = ({ summary }: Side, row: ClusterRow | null): string =>
    figure(row === null ? null : finalScore(row, summary.spread));
  return [
    ...answerBlocks(bothCaveats([one, two], [caveats(one), caveats(two)], texts), [
      [link("Placement", placement, "strong"), { text: ": " }, strong(words), { text: rest }],
    ]),
    ...facts([
      quiet(`before: ${before}`),
      quiet(after === before ? "" : `after:  ${after}`),
      ...spec,
      ...writtenLines(written),
    ]),
    ...table(changes, [
      column("Change", ({ change }) => ({ text: kinds[change], look: changeLook(change) })),
      long("Cluster", ({ cluster }) => link("ManagedCluster", cluster)),
      column("State", ({ before: b, after: a }) => ({
        text: arrow(stateOf(was, b), stateOf(is, a)),
        look: a === null ? undefined : stateLook[a.state],
      })),
      column("Rank", ({ before: b, after: a }) => arrow(figure(b?.rank), figure(a?.rank))),
      column(isSpread ? "Prioritizers" : "Total", ({ before: b, after: a }) =>
        arrow(figure(b?.total), figure(a?.total)),
      ),
      isSpread && column("Final", ({ before: b, after: a }) => arrow(finalOf(was, b), finalOf(is, a))),
      long("Why", ({ why }) => why),
    ]),
  ];
}

/** `4 → 8`, or `4` where both are the same. */
export const arrow = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`);

/** A value in force, defaults and options included. */
interface InForce {
  /** As a line calls it: `maxSkew of zone`. */
  name: string;
  value: string;
  /** What it is where a side does not have it. */
  absent: string;
  /** The field of the Placement's spec, and the path in the spec whose changes the value says. */
  field: string;
  path: string;
}

/** What differs of the Placement and its sets: `numberOfClusters: 3 → 2 (removes c)`, `weight of Steady: 1 → 3`. */
export function specChanges({ was, is, fields, sets }: Compared): string[] {
  const values = valuesInForce(was, is);
  const lines = fields.map(({ field, changes, added, removed }) => {
    const own = values.filter((value) => value.field === field);
    const unsaid = changes.filter(({ path }) => !own.some((value) => path.startsWith(value.path)));
    const does = [...verbText("adds", added), ...verbText("removes", removed)].join(", ");
    const what = [...own.map(({ text }) => text), ...unsaid.slice(0, mostChanges).map(fieldChangeText)];
    const rest = unsaid.length - mostChanges;
    return [...what, ...(rest > 0 ? [`${integer(rest)} more`] : [])].join("; ") + (does === "" ? "" : ` (${does})`);
  });
  const others = values.filter((value) => !fields.some(({ field }) => field === value.field));
  return [...others.map(({ text }) => text), ...lines, ...sets.slice(0, mostChanges).map(fieldChangeText)];
}

/** Changes that are listed of one field. */
const mostChanges = 4;

const verbText = (verb: string, clusters: string[]): string[] =>
  clusters.length === 0 ? [] : [`${verb} ${shortList(clusters)}`];

/** The values in force that differ, each with its change as text. */
function valuesInForce(was: Side, is: Side): (InForce & { text: string })[] {
  const [before, after] = [was, is].map((side) => new Map(inForce(side).map((value) => [value.name, value])));
  return [...new Map([...(before ?? []), ...(after ?? [])]).values()].flatMap((value) => {
    const [old, now] = [before, after].map((side) => side?.get(value.name)?.value ?? value.absent);
    return old === now ? [] : [{ ...value, text: `${value.name}: ${old} → ${now}` }];
  });
}

const inForce = ({ summary: { numberOfClusters, spreadConstraints, prioritizers } }: Side): InForce[] => [
  {
    name: "numberOfClusters",
    value: numberOfClusters === null ? "all" : integer(numberOfClusters),
    absent: "none",
    field: "numberOfClusters",
    path: "numberOfClusters",
  },
  ...spreadConstraints.map(({ topologyKey, maxSkew }) => ({
    name: `maxSkew of ${topologyKey}`,
    value: integer(maxSkew),
    absent: "none",
    field: "spreadPolicy",
    path: `spreadPolicy.spreadConstraints[${topologyKey}].maxSkew`,
  })),
  // A configuration has a prioritizer and its weight, and nothing else.
  ...prioritizers.map(({ name, weight }) => ({
    name: `weight of ${name}`,
    value: integer(weight),
    absent: "0",
    field: "prioritizerPolicy",
    path: "prioritizerPolicy.configurations",
  })),
];

/** What the hub would write otherwise; of a single decision group only what no line about clusters says. */
export function writtenLines({ groups, objects, conditions }: WrittenChanges): string[] {
  const isOne = groups.every(({ index, name }) => index === "0" && name === "");
  const others = objects.filter(
    ({ change, added: comes, removed: goes }) => change !== "changed" || comes.length + goes.length === 0,
  );
  return [
    ...(isOne ? [] : groups.map(groupChangeText)),
    ...(isOne ? [] : others.map(objectChangeText)),
    ...conditions.map(conditionChangeText),
  ];
}

/** A decision compared with what a hub has recorded: clusters added, removed and kept, and why. `all`: its rows. */
export function recordedPlacementReport(summary: DecideAnswer & Findings, all: ClusterRow[]): Block[] {
  const { recorded, otherProfile, notes } = summary;
  const words =
    recorded === undefined ? "The input has no recorded decision." : comparedText(recorded, otherProfile, notes);
  // How it differs from what is recorded is the answer.
  const own = ["recorded-differs", "released-recorded", "forms-differ"];
  const others = caveats(summary).filter(({ code }) => !own.includes(code));
  const head = answerBlocks(others, [
    [link("Placement", summary.placement, "strong"), { text: ": " }, { text: words }],
  ]);
  if (recorded === undefined || isSame(recorded)) return head;
  const { added: comes, removed: goes, addedCount, removedCount, clusters, conditions } = recorded;
  const rows = new Map(all.map((row) => [row.name, row]));
  const why = (name: string): string => {
    const row = rows.get(name);
    return row === undefined ? "not in the input" : row.reason === null ? "" : reasonText(row.reason, summary, true);
  };
  const stays = all.flatMap(({ state, name }) => (state === "selected" && !comes.includes(name) ? [name] : []));
  const changed = [
    ...comes.map((name) => ({ name, change: "added" as const })),
    ...goes.map((name) => ({ name, change: "removed" as const })),
  ];
  const rest = addedCount + removedCount - changed.length;
  // With an incomplete record the unchanged clusters are unknown.
  const isKnown = changed.length > 0 && clusters !== null && rest <= 0;
  const stay = `${counted(stays.length, "cluster")} ${stays.length === 1 ? "stays" : "stay"}: ${shortList(stays)}.`;
  return [
    ...head,
    ...facts(
      conditions.map(({ type, status, reason, decided }) =>
        quiet(`condition ${type}: recorded ${status} (${reason}), now ${decided}`),
      ),
    ),
    ...table(
      changed,
      [
        column("Change", ({ change }) => ({ text: kinds[change], look: changeLook(change) })),
        long("Cluster", ({ name }) => link("ManagedCluster", name)),
        long("Why", ({ name }) => why(name)),
      ],
      { rest: { count: rest, option: "-o json" } },
    ),
    ...facts([quiet(!isKnown ? "" : stays.length === 0 ? "No cluster stays." : stay)]),
  ];
}
