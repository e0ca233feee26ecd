/** Two runs of a timeline against each other, in words. */
import type { TimelineDifference } from "../../difference/timeline.js";
import type { VmMigration, VmTotals } from "../../../types.js";
import { grantOf, type RequestChange, type VmRequest } from "../../difference/requests.js";
import { counted, integer } from "../number.js";
import { timeText } from "./time.js";
import { unitsShort } from "./words.js";
import { fullName } from "../object-name.js";

/** Requests that are named in a sentence. */
const mostNamed = 3;

/** What a run is counted by where two are compared. */
export const totalNames: Record<keyof VmTotals, string> = {
  accepted: "requests answered",
  notInFull: "requests not answered in full",
  refused: "requests refused",
  unanswered: "requests without an answer",
  migrations: "migrations",
  failed: "failed migrations",
  open: "migrations under way",
  overBudget: "times over budget after a start",
  stepsUnderPressure: "steps with too much pressure",
};

/** `3 → 5 requests refused, 0 → 2 migrations; 2 nodes end differently.` */
export function timelineDifferenceText(difference: Omit<TimelineDifference, "before" | "after">): string {
  const { totals: counts, requests, migrations, nodes, unplaced, placed } = difference;
  const parts = counts.map(({ total, before, after }) => `${integer(before)} → ${integer(after)} ${totalNames[total]}`);
  // The number of migrations may be the same where other VMs migrate.
  if (migrations.length > 0 && !counts.some(({ total }) => total === "migrations"))
    parts.push(`${counted(migrations.length, "migration")} ${migrations.length === 1 ? "differs" : "differ"}`);
  if (unplaced.length > 0)
    parts.push(`${integer(unplaced.length)} more ${unplaced.length === 1 ? "VM has" : "VMs have"} no node`);
  if (placed.length > 0)
    parts.push(`${integer(placed.length)} more ${placed.length === 1 ? "VM has" : "VMs have"} a node`);
  const ends =
    nodes.length === 0 ? "" : `${counted(nodes.length, "node")} ${nodes.length === 1 ? "ends" : "end"} differently`;
  const more = requests.length - mostNamed;
  const named = requests
    .slice(0, mostNamed)
    .map((change) => `${fullName(change.pod)} at ${timeText(change.at)}: ${answersText(change)}`);
  const asks = [...named, ...(more > 0 ? [`and ${integer(more)} more`] : [])].join(", ");
  if (parts.length === 0 && ends === "" && asks === "") return "Both runs have the same result.";
  return `${[parts.join(", "), asks, ends].filter((part) => part !== "").join("; ")}.`;
}

/** `granted → refused`: what becomes of a request in both runs. */
export const answersText = ({ before, after }: RequestChange): string => `${grantText(before)} → ${grantText(after)}`;

/** `granted 6/24`, `4/16 of 6/24`, `refused`: what becomes of a request. */
export function grantText(request: VmRequest | null): string {
  if (request === null) return "not asked";
  const { want, permit } = request;
  const grant = grantOf(request);
  if (permit === null || want === null) return grant === "refused" ? "refused" : "unanswered";
  return grant === "granted" ? `granted ${unitsShort(permit)}` : `${unitsShort(permit)} of ${unitsShort(want)}`;
}

/** `n1 → n2`, `n1 → no node, failed`: how a migration goes; a dash without one. */
export function migrationText(migration: VmMigration | null): string {
  if (migration === null) return "–";
  const { from, to, failed, ended } = migration;
  return `${from} → ${to ?? "no node"}${failed ? ", failed" : ended === null ? ", under way" : ""}`;
}
