/** `schedscope compare`: what differs between two decisions, and why. */
import type { Command } from "commander";
import type { ClusterRow, DecisionSummary, NotSelectedReason, PrioritizerSummary } from "../../../types.js";
import { counted, integer } from "../../words/number.js";
import {
  caveats,
  columnNames,
  fullName,
  isRanked,
  lookOf,
  reasonText,
  sentenceText,
  stateName,
} from "../../words/placement.js";
import { decide, type DecidingOptions, failFaulty, placements, withDeciding } from "../deciding.js";
import { showCaveats } from "../caveats.js";
import { stateLook } from "../clusters.js";
import { misuse, nothing } from "../exit.js";
import { print } from "../format.js";
import { err, out } from "../screen.js";
import { copied, failed, open, type Session } from "../session.js";
import { type Cell, figure } from "../table.js";

interface CompareOptions extends DecidingOptions {
  exitCode?: boolean;
}

/** One decision of a side. */
interface Side {
  summary: DecisionSummary;
  rows: Map<string, ClusterRow>;
  /** those that count, parallel to the scores of a row */
  scorers: PrioritizerSummary[];
}

/** What changes of a cluster, and the word for it in the table. */
const kinds = {
  added: "added",
  removed: "removed",
  new: "new",
  gone: "gone",
  "state-changed": "state",
  "rank-changed": "rank",
  "total-changed": "total",
} as const;

/** The change of one cluster. */
interface Change {
  cluster: string;
  kind: keyof typeof kinds;
  before: ClusterRow | null;
  after: ClusterRow | null;
  why: string;
}

/** Adds the command. */
export function compare(program: Command): void {
  withDeciding(
    program
      .command("compare")
      .summary("differences between two texts, or between a text and a what-if")
      .description(
        "Decides both and lists the clusters that are added, removed, or change their state, total or rank, and " +
          "why. With two texts, the options apply to both; with one text, they are the what-if that the text " +
          "is compared with.",
      )
      .argument("<before>", "a file or a folder; `-`: standard input")
      .argument("[after]", "the same; without it, the options are the what-if"),
  )
    .option("--exit-code", "exit with 1 if different clusters are selected")
    .addHelpText(
      "after",
      `
Examples:
  schedscope compare before.yaml after.yaml
  schedscope compare fleet.yaml --weight Steady=3           what this weight would change
  schedscope compare fleet.yaml --profile Upstream          what today's hub does differently
  git show main:fleet.yaml | schedscope compare - fleet.yaml --exit-code

-o json gives a line of JSON for every placement: { placement, added, removed, clusters }.
-o name gives +name for a cluster that is added, -name for one that is removed.`,
    )
    .action(async (before: string, after: string | undefined, options: CompareOptions) => {
      const isWhatIf = after === undefined;
      if (isWhatIf && !hasWhatIf(options))
        throw misuse(
          "nothing to compare with",
          "give a second text, or an option that changes the decision, for example --weight Steady=3",
        );
      if (before === "-" && after === "-") throw misuse("standard input cannot be both texts");
      const one = await open([before], options);
      const other = after === undefined ? copied(one) : await open([after], options);
      // Both at the same time, or time itself would be a difference.
      const asked = { ...options, now: options.now ?? new Date().toISOString() };
      const { placement, now, quiet, failOn } = asked;
      const plain: DecidingOptions = {
        profile: "Proposal",
        now,
        ...(placement !== undefined && { placement }),
        ...(quiet !== undefined && { quiet }),
        ...(failOn !== undefined && { failOn }),
      };
      const named = (path: string): string => (path === "-" ? "standard input" : `\`${path}\``);
      compareAll(
        one,
        other,
        isWhatIf ? { ...plain, quiet: true } : asked,
        asked,
        after === undefined ? {} : { first: named(before), second: named(after) },
      );
    });
}

const hasWhatIf = ({ weight, numberOfClusters, maxSkew, candidates, profile }: CompareOptions): boolean =>
  weight !== undefined ||
  numberOfClusters !== undefined ||
  maxSkew !== undefined ||
  candidates !== undefined ||
  profile === "Upstream";

function compareAll(
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
    const [was, is] = [sideOf(one, decide(one, entry, before)), sideOf(other, decide(other, second, after))];
    const changes = changesOf(was, is);
    if (after.output === "yaml" && i > 0) out.raw("---");
    if (after.output === undefined || after.output === "wide") out.gap();
    print(after.output, {
      json: () => [JSON.stringify(asData(fullName(entry), was, is, changes))],
      names: () =>
        changes.flatMap(({ kind, cluster }) =>
          kind === "added" ? [`+${cluster}`] : kind === "removed" ? [`-${cluster}`] : [],
        ),
      people: (isWide) => people(fullName(entry), was, is, changes, isWide),
    });
    failFaulty(is.summary);
    const moved = changes.filter(({ kind }) => kind === "added" || kind === "removed");
    if (after.exitCode === true && moved.length > 0)
      failed(`${fullName(entry)} selects different clusters (--exit-code)`);
  }
}

const list = (names: string[]): string => `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;

function sideOf({ scenario }: Session, summary: DecisionSummary): Side {
  const rows = new Map(scenario.clusters().rows.map((row) => [row.name, row]));
  return { summary, rows, scorers: summary.prioritizers.filter(({ weight }) => weight !== 0) };
}

const order = Object.keys(kinds);

function changesOf(was: Side, is: Side): Change[] {
  const names = new Set([...is.rows.keys(), ...was.rows.keys()]);
  const changes: Change[] = [];
  for (const cluster of names) {
    const [before, after] = [was.rows.get(cluster) ?? null, is.rows.get(cluster) ?? null];
    const kind = kindOf(before, after);
    if (kind !== null) changes.push({ cluster, kind, before, after, why: whyOf(was, is, before, after) });
  }
  return changes.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function kindOf(before: ClusterRow | null, after: ClusterRow | null): Change["kind"] | null {
  const [wasIn, isIn] = [before?.state === "selected", after?.state === "selected"];
  if (wasIn !== isIn) return isIn ? "added" : "removed";
  if (before === null) return "new";
  if (after === null) return "gone";
  if (before.state !== after.state) return "state-changed";
  if (before.rank !== after.rank) return "rank-changed";
  return before.total === after.total ? null : "total-changed";
}

/** Why it is as it is now, and what its scores changed by. */
function whyOf(was: Side, is: Side, before: ClusterRow | null, after: ClusterRow | null): string {
  if (after === null) return "not in the second text";
  const parts: string[] = [];
  if (before === null) parts.push("not in the first text");
  // The numbers say a reason that is about other clusters.
  const reason = after.reason === null ? "" : reasonText(after.reason, is.summary, true);
  const old = before === null || before.reason === null ? "" : reasonText(before.reason, was.summary, true);
  if (reason !== "" && reason !== old) parts.push(reason);
  else if (after.state === "selected" && old !== "") parts.push(`was: ${old}`);
  parts.push(...scoreChanges(was, is, before, after));
  return parts.join("; ");
}

/** `CPU 40 → 55`, and where its weight changed `Steady 100 ×1 → ×3` */
function scoreChanges(was: Side, is: Side, before: ClusterRow | null, after: ClusterRow): string[] {
  if (before === null || before.total === null || after.total === null) return [];
  const term = (side: Side, row: ClusterRow, name: string): { score: number | null; weight: number } => {
    const index = side.scorers.findIndex((of) => of.name === name);
    return index < 0
      ? { score: null, weight: 0 }
      : { score: row.scores[index] ?? null, weight: side.scorers[index]?.weight ?? 0 };
  };
  const names = [...new Set([...was.scorers, ...is.scorers].map(({ name }) => name))];
  const heads = columnNames(names);
  return names.flatMap((name, i) => {
    const [then, now] = [term(was, before, name), term(is, after, name)];
    if ((then.score ?? 0) * then.weight === (now.score ?? 0) * now.weight) return [];
    const weights = then.weight === now.weight ? "" : ` ×${then.weight} → ×${now.weight}`;
    const scores =
      then.weight === 0
        ? integer(now.score ?? 0)
        : now.weight === 0 || then.score === now.score
          ? integer(then.score ?? 0)
          : `${integer(then.score ?? 0)} → ${integer(now.score ?? 0)}`;
    return [`${heads[i] ?? name} ${scores}${weights}`];
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

const asData = (placement: string, was: Side, is: Side, changes: Change[]): object => ({
  placement,
  added: changes.filter(({ kind }) => kind === "added").map(({ cluster }) => cluster),
  removed: changes.filter(({ kind }) => kind === "removed").map(({ cluster }) => cluster),
  clusters: changes.map((change) => ({
    ...change,
    before: withNames(was, change.before),
    after: withNames(is, change.after),
  })),
});

function people(placement: string, was: Side, is: Side, changes: Change[], isWide: boolean): void {
  // What is compared is two decisions: the hub's is a third.
  const { recorded: _, ...two } = is.summary;
  const count = (of: Change["kind"]): number => changes.filter(({ kind }) => kind === of).length;
  const [added, removed] = [count("added"), count("removed")];
  const words =
    added + removed === 0
      ? "the same clusters are selected"
      : `${added === 0 ? "none" : counted(added, "cluster")} added, ` +
        `${removed === 0 ? "none" : counted(removed, "cluster")} removed`;
  const rest =
    changes.length === 0
      ? ", and nothing else differs."
      : `; ${counted(changes.length, "cluster")} ${changes.length === 1 ? "differs" : "differ"} in all.`;
  showCaveats(caveats(two), two, isWide, () =>
    out.line([{ text: placement, look: "strong" }, { text: ": " }, { text: words, look: "strong" }, { text: rest }]),
  );
  const [before, after] = [sentenceText(was.summary), sentenceText(is.summary)];
  out.line(`before: ${before}`, "quiet");
  if (after !== before) out.line(`after:  ${after}`, "quiet");
  for (const line of weightChanges(was, is)) out.line(line);
  if (changes.length === 0) return;
  out.gap();
  out.table(
    [
      { head: "CHANGE" },
      { head: "CLUSTER", gives: true },
      { head: "STATE" },
      { head: "RANK" },
      { head: "TOTAL" },
      { head: "WHY", gives: true },
    ],
    changes.map(({ cluster, kind, before, after, why }): Cell[] => [
      {
        text: kinds[kind],
        look: kind === "added" ? "good" : kind === "removed" ? "bad" : undefined,
      },
      cluster,
      {
        text: arrow(stateText(was, before), stateText(is, after)),
        look: after === null ? undefined : stateLook[after.state],
      },
      arrow(before?.rank, after?.rank),
      arrow(before?.total, after?.total),
      why,
    ]),
    isWide,
  );
}

const stateText = ({ summary }: Side, row: ClusterRow | null): string | null =>
  row === null ? null : stateName(lookOf(row.state, row.reason), isRanked(summary));

function arrow(before: string | number | null | undefined, after: string | number | null | undefined): string {
  const text = (of: typeof before): string => (typeof of === "string" ? of : figure(of));
  const [from, to] = [text(before), text(after)];
  return from === to ? from : `${from} → ${to}`;
}

function weightChanges(was: Side, is: Side): string[] {
  const before = new Map(was.summary.prioritizers.map(({ name, weight }) => [name, weight]));
  return is.summary.prioritizers
    .filter(({ name, weight }) => weight !== (before.get(name) ?? 0))
    .map(({ name, weight }) => `weight of ${name}: ${before.get(name) ?? 0} → ${weight}`);
}
