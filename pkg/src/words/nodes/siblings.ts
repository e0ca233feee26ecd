/** What a change does for the other pending pods of the workload. */
import { integer } from "../number.js";

/** As the end of what comes of a change; empty where it is unknown. `placed`: how many pods get nodes with it. */
export function siblingsText(pending: number, placed: number | null | undefined): string {
  if (placed === null || placed === undefined) return "";
  const of = placed === pending ? `all ${integer(pending)}` : `${integer(placed)} of the ${integer(pending)}`;
  return `; ${of} pending pods of the workload get nodes`;
}
