/** Reports of sweeps. */
import type { DecideAnswer, Findings, SweepAnswer, SweepInterval } from "../../types.js";
import { allCaveats } from "../words/pod-caveats.js";
import {
  intervalExchange,
  intervalText,
  migrationsText,
  parameterText,
  runText,
  sweepPodText,
  sweepText,
  sweepVmsText,
  sweptRows,
  sweptRuns,
  unplacedText,
  valuesText,
} from "../words/whatif.js";
import { sweptClusters } from "../words/whatif/sweep.js";
import { type SweptRow, sweptRowText, sweptTiesText } from "../words/whatif/sweep-pod.js";
import { quiet } from "../words/phrase.js";
import { answerBlocks, bad, type Block, type ColumnOf, column, facts, long, number, table, warning } from "./block.js";
import { aboutPlacement, rankReport, stabilityReport } from "./whatif.js";

/** The selection over the values of a parameter. `cluster`: whose rank is shown, too. `isWide`: with all details. */
export function sweepReport(
  summary: DecideAnswer & Findings,
  answer: SweepAnswer,
  cluster: string | undefined,
  isWide: boolean,
): Block[] {
  if (answer.rank !== undefined) return rankReport(summary, answer.rank);
  if (answer.stability !== undefined) return stabilityReport(summary, answer.stability, isWide);
  const { parameter, intervals, inForce, points } = answer;
  const head = parameter === "count" ? "number" : parameter === "max-skew" ? "max skew" : parameter;
  const isNow = (of: SweepInterval): boolean =>
    inForce !== null && of.from <= inForce && (inForce <= of.to || of === intervals.at(-1));
  const span = (from: number | null, to: number | null): string =>
    from === null || to === null ? "-" : intervalText({ from: Math.min(from, to), to: Math.max(from, to) });
  return [
    ...aboutPlacement(summary, sweepText(answer)),
    {
      kind: "chart",
      parameter: head,
      intervals,
      inForce,
      bars: sweptClusters(answer),
      on: "selected",
      off: "not selected",
    },
    ...table(intervals.length > 1 ? intervals : [], [
      column(head, intervalText),
      column("", (of) => (isNow(of) ? "now" : "")),
      number("Selected", ({ decided, selected }) => (decided ? selected : "-")),
      long("Against the row above", intervalExchange),
    ]),
    ...(cluster === undefined
      ? []
      : table(
          sweptRuns(points),
          [
            column(head, ({ from, to }) => intervalText({ from: from.value, to: to.value })),
            number("Rank", ({ from }) => from.rank),
            number("Total", ({ from, to }) => span(from.total, to.total)),
            column("State", ({ from }) => (from.selected ? "selected" : "not selected")),
          ],
          { title: `${cluster} over ${parameterText(answer)}` },
        )),
  ];
}

/** The cycle of a pod over the values of a parameter. */
export function podSweepReport(answer: SweepAnswer & Findings): Block[] {
  const rows = sweptRows(answer.intervals);
  const head = answer.parameter === "priority" ? "priority" : `${answer.subject} ${answer.parameter}`;
  const columns = [
    long<SweptRow>("Result", (row) => sweptRowText(answer, row)),
    column<SweptRow>("", ({ violations }) => warning(violations > 0 ? "violates a PodDisruptionBudget" : "")),
  ];
  return [...intervalReport(answer, sweepPodText(answer), head, rows, columns), ...facts([quiet(sweptTiesText(rows))])];
}

/** The run of a timeline over the values of a parameter. */
export const vmSweepReport = (answer: SweepAnswer & Findings): Block[] =>
  intervalReport(answer, sweepVmsText(answer), answer.subject.split(".").slice(-2).join(" "), answer.intervals, [
    number("Migrations", ({ run }) => run?.migrations),
    number("Not granted", ({ run }) => run?.denied),
    column("", (of) => bad(of.run?.starts === false ? runText(of) : "")),
    answer.intervals.some(({ run }) => (run?.unplaced ?? 0) > 0) &&
      column("Not on a node", (of) => bad(unplacedText(of))),
    long("Migrates, against the row above", migrationsText),
  ]);

function intervalReport<Row extends { from: number; to: number }>(
  answer: SweepAnswer & Findings,
  sentence: string,
  head: string,
  rows: Row[],
  columns: (ColumnOf<Row> | false)[],
): Block[] {
  const { inForce } = answer;
  const isNow = ({ from, to }: Row): boolean => inForce !== null && from <= inForce && inForce <= to;
  return [
    ...answerBlocks(allCaveats(answer), [sentence]),
    ...table(rows, [
      column(head, (row) => valuesText(answer, row)),
      column("", (row) => (isNow(row) ? "now" : "")),
      ...columns,
    ]),
  ];
}
