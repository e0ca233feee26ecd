/** Words for sweeps of a pod's cycle. */
import type { CycleAfter, SweepAnswer, SweepInterval } from "../../../types.js";
import { exactAmount, inOneUnit, isBytes, isCpu } from "../amount.js";
import { formatter, integer } from "../number.js";
import { victimsText } from "../victims.js";
import { fullName } from "../object-name.js";

const share = formatter({ maximumFractionDigits: 6 });

const what: Record<SweepAnswer["parameter"], (subject: string) => string> = {
  weight: (subject) => `the weight of ${subject}`,
  count: () => "numberOfClusters",
  "max-skew": (subject) => `maxSkew of ${subject}`,
  request: (subject) => `the ${subject} request`,
  priority: () => "the priority",
  min: (subject) => `the min of ${subject}`,
  max: (subject) => `the max of ${subject}`,
  watermark: (subject) => subject,
  system: (subject) => subject,
  "compute-unit": (subject) => subject,
};

/** What is swept: `the weight of Steady`, `the cpu request`. */
export const sweptText = ({ parameter, subject }: Pick<SweepAnswer, "parameter" | "subject">): string =>
  what[parameter](subject);

/** A value of what is swept: `500m`, `2Gi`, `7`. */
export const sweptValue = (
  { parameter, subject }: Pick<SweepAnswer, "parameter" | "subject">,
  value: number,
): string => {
  if (parameter === "watermark") return share(value / 1_000_000);
  const resource = resourceOf({ parameter, subject });
  return resource === undefined ? integer(value) : exactAmount(resource, value);
};

/** The resource of which amounts are swept; undefined: none. */
function resourceOf({ parameter, subject }: Pick<SweepAnswer, "parameter" | "subject">): string | undefined {
  if (parameter === "system") return subject.split(".").at(-2) ?? "";
  return ["request", "min", "max"].includes(parameter) ? subject : undefined;
}

/** How a cycle ends: `bound to n1`, `evicts team-b/x on n1`, `waits: over the max of its ElasticQuota`. */
export function endText({ outcome, node, victims, terminating = [], rejectedBy, refused }: CycleAfter): string {
  if (refused) return "the API server refuses the pod";
  switch (outcome) {
    case "Schedulable":
      return `bound to ${node ?? ""}`;
    case "Preempt":
      return victimsText({ victims, terminating }, `on ${node ?? ""}`);
    case "Gated":
      return "scheduling gates block it";
    case "Error":
      return "the scheduler fails";
    case "Unschedulable":
      if (rejectedBy === "OverMax") return "waits: over the max of its ElasticQuota";
      if (rejectedBy === "OverAggregatedMin") return "waits: over the sum of all mins";
      return "waits: no node takes it";
  }
}

/** A range of values with the same outcome, in words. */
export interface SweptRow extends Pick<SweepInterval, "from" | "to"> {
  /** How the cycle ends. */
  text: string;
  /** How many PodDisruptionBudgets that violates. */
  violations: number;
  /** A value with which other nodes have the same score; undefined: none was found. */
  tiedAt: number | undefined;
}

/** `bound to n1; at 500m, other nodes tie` */
export const sweptRowText = (answer: Pick<SweepAnswer, "parameter" | "subject">, { text, tiedAt }: SweptRow): string =>
  tiedAt === undefined ? text : `${text}; at ${sweptValue(answer, tiedAt)}, other nodes tie`;

/** What a tie means, under rows of which one has one; empty: none has. */
export const sweptTiesText = (rows: SweptRow[]): string =>
  rows.some(({ tiedAt }) => tiedAt !== undefined)
    ? "Where nodes tie, kube-scheduler picks one of them at random; the first by name is shown. A row names one " +
      "value at which nodes tie; there may be more."
    : "";

/**
 * The rows of a sweep of a pod. Adjacent rows with the same text list all pods that they evict, and why; rows that
 * still have the same text are merged.
 */
export function sweptRows(intervals: SweepInterval[]): SweptRow[] {
  const short = intervals.map(({ cycle }) => (cycle === null ? "" : endText(cycle)));
  const rows = intervals.map(({ from, to, cycle, tiedAt }, i) => {
    const text = short[i] ?? "";
    const isAlike = text !== "" && (text === short[i - 1] || text === short[i + 1]);
    return {
      from,
      to,
      text: cycle !== null && isAlike ? wholeEndText(cycle) : text,
      violations: cycle?.budgetViolations ?? 0,
      tiedAt,
    };
  });
  const merged: SweptRow[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last !== undefined && last.text === row.text && last.violations === row.violations) {
      last.to = row.to;
      last.tiedAt ??= row.tiedAt;
    } else merged.push(row);
  }
  return merged;
}

/** How a cycle ends, with all pods that it evicts and the reason. */
function wholeEndText(cycle: CycleAfter): string {
  const { outcome, node, rejectedBy } = cycle;
  if (cycle.refused || outcome !== "Preempt") return endText(cycle);
  const why =
    rejectedBy === "OverMax"
      ? "over the max of its ElasticQuota"
      : rejectedBy === "OverAggregatedMin"
        ? "over the sum of all mins"
        : "no node has room";
  return `${why}: ${victimsText(cycle, `on ${node ?? ""}`, Infinity)}`;
}

/** The values of an interval, in one unit: `0 to 500m`, `above 4Gi to 10Gi`, `5001m and more`. */
export function valuesText(
  answer: Pick<SweepAnswer, "parameter" | "subject">,
  { from, to }: Pick<SweepInterval, "from" | "to">,
): string {
  const resource = resourceOf(answer);
  if (to >= Number.MAX_SAFE_INTEGER) return `${sweptValue(answer, from)} and more`;
  if (from === to) return sweptValue(answer, from);
  if (resource === undefined) return `${sweptValue(answer, from)} to ${sweptValue(answer, to)}`;
  if (isCpu(resource)) {
    const isWhole = from % 1000 === 0 && to % 1000 === 0;
    const [low, high] = [from, to].map((value) => (isWhole || value === 0 ? value / 1000 : `${value}m`));
    return `${low ?? ""} to ${high ?? ""}`;
  }
  const [first, last] = [nearRound(resource, from), nearRound(resource, to)];
  const amounts = [first.amount, last.amount];
  const whole = inOneUnit(resource, amounts);
  // A few bytes and a round amount have no unit in common in which both can be read.
  const isLong = isBytes(resource) && /\d{6}/.test((whole[1] ?? "").replaceAll(",", ""));
  const [low = "", high = ""] = isLong ? amounts.map((amount) => exactAmount(resource, amount)) : whole;
  return `${first.side}${first.amount === 0 ? "0" : low} to ${last.side}${high}`;
}

/** The byte behind a round amount, or before one, has a name of ten digits: it is told by that amount. */
function nearRound(resource: string, value: number): { amount: number; side: "" | "above " | "below " } {
  const isRounder = (amount: number): boolean =>
    isBytes(resource) && amount > 0 && exactAmount(resource, amount).length + 2 < exactAmount(resource, value).length;
  if (isRounder(value - 1)) return { amount: value - 1, side: "above " };
  return isRounder(value + 1) ? { amount: value + 1, side: "below " } : { amount: value, side: "" };
}

/** What a sweep of a pod shows, in a sentence. */
export function sweepPodText(answer: SweepAnswer): string {
  const { intervals, inForce, pod, complete } = answer;
  const now = inForce === null ? "without a bound" : sweptValue(answer, inForce);
  const rest = complete ? "" : "; not all values were tried, so it may change at others";
  const here = intervals.find(({ from, to }) => inForce !== null && from <= inForce && inForce <= to);
  const tie = here?.tiedAt !== undefined && here.tiedAt === inForce ? ", which ties with other nodes" : "";
  const end = here?.cycle == null ? "" : `: ${endText(here.cycle)}${tie}`;
  const rows = sweptRows(intervals);
  const outcome = `the outcome for ${pod === null ? "" : fullName(pod)}`;
  if (rows.length < 2)
    return `At every value of ${sweptText(answer)}${rangeOf(answer)}, ${outcome} is the same (now ${now}${end})${rest}`;
  const often = rows.length - 1;
  const changes = often === 1 ? "once" : often === 2 ? "twice" : `${integer(often)} times`;
  return `As ${sweptText(answer)} grows, ${outcome} changes ${changes}; now ${now}${end}${rest}`;
}

/** The amounts that were looked at: ` from 12, its min, to 48`; a max is not looked at below its min. */
function rangeOf(answer: SweepAnswer): string {
  const { intervals, parameter } = answer;
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (first === undefined || last === undefined || resourceOf(answer) === undefined) return "";
  const min = parameter === "max" && first.from > 0 ? ", its min," : "";
  const to = last.to >= Number.MAX_SAFE_INTEGER ? "on" : `to ${sweptValue(answer, last.to)}`;
  return ` from ${sweptValue(answer, first.from)}${min} ${to}`;
}
