/** Words for sweeps of a pod's cycle. */
import type { CycleAfter, SweepAnswer, SweepInterval } from "../../../types.js";
import { exactAmount } from "../amount.js";
import { counted, formatter, integer } from "../number.js";
import { listed } from "../phrase.js";

const share = formatter({ maximumFractionDigits: 6 });

const what: Record<SweepAnswer["parameter"], (subject: string) => string> = {
  weight: (subject) => `the weight of ${subject}`,
  count: () => "numberOfClusters",
  "max-skew": (subject) => `the max skew of ${subject}`,
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
  if (parameter === "system") return exactAmount(subject.split(".").at(-2) ?? "", value);
  return ["request", "min", "max"].includes(parameter) ? exactAmount(subject, value) : integer(value);
};

/** How a cycle ends: `bound to n1`, `evicts team-b/x on n1`, `waits: over the max of its ElasticQuota`. */
export function endText({ outcome, node, victims, rejectedBy, refused }: CycleAfter): string {
  if (refused) return "a ResourceQuota refuses the pod";
  switch (outcome) {
    case "Schedulable":
      return `bound to ${node ?? ""}`;
    case "Preempt":
      return `evicts ${victims.length > 3 ? counted(victims.length, "pod") : listed(victims)} on ${node ?? ""}`;
    case "Gated":
      return "scheduling gates hold it back";
    case "Error":
      return "the scheduler fails";
    case "Unschedulable":
      if (rejectedBy === "OverMax") return "waits: over the max of its ElasticQuota";
      if (rejectedBy === "OverAggregatedMin") return "waits: over the sum of all mins";
      return "waits: no node takes it";
  }
}

/** Values with the same outcome, and that in words. */
export interface SweptRow extends Pick<SweepInterval, "from" | "to"> {
  /** How the cycle ends. */
  text: string;
  /** How many PodDisruptionBudgets that violates. */
  violations: number;
}

/**
 * The rows of a sweep of a pod. Where two rows would read alike, they say whom exactly they evict, and why; what still
 * reads alike is one row.
 */
export function sweptRows(intervals: SweepInterval[]): SweptRow[] {
  const short = intervals.map(({ cycle }) => (cycle === null ? "" : endText(cycle)));
  const rows = intervals.map(({ from, to, cycle }, i) => {
    const text = short[i] ?? "";
    const isAlike = text !== "" && (text === short[i - 1] || text === short[i + 1]);
    return {
      from,
      to,
      text: cycle !== null && isAlike ? wholeEndText(cycle) : text,
      violations: cycle?.budgetViolations ?? 0,
    };
  });
  const merged: SweptRow[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last !== undefined && last.text === row.text && last.violations === row.violations) last.to = row.to;
    else merged.push(row);
  }
  return merged;
}

/** How a cycle ends, with all pods that it evicts and the reason. */
function wholeEndText(cycle: CycleAfter): string {
  const { outcome, node, victims, rejectedBy } = cycle;
  if (cycle.refused || outcome !== "Preempt") return endText(cycle);
  const why =
    rejectedBy === "OverMax"
      ? "over the max of its ElasticQuota"
      : rejectedBy === "OverAggregatedMin"
        ? "over the sum of all mins"
        : "no node has room";
  return `${why}: evicts ${listed(victims)} on ${node ?? ""}`;
}

/** The values of an interval: `0 to 500m`. */
export function valuesText(answer: SweepAnswer, { from, to }: Pick<SweepInterval, "from" | "to">): string {
  const [low, high] = [sweptValue(answer, from), sweptValue(answer, to)];
  return from === to ? low : `${low} to ${high}`;
}

/** What a sweep of a pod shows, in a sentence. */
export function sweepPodText(answer: SweepAnswer): string {
  const { intervals, inForce, pod, complete } = answer;
  const now = inForce === null ? "without a bound" : sweptValue(answer, inForce);
  const rest = complete ? "" : "; not all values were tried, so it may change at others";
  const here = intervals.find(({ from, to }) => inForce !== null && from <= inForce && inForce <= to);
  const end = here?.cycle == null ? "" : `: ${endText(here.cycle)}`;
  const rows = sweptRows(intervals);
  const outcome = `the outcome for ${pod ?? ""}`;
  if (rows.length < 2) return `Whatever ${sweptText(answer)} is, ${outcome} is the same (now ${now}${end})${rest}`;
  const often = rows.length - 1;
  const changes = often === 1 ? "once" : often === 2 ? "twice" : `${integer(often)} times`;
  return `As ${sweptText(answer)} grows, ${outcome} changes ${changes}; now ${now}${end}${rest}`;
}
