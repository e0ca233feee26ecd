/** Why a request was answered so: the checks of a migration, of the compute unit, and the queue. */
import type { VmRequestExplanation, VmAmount } from "../../../types.js";
import type { Check } from "../check.js";
import { integer } from "../number.js";
import { queuePlace, unitsWords } from "./words.js";
import { fullName, isSameName } from "../object-name.js";

/** The conditions for a migration to start, in the order in which they are checked. */
export function migrationChecks({ migration, node, pressure }: VmRequestExplanation): Check[] {
  const { wasHead, wasTooMuchPressure, forced, already, enabled } = migration;
  return [
    {
      rule: "Head of the queue",
      holds: wasHead,
      words: `it was ${wasHead ? "" : "not "}the head of the queue before this request`,
    },
    {
      rule: "Too much pressure",
      holds: wasTooMuchPressure,
      words:
        `${node} was ${wasTooMuchPressure ? "" : "not "}under too much ` +
        `pressure${pressure === null ? "" : " before this request"}`,
    },
    {
      rule: "Marked",
      holds: forced ? true : null,
      words: forced ? "it is marked to migrate" : "it is not marked to migrate",
    },
    { rule: "Not migrating", holds: !already, words: already ? "it is migrating already" : "it is not migrating yet" },
    {
      rule: "Enabled",
      holds: enabled,
      words: enabled ? "migrations are on: `doMigration` is not false" : "migrations are off: `doMigration` is false",
    },
  ];
}

/** The result of the checks. */
export const migrationVerdict = ({ migration }: VmRequestExplanation): string => {
  if (migration.starts)
    return migration.forced && !(migration.wasHead && migration.wasTooMuchPressure)
      ? "The migration starts: it was marked."
      : "The migration starts: it was the head, and there was too much pressure.";
  return migration.already ? "No migration starts: one is already under way." : "No migration starts.";
};

/** Whether the request is a multiple of the unit that its agent knew. */
export function unitCheck({ want, lastComputeUnit, status, cpu, migration }: VmRequestExplanation): Check {
  const rule = "Compute unit";
  if (migration.already)
    return { rule, holds: null, words: "not checked: while it migrates, it must ask for exactly what it has" };
  if (lastComputeUnit === null)
    return { rule, holds: null, words: "not checked: no compute unit was sent to this pod yet" };
  const [cpus, slots] = [quotient(want.vCPUs, lastComputeUnit.vCPUs), quotient(want.mem, lastComputeUnit.mem)];
  const sums =
    `${integer(want.vCPUs)} / ${integer(lastComputeUnit.vCPUs)} = ${cpus}, ${integer(want.mem)} / ` +
    `${integer(lastComputeUnit.mem)} = ${slots}`;
  const isMultiple = cpus === slots && !cpus.includes("remainder");
  const holds = status === 200 || cpu !== null ? true : isMultiple;
  return {
    rule,
    holds,
    words: `${unitsWords(lastComputeUnit)}, as last sent: ` + `${sums}${holds ? "" : ": not the same whole number"}`,
  };
}

function quotient(amount: number, unit: number): string {
  if (unit === 0) return "undefined";
  const rest = amount % unit;
  return rest === 0 ? integer(amount / unit) : `${integer(Math.floor(amount / unit))} remainder ${integer(rest)}`;
}

/** Where the pod stood in the queue, and stands. */
export function queueText({ queue, pod, migration }: VmRequestExplanation): string {
  const { before, after, headBefore, headAfter, length } = queue;
  const size = `${integer(length)} in the queue`;
  const gone = migration.starts ? "removed now: it migrates" : "not in it now";
  const move =
    before === after
      ? `${after < 0 ? "still" : "stays"} ${queuePlace(after)}`
      : `${queuePlace(before)} before, ${after < 0 ? gone : `${queuePlace(after)} now`}`;
  const head =
    isSameName(headBefore, headAfter) || headAfter === null
      ? ""
      : `; the head ${headBefore === null ? "is" : `was ${fullName(headBefore)}, is`} ` +
        `${isSameName(headAfter, pod) ? "this pod" : fullName(headAfter)} now`;
  return `${move}${head}; ${size}.`;
}

/** The unit that the pod knows from now on. */
export const unitText = (unit: VmAmount | null): string =>
  unit === null ? "" : `Its agent is sent the compute unit: ${unitsWords(unit)}.`;
