/** A node's resources over time, in words and as rows of a table. */
import { counted, integer } from "schedscope/words/number";
import { amountWords, type Resource, timeText } from "schedscope/words/vms";
import type { VmSeries } from "../../engine/types";
import { amountsOf, type AreaAmounts, hotTimes, lastAt, type AreaLimits, limitsOf, peak } from "./area";

/** The same in one line: `7 of 9, 2 denied; peak 13 at 10s` */
export function chartLine(series: VmSeries, resource: Resource, step: number): string {
  const points = amountsOf(series, resource);
  const limits = lastAt(limitsOf(series, resource), step);
  const now = lastAt(points, step);
  if (limits === null || now === null) return "not known yet";
  const most = peak(points);
  const denied = now.pressure > 0 ? `, ${integer(now.pressure)} denied` : "";
  const top =
    most === null || most.reserved === now.reserved ? "" : `; peak ${integer(most.reserved)} at ${timeText(most.at)}`;
  return `${integer(now.reserved)} of ${integer(limits.total - limits.system)}${denied}${top}`;
}

/** What the chart of a resource shows: its limits, its amounts now, the most there ever was. */
export function chartWords(series: VmSeries, resource: Resource, step: number): string {
  const points = amountsOf(series, resource);
  const limits = lastAt(limitsOf(series, resource), step);
  const now = lastAt(points, step);
  if (limits === null || now === null) return `Not known yet at this time.`;
  const most = peak(points);
  const top =
    most === null || most.reserved === now.reserved
      ? ""
      : ` At most ${integer(most.reserved)}, at ${timeText(most.at)}.`;
  return `${limitWords(limits, resource)} ${reservedWords(now, limits)}${top}`;
}

/** `16 vCPUs, 2 of them for the system, watermark 12.` */
function limitWords({ total, system, watermark }: AreaLimits, resource: Resource): string {
  const of = system === 0 ? "" : `, ${integer(system)} for the system`;
  return `${amountWords(resource, total)}${of}, watermark ${integer(watermark)}.`;
}

function reservedWords(
  { reserved, buffer, other, pressure, accountedFor }: AreaAmounts,
  { total, system, watermark }: AreaLimits,
): string {
  const parts = [
    ...(buffer > 0 ? [`${integer(buffer)} as buffer`] : []),
    ...(other > 0 ? [`${integer(other)} by other pods`] : []),
  ];
  const left = total - system - reserved;
  const room = left < 0 ? `${integer(-left)} over` : `${integer(left)} left`;
  const above = reserved > watermark ? `, ${integer(reserved - watermark)} above the watermark` : "";
  const more = [
    ...(pressure > 0 ? [`${integer(pressure)} asked for and denied`] : []),
    ...(accountedFor > 0 ? [`${integer(accountedFor)} accounted for by migrations`] : []),
  ];
  return (
    `Now ${integer(reserved)} reserved${parts.length === 0 ? "" : ` (${parts.join(", ")})`}${above}, ` +
    `${room}${more.length === 0 ? "" : `; ${more.join(", ")}`}. ${guaranteeWords({ reserved, buffer, total, system })}`
  );
}

/**
 * What is guaranteed, and what is to become true once agents have asked: reserved - buffer is at most the
 * total, and total - system in the end.
 */
function guaranteeWords({
  reserved,
  buffer,
  total,
  system,
}: Pick<AreaAmounts & AreaLimits, "reserved" | "buffer" | "total" | "system">): string {
  const used = reserved - buffer;
  const most = total - system;
  const held =
    used > total
      ? `${integer(used)}, more than the total of ${integer(total)}`
      : `${integer(used)} of a total of ${integer(total)}`;
  const yet =
    used <= most ? `within total − system, ${integer(most)}` : `not yet within total − system, ${integer(most)}`;
  return `Reserved − buffer is ${held}, ${yet}.`;
}

/** When the node was under too much pressure: `too much pressure twice, for 45s in all` */
export function hotWords(series: VmSeries, end: number): string {
  const times = hotTimes(series, end);
  if (times.length === 0) return "never under too much pressure";
  const seconds = times.reduce((sum, [from, to]) => sum + to - from, 0);
  const often = times.length === 1 ? "once" : times.length === 2 ? "twice" : `${integer(times.length)} times`;
  return `under too much pressure ${often}, for ${timeText(seconds)} in all`;
}

/** A row of the table of a node over time. */
interface TimeRow {
  step: number;
  at: number;
  isHot: boolean;
  cpu: AreaAmounts;
  memory: AreaAmounts;
}

export function timeRows(series: VmSeries, most: number): TimeRow[] {
  const [cpu, memory] = [amountsOf(series, "cpu"), amountsOf(series, "memory")];
  return cpu.slice(0, most).flatMap((point, i) => {
    const other = memory[i];
    const isHot = series.underPressure.some(([from, to]) => from <= point.step && point.step < to);
    return other === undefined ? [] : [{ step: point.step, at: point.at, isHot, cpu: point, memory: other }];
  });
}

/** `and 12 more changes` */
export const moreRows = (series: VmSeries, most: number): string =>
  series.points.length > most ? `and ${counted(series.points.length - most, "more change")}` : "";
