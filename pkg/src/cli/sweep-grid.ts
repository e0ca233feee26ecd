/** The part of `schedscope sweep` about two parameters. */
import type { Command } from "commander";
import type { GridAxisOptions, SweepGridAnswer } from "../../types.js";
import { counted } from "../words/number.js";
import { axisText, gridColumns, gridText, intervalText, outcomeAt, outcomeText } from "../words/whatif.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import type { TextOptions } from "./options.js";
import { prepared } from "./progress.js";
import { out } from "./screen.js";
import type { Session } from "./session.js";
import { type Cell, figure } from "./table.js";
import { type Asked, prioritizerOf, say } from "./whatif.js";

/** The second parameter. */
export interface GridOptions {
  byWeight?: string;
  byCount?: true;
  bySkew?: string;
}

/** More columns and rows of the grid, and more outcomes, are not printed. */
const mostColumns = 24;
const mostRows = 40;
const mostOutcomes = 52;
/** The letters of the outcomes behind the first one, which is as it is. */
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Adds the options about a second parameter. */
export const withGrid = (command: Command): Command =>
  command
    .option("--by-weight <name>", "a second parameter: the weight of another prioritizer; the answer is a grid")
    .option("--by-count", "a second parameter: numberOfClusters")
    .option("--by-skew <key>", "a second parameter: the max skew of a spread constraint");

/** The second parameter that is given; undefined: none. */
export function secondAxis(asked: Asked, { byWeight, byCount, bySkew }: GridOptions): GridAxisOptions | undefined {
  const given = [byWeight, byCount, bySkew].filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  if (given.length > 1) throw misuse("a grid has two parameters", "give one of --by-weight, --by-count and --by-skew");
  if (byWeight !== undefined) return { weight: prioritizerOf(asked, byWeight) };
  return bySkew === undefined ? { count: true } : { maxSkew: bySkew };
}

/** Sweeps two parameters, and prints the grid. */
export async function sweepGrid(
  { scenario }: Session,
  asked: Asked,
  [rows, columns]: [GridAxisOptions, GridAxisOptions],
  options: TextOptions,
): Promise<void> {
  const question = { ...asked.question, rows, columns };
  await prepared(scenario, "sweepGrid", question);
  const answer = scenario.sweepGrid(question);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.grid.map(intervalText),
    people: (isWide) => people(asked, answer, isWide),
  });
}

function people(asked: Asked, answer: SweepGridAnswer, isWide: boolean): void {
  say(asked, gridText(answer), isWide);
  if (answer.count < 2) return;
  const { grid, outcomes } = answer;
  const mark = (outcome: number): string => (outcome === 0 ? "·" : (letters[outcome - 1] ?? "*"));
  out.gap();
  out.line(`Rows: ${axisText(answer.rows)}. Columns: ${axisText(answer.columns)}.`, "quiet");
  out.gap();
  const columns = gridColumns(answer);
  const shown = columns.slice(0, isWide ? columns.length : mostColumns);
  const lines = grid.slice(0, isWide ? grid.length : mostRows);
  out.table(
    [{ head: "" }, ...shown.map((column) => ({ head: intervalText(column) }))],
    lines.map((row): Cell[] => [intervalText(row), ...shown.map((column) => mark(outcomeAt(row, column)))]),
    isWide,
  );
  const more = [
    ...(shown.length < columns.length ? [counted(columns.length - shown.length, "more column", "more columns")] : []),
    ...(lines.length < grid.length ? [counted(grid.length - lines.length, "more row", "more rows")] : []),
  ];
  if (more.length > 0) out.line(`and ${more.join(" and ")} (-o wide)`, "quiet");
  out.gap();
  const listed = outcomes.slice(0, mostOutcomes + 1);
  out.table(
    [
      { head: "" },
      { head: "PAIRS", align: "right" },
      { head: "SELECTED", align: "right" },
      { head: "AGAINST NOW", gives: true },
    ],
    listed.map((outcome, at): Cell[] => [
      mark(at),
      figure(outcome.cells),
      outcome.decided ? figure(outcome.selected) : "-",
      outcomeText(outcome, at),
    ]),
    isWide,
  );
  const rest = answer.count - listed.length;
  if (rest > 0) out.line(`and ${counted(rest, "more selection", "more selections")} (*)`, "quiet");
}
