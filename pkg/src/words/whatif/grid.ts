/** Words for sweeps of two parameters. */
import type { GridAxis, GridOutcome, GridRows, SweepGridAnswer } from "../../../types.js";
import { counted, integer } from "../number.js";
import { exchangeText } from "./exchange.js";
import { sweptText } from "./sweep-pod.js";

/** An axis: `the weight of Steady, −10 to 10 (now 3)`. */
export function axisText(axis: GridAxis): string {
  const now = axis.inForce === null ? "all clusters" : integer(axis.inForce);
  return `${sweptText(axis)}, ${integer(axis.from)} to ${integer(axis.to)} (now ${now})`;
}

/** What a grid shows, in a sentence. */
export function gridText(answer: SweepGridAnswer): string {
  const { rows, columns, outcomes, count, complete } = answer;
  const pairs = (rows.to - rows.from + 1) * (columns.to - columns.from + 1);
  const same = outcomes[0]?.cells ?? 0;
  const rest = complete ? "" : "; not all values were tried";
  const what = `${sweptText(rows)} and ${sweptText(columns)}`;
  if (count === 1) return `Whatever ${what} are, the same clusters are selected${rest}`;
  const kept = `${integer(same)} of ${counted(pairs, "pair")} of values keep the one in force`;
  return `Over ${what} there are ${counted(count, "selection")}: ${kept}${rest}`;
}

/** What an outcome selects, against the decision as it is. */
export function outcomeText(outcome: GridOutcome, number: number): string {
  if (!outcome.decided) return "the placement is misconfigured";
  return number === 0 ? "as it is" : exchangeText(outcome);
}

/** Columns of a grid next to each other that have one outcome in each row. */
export interface GridColumn {
  from: number;
  to: number;
}

/** The columns of a grid, those that are alike taken together. */
export function gridColumns({ grid, columns }: Pick<SweepGridAnswer, "grid" | "columns">): GridColumn[] {
  const starts = [...new Set(grid.flatMap(({ runs }) => runs.map(({ from }) => from)))].sort((a, b) => a - b);
  return starts.map((from, at) => ({ from, to: (starts[at + 1] ?? columns.to + 1) - 1 }));
}

/** The number of the outcome of a row in a column. */
export const outcomeAt = ({ runs }: GridRows, { from }: GridColumn): number =>
  runs.find((run) => run.from <= from && from <= run.to)?.outcome ?? 0;
