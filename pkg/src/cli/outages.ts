/** The times without a scheduler. */
import type { VmOutage } from "../../types.js";
import { timeText, vmProblemText } from "../words/vms.js";
import { out } from "./screen.js";
import type { Cell } from "./table.js";

/** The outages that nobody asked for, as a table. */
export function outagesTable(all: VmOutage[], isWide: boolean): void {
  const outages = all.filter(({ problem }) => problem !== null);
  if (outages.length > 0) {
    out.head("Outages");
    out.table(
      [{ head: "FROM" }, { head: "UNTIL" }, { head: "STEP" }, { head: "CAUSE", gives: true }],
      outages.map(({ from, until, step, problem }): Cell[] => [
        timeText(from),
        until === null ? { text: "the end", look: "bad" } : timeText(until),
        `${step ?? "-"}`,
        problem === null ? "-" : vmProblemText(problem),
      ]),
      isWide,
    );
  }
}
