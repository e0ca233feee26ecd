/** The difference of two decisions, in words. */
import type { ConditionChange, GroupChange, ObjectChange, WrittenChanges } from "../../difference/placement.js";
import { counted, integer } from "../number.js";
import { fullName } from "../object-name.js";

/** The maximum number of names in a sentence. */
const most = 5;

const list = (names: readonly string[]): string =>
  names.length > most
    ? `${names.slice(0, most).join(", ")} and ${integer(names.length - most)} more`
    : names.length > 1
      ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`
      : names.join("");

/**
 * `prod-1 is removed; 3 other clusters change their state, rank or total.` `written`: the differences in what the hub
 * would write; the sentence has them only if the same clusters are selected.
 */
export function differenceText(
  comes: readonly string[],
  goes: readonly string[],
  others: number,
  written?: WrittenChanges,
): string {
  const verb = (names: readonly string[], one: string, many: string): string[] =>
    names.length === 0 ? [] : [`${list(names)} ${names.length === 1 ? one : many}`];
  const moves = [...verb(comes, "is added", "are added"), ...verb(goes, "is removed", "are removed")].join(", ");
  const start = moves === "" ? "The same clusters are selected" : moves;
  const hub = moves === "" && written !== undefined ? hubText(written) : "";
  if (others === 0) {
    if (hub !== "") return `${start}; ${hub}.`;
    return moves === "" ? `${start}, and nothing else differs.` : `${start}.`;
  }
  const other = moves === "" ? "" : "other ";
  const rest = others === 1 ? `1 ${other}cluster changes its` : `${counted(others, `${other}cluster`)} change their`;
  return `${start}; ${rest} state, rank or total${hub === "" ? "" : `; ${hub}`}.`;
}

/** `other decision groups`, `other PlacementDecisions`, `other conditions` */
function hubText({ groups, objects, conditions }: WrittenChanges): string {
  const parts = [
    ...(groups.length > 0 ? ["decision groups"] : objects.length > 0 ? ["PlacementDecisions"] : []),
    ...(conditions.length > 0 ? ["conditions"] : []),
  ];
  return parts.length === 0 ? "" : `the hub would write other ${parts.join(" and ")}`;
}

/** `+prod-5 −prod-1` */
function moved({ added: comes, removed: goes }: Pick<GroupChange, "added" | "removed">): string {
  const parts = [...(comes.length > 0 ? [`+ ${list(comes)}`] : []), ...(goes.length > 0 ? [`− ${list(goes)}`] : [])];
  return parts.join("; ");
}

/** `decision group 1 (canary): + prod-5; − prod-1` */
export function groupChangeText(change: GroupChange): string {
  const words = moved(change);
  const name = change.name === "" ? "" : ` (${change.name})`;
  return `decision group ${change.index}${name}: ${words || "without clusters"}`;
}

/** `PlacementDecision prod/web-decision-1 is created: + prod-5` */
export function objectChangeText(change: ObjectChange): string {
  const words = moved(change);
  const verb = change.change === "changed" ? "changes" : `is ${change.change}`;
  return `PlacementDecision ${fullName(change)} ${verb}${words === "" ? "" : `: ${words}`}`;
}

/** Placements of two texts: how many change, how many only one of the texts has, and how many there are in all. */
export interface PlacementCounts {
  /** Both texts have them, and the decision or a condition differs. */
  changed: number;
  /** Only the second text has them. */
  added: number;
  /** Only the first text has them. */
  gone: number;
  /** In either text. */
  all: number;
}

/** `2 of 7 placements change: 1 is new, 1 is gone` */
export function placementCountsText({ changed, added, gone, all }: PlacementCounts): string {
  const count = changed + added + gone;
  const ones = [
    ...(added === 0 ? [] : [`${integer(added)} ${added === 1 ? "is" : "are"} new`]),
    ...(gone === 0 ? [] : [`${integer(gone)} ${gone === 1 ? "is" : "are"} gone`]),
  ];
  const words = `${integer(count)} of ${counted(all, "placement")} change${count === 1 ? "s" : ""}`;
  return ones.length === 0 ? words : `${words}: ${ones.join(", ")}`;
}

/** `condition PlacementSatisfied: True (AllDecisionsScheduled) → False (NotAllDecisionsScheduled)` */
export function conditionChangeText({ type, before, after }: ConditionChange): string {
  const text = (of: ConditionChange["before"]): string => (of === null ? "none" : `${of.status} (${of.reason})`);
  const [was, is] = [text(before), text(after)];
  return `condition ${type}: ${was === is ? `${is}, other message: ${after?.message ?? ""}` : `${was} → ${is}`}`;
}
