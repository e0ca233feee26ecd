/** What all parts of `schedscope sweep` whose answer does not hang on the time have in common. */
import type { SweepAnswer, SweepOptions } from "../../types.js";
import { allCaveats } from "../words/pod-caveats.js";
import { valuesText } from "../words/whatif.js";
import { showCaveats } from "./caveats.js";
import { misuse } from "./exit.js";
import { print } from "./format.js";
import type { TextOptions } from "./options.js";
import { prepared } from "./progress.js";
import { out } from "./screen.js";
import { failDoubtful, type Session } from "./session.js";
import type { Cell, TableColumn } from "./table.js";

/** How the intervals are printed for people. */
export interface IntervalTable {
  /** The first sentence. */
  sentence(answer: SweepAnswer): string;
  /** The head of the values. */
  head(answer: SweepAnswer): string;
  /** The columns behind the values and the mark of the one in force. */
  columns(answer: SweepAnswer): TableColumn[];
  /** The rows, with their cells. */
  rows(answer: SweepAnswer): IntervalRow[];
}

/** Values that read alike. */
export interface IntervalRow {
  /** The first value. */
  from: number;
  /** The last value. */
  to: number;
  /** The cells behind them. */
  cells: Cell[];
}

/** What is given of options of which there may be one; `others`: options that do not go with them. */
export function oneOf<T extends object>(parameters: T, others: unknown[], how: string): Partial<T> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  if (given.length !== 1 || others.some((one) => one !== undefined)) throw misuse("one parameter is swept", how);
  return Object.fromEntries(given) as Partial<T>;
}

/** Sweeps one parameter, and prints the intervals. */
export async function sweepIntervals(
  { scenario }: Session,
  options: TextOptions,
  about: SweepOptions,
  table: IntervalTable,
): Promise<void> {
  // The time plays no part.
  const asked: SweepOptions = { now: "1970-01-01T00:00:00Z", ...about };
  await prepared(scenario, "sweep", asked);
  const answer = scenario.sweep(asked);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => table.rows(answer).map((row) => valuesText(answer, row)),
    people: (isWide) => people(answer, table, isWide),
  });
  failDoubtful(answer);
}

function people(answer: SweepAnswer, { sentence, head, columns, rows }: IntervalTable, isWide: boolean): void {
  const { inForce } = answer;
  showCaveats(allCaveats(answer), isWide, () => out.line(sentence(answer)));
  out.gap();
  const cells = rows(answer).map((row): Cell[] => {
    const isNow = inForce !== null && row.from <= inForce && inForce <= row.to;
    return [valuesText(answer, row), isNow ? "now" : "", ...row.cells];
  });
  out.table([{ head: head(answer) }, { head: "" }, ...columns(answer)], cells, isWide);
}
