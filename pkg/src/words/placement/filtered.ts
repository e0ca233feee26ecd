/** Why a filter removes a cluster. */
import type { CelBudget, NotSelectedReason, RequirementResult } from "../../../types.js";

/** Why a filter removes a cluster, as data. */
export type FilterReason = Extract<NotSelectedReason, { type: "predicate" | "taint" | "misconfigured" }>;

/** The compiler of CEL shows the position below its message; the input shows it, too. */
export const firstLine = (message: string): string => /^.*/.exec(message)?.[0] ?? "";

/** Why a filter removes a cluster, in one line. `isWhole`: expressions are not cut. */
export function filteredText(reason: FilterReason, isWhole = false): string {
  switch (reason.type) {
    case "predicate":
      return firstLine(`${requirementFault(reason.requirement, isWhole)}${othersText(reason.others)}`);
    case "taint":
      return taintFault(reason);
    case "misconfigured":
      return firstLine(reason.message);
  }
}

/** Which budget of cost a CEL expression exceeds. */
export const overdrawnText = (budget: CelBudget): string =>
  budget === "expression"
    ? "runs out of budget: it costs more than 1,000,000 on this cluster"
    : "runs out of budget: with the expressions before it, it costs more than 10,000,000 on this cluster";

function othersText(others: number): string {
  if (others === 0) return "";
  return others === 1
    ? "; the other predicate does not match either"
    : `; the other ${others} predicates do not match either`;
}

/** A requirement, and the value that the cluster has instead. */
export function requirementFault(
  { on, key, operator, values, actual, error, overdrawn }: RequirementResult,
  isWhole: boolean,
): string {
  if (on === "cel") {
    const expression = `\`${isWhole ? inOneLine(key) : shortened(key)}\``;
    if (overdrawn !== null) return `${expression} ${overdrawnText(overdrawn)}`;
    if (error !== null) return `${expression} fails: ${error}`;
    return actual === null ? `${expression} was not evaluated` : `${expression} is ${actual}`;
  }
  const found = `${on} \`${key}\` is ${actual === null ? "missing" : quoted(actual)}`;
  const asked = values.map(quoted).join(", ");
  const oneOf = values.length === 1 ? "" : "one of ";
  switch (operator) {
    case "Exists":
      return found;
    case "DoesNotExist":
      return `${found}, but must not exist`;
    case "NotIn":
      return `${found}, but must not be ${oneOf}${asked}`;
    case "In":
      return `${found}, but must be ${oneOf}${asked}`;
    default:
      return `${found}, but must be ${asked}`;
  }
}

/** A value; the empty one, which nothing would stand for, as a word. */
const quoted = (value: string): string => (value === "" ? "empty" : `\`${value}\``);

/** The largest length of an expression in a line, in characters. */
const MOST = 80;

const inOneLine = (expression: string): string => expression.trim().replace(/\s+/gu, " ");

/** An expression in one line, short enough for a sentence. */
function shortened(expression: string): string {
  const line = inOneLine(expression);
  const characters = [...line.slice(0, 2 * MOST + 2)];
  return characters.length > MOST ? `${characters.slice(0, MOST).join("")}…` : line;
}

/** Its own decision may not be in the input. */
const WHILE_NEW = ", which counts only while the placement has not selected the cluster";

function taintFault({ key, value, effect, expired, addedByHub }: Extract<FilterReason, { type: "taint" }>): string {
  const taint = `taint \`${taintText({ key, value, effect })}\``;
  if (addedByHub === true) return `not available: the hub adds ${taint}, which is not tolerated`;
  if (expired === null) return `${taint} is not tolerated${effect === "NoSelectIfNew" ? WHILE_NEW : ""}`;
  return expired.ended === null
    ? `${taint} has no \`timeAdded\`, so its toleration has ended`
    : `${taint} was tolerated until ${expired.ended}`;
}

/** `key=value:effect`, as kubectl writes it. */
export const taintText = ({ key, value, effect }: { key: string; value: string; effect: string }): string =>
  `${key}${value === "" ? "" : `=${value}`}:${effect}`;
