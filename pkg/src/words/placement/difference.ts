/** Two decisions against each other, in words. */
import { counted, integer } from "../number.js";

/** At most so many names stand in a sentence. */
const most = 5;

const list = (names: readonly string[]): string =>
  names.length > most
    ? `${names.slice(0, most).join(", ")} and ${integer(names.length - most)} more`
    : names.length > 1
      ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`
      : names.join("");

/** `prod-5 and prod-6 come in, prod-1 goes; 3 other clusters change their state, rank or total.` */
export function differenceText(comes: readonly string[], goes: readonly string[], others: number): string {
  const verb = (names: readonly string[], one: string, many: string): string[] =>
    names.length === 0 ? [] : [`${list(names)} ${names.length === 1 ? one : many}`];
  const moves = [...verb(comes, "comes in", "come in"), ...verb(goes, "goes", "go")].join(", ");
  const start = moves === "" ? "The same clusters are selected" : moves;
  if (others === 0) return moves === "" ? `${start}, and nothing else differs.` : `${start}.`;
  const other = moves === "" ? "" : "other ";
  const rest = others === 1 ? `1 ${other}cluster changes its` : `${counted(others, `${other}cluster`)} change their`;
  return `${start}; ${rest} state, rank or total.`;
}
