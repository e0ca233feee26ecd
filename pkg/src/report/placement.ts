/** The report of a decision: its clusters, best first, and the Applications of Argo CD. */
import type {
  ExplainClusterAnswer,
  ClusterRow,
  ClusterState,
  DecideAnswer,
  Findings,
  SpreadDomain,
} from "../../types.js";
import { onceEach } from "../words/caveat.js";
import { integer } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import {
  applicationNotes,
  applicationsText,
  caveats,
  columnNames,
  comparedText,
  deletionText,
  groupsText,
  isDecided,
  isRanked,
  isSame,
  lookOf,
  madeApplications,
  placementsText,
  sentenceText,
  rowReason,
  sentence,
  stateName,
  verdict,
} from "../words/placement.js";
import { fullName } from "../words/object-name.js";
import { finalScore, spreadScoreText, spreadVerdict } from "../words/spread.js";
import {
  answerBlocks,
  type Block,
  column,
  facts,
  type Line,
  list,
  long,
  type Look,
  link,
  number,
  table,
  warning,
  wide,
} from "./block.js";

/** The look of a state. */
export const stateLook: Record<ClusterState, Look | undefined> = {
  selected: "good",
  feasible: undefined,
  filtered: "warning",
  excluded: "quiet",
};

/** Many placements, in a line each. */
export function placementsReport(summaries: (DecideAnswer & Findings)[]): Block[] {
  const all = summaries.flatMap((summary) => caveats(summary));
  const [first] = summaries;
  const name = first === undefined ? "" : fullName(first.placement);
  return [
    ...answerBlocks(onceEach(all), [
      `${placementsText(summaries)}.`,
      [quiet(`schedscope place -p ${name} prints the clusters of one.`)],
    ]),
    ...list(
      summaries.map((summary) =>
        summary.clusterCounts.selected === 0 ? warning(sentenceText(summary)) : sentenceText(summary),
      ),
    ),
  ];
}

/**
 * A decision with these of its clusters. `cutOff`: the total of the last selected cluster; null: nothing is cut.
 * `left`: clusters that are left out.
 */
export function decisionReport(
  summary: DecideAnswer & Findings,
  rows: readonly ClusterRow[],
  cutOff: number | null,
  isWide: boolean,
  left = 0,
): Block[] {
  const { subject, verdict: of, rest } = sentence(summary);
  const run = summary.spread;
  const terms = run === null ? null : summary.spreadConstraints;
  // Spread has no score of a cluster alone: it is counted step by step.
  const scorers = summary.prioritizers
    .filter(({ weight }) => weight !== 0)
    .map(({ name, weight }, index) => ({ name, weight, index }))
    .filter(({ name }) => isWide && !(name === "Spread" && run !== null));
  const heads = columnNames(scorers.map(({ name }) => name));
  return [
    ...answerBlocks(caveats(summary), [
      [
        link("Placement", subject, "strong"),
        { text: ` ${of.before}` },
        { text: of.number, look: "strong" },
        { text: of.after },
        quiet(rest === "" ? "" : ` ${rest}`),
      ],
      quiet(groupsText(summary)),
      recordedLine(summary),
    ]),
    ...table(
      rows,
      [
        long("Cluster", ({ name }) => link("ManagedCluster", name)),
        column("State", (row) => ({ text: stateText(row, summary), look: stateLook[row.state] })),
        number("Rank", ({ rank }) => rank),
        number(run === null ? "Total" : "Prioritizers", ({ total }) => total),
        run !== null && number(`Spread ×${integer(run.weight)}`, ({ spread }) => spreadScoreText(spread, run.weight)),
        run !== null && number("Final", (row) => finalScore(row, run)),
        ...scorers.map(({ weight, index }, i) =>
          wide(number<ClusterRow>(`${heads[i] ?? ""} ×${integer(weight)}`, ({ scores }) => scores[index])),
        ),
        long("Why", (row) => rowReason(row, cutOff, terms, summary.numberOfClusters, true)),
      ],
      { rest: { count: left, what: "cluster" } },
    ),
    ...applications(summary, isWide),
  ];
}

/** The word for what became of a cluster. */
export const stateText = ({ state, reason }: ClusterRow, summary: DecideAnswer): string =>
  stateName(lookOf(state, reason), isRanked(summary), isDecided(summary));

/** What became of a cluster, whole sentences. `blocking`: the domain that keeps it from being picked. */
export const clusterVerdict = (
  explanation: ExplainClusterAnswer,
  summary: DecideAnswer,
  blocking: SpreadDomain | null,
): string =>
  explanation.spread === null
    ? verdict(explanation, summary.clusterCounts.feasible, summary.numberOfClusters)
    : spreadVerdict(explanation, summary, blocking);

/** That a hub has recorded the same; nothing where it has not. */
export const recordedLine = ({ recorded, notes }: DecideAnswer): Line =>
  quiet(recorded !== undefined && isSame(recorded) ? comparedText(recorded, undefined, notes) : "");

/** What Argo CD makes of a decision: a sentence for each ApplicationSet, and the Applications if all is wanted. */
export const applications = ({ applications: all }: DecideAnswer, isWide: boolean): Block[] =>
  (all ?? []).flatMap((of) => [
    ...facts([applicationsText(of)], { isApart: true }),
    // The warning of an empty decision has them already.
    ...list(deletionText(of) === undefined ? applicationNotes(of).map(quiet) : []),
    ...table(isWide ? madeApplications(of) : [], [
      column("Application", ({ name }) => name),
      column("Cluster", ({ clusterName }) => link("ManagedCluster", clusterName)),
      column("Destination", ({ destination: { name, server } }) => (name === "" ? server : name)),
      column("Namespace", ({ destination }) => destination.namespace),
    ]),
  ]);
