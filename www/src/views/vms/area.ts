/** What a node's resource holds over time, and where it is drawn. */
import { area, curveStepAfter, line } from "d3-shape";
import type { Resource } from "schedscope/words/vms";
import type { VmSeries } from "../../engine/types";

/** Amounts from an event on. */
export interface AreaAmounts {
  step: number;
  at: number;
  /** of all pods, VMs and others, what may be unused included */
  reserved: number;
  buffer: number;
  /** asked for and denied */
  pressure: number;
  /** what migrations that are under way will settle */
  accountedFor: number;
  /** of pods that are no VMs */
  other: number;
}

/** A node's limits from a step on. */
export interface AreaLimits {
  step: number;
  at: number;
  total: number;
  system: number;
  watermark: number;
}

const firstOf: Record<Resource, number> = { cpu: 2, memory: 7 };

function amounts(point: number[], resource: Resource): AreaAmounts {
  const i = firstOf[resource];
  const value = (offset: number): number => point[i + offset] ?? 0;
  return {
    step: point[0] ?? 0,
    at: point[1] ?? 0,
    reserved: value(0),
    buffer: value(1),
    pressure: value(2),
    accountedFor: value(3),
    other: value(4),
  };
}

export const amountsOf = (series: VmSeries, resource: Resource): AreaAmounts[] =>
  series.points.map((point) => amounts(point, resource));

export function limitsOf({ limits }: VmSeries, resource: Resource): AreaLimits[] {
  const i = resource === "cpu" ? 2 : 5;
  return limits.map((change) => ({
    step: change[0] ?? 0,
    at: change[1] ?? 0,
    total: change[i] ?? 0,
    system: change[i + 1] ?? 0,
    watermark: change[i + 2] ?? 0,
  }));
}

/** How many of a sorted list are not behind a place. */
function countUntil<Of>(sorted: Of[], place: number, placeOf: (of: Of) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(sorted[middle] as Of) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of a sorted list that is not behind a step; null before the first. */
export const lastAt = <Of extends { step: number }>(sorted: Of[], at: number): Of | null =>
  sorted[countUntil(sorted, at, ({ step }) => step) - 1] ?? null;

/** The step on show where somebody points at a time: the last change of the node until then. */
export const stepAtTime = ({ points }: VmSeries, time: number): number =>
  points[Math.max(0, countUntil(points, time, ([, at = Infinity]) => at) - 1)]?.[0] ?? 0;

/** Where the axis of a resource ends, for runs that are to be compared, too. */
export function topOf(all: VmSeries[], resource: Resource): number {
  let top = 1;
  for (const series of all) {
    for (const { total } of limitsOf(series, resource)) top = Math.max(top, total);
    for (const { reserved } of amountsOf(series, resource)) top = Math.max(top, reserved);
  }
  return top;
}

/** When a node was under too much pressure, as [from, to) in seconds; `end`: the timeline's. */
export function hotTimes({ underPressure: hot, points }: VmSeries, end: number): [number, number][] {
  const timeOf = (step: number): number => points.find(([of = 0]) => of >= step)?.[1] ?? end;
  return hot.map(([from, to]) => [timeOf(from), timeOf(to)]);
}

interface PlotPoint {
  width: number;
  /** of the areas; the strip lies below */
  height: number;
  strip: number;
  /** the timeline's, in seconds */
  end: number;
  /** the largest amount */
  top: number;
}

/** Pixels between the areas and the strip. */
export const gap = 4;

/** Where the axis of time ends: without a duration there is the start alone, which takes all of it. */
const axisEnd = (end: number): number => (end > 0 ? end : 1);

/** Times to pixels and back, both within the axis. */
export function timeScale({ width, end }: Pick<PlotPoint, "width" | "end">): {
  at(time: number): number;
  timeAt(x: number): number;
} {
  const [last, wide] = [axisEnd(end), Math.max(width, 1)];
  const part = (value: number, of: number): number => Math.min(1, Math.max(0, value / of));
  return { at: (time) => part(time, last) * width, timeAt: (x) => part(x, wide) * last };
}

export interface Drawing {
  /** paths of the areas, from the bottom up */
  other: string;
  vms: string;
  buffer: string;
  system: string;
  watermark: string;
  /** what can be reserved: total - system */
  most: string;
  /** what is reserved beyond that */
  excess: string;
  /** the top edge of all that is reserved */
  edge: string;
  /** capacity pressure in the strip, as high as its largest */
  pressure: string;
  hot: { x: number; width: number }[];
}

/** The paths of a resource's step areas. */
export function drawingOf(series: VmSeries, resource: Resource, place: PlotPoint): Drawing {
  const { at: x } = timeScale(place);
  const y = (amount: number): number => place.height * (1 - amount / place.top);
  const end = axisEnd(place.end);
  const points = held(amountsOf(series, resource), end);
  const limits = held(limitsOf(series, resource), end);
  const between = <Of extends { at: number }>(list: Of[], from: (of: Of) => number, to: (of: Of) => number): string =>
    area<Of>()
      .curve(curveStepAfter)
      .x(({ at }) => round(x(at)))
      .y0((of) => round(y(from(of))))
      .y1((of) => round(y(to(of))))(list) ?? "";
  const along = <Of extends { at: number }>(list: Of[], of: (of: Of) => number): string =>
    line<Of>()
      .curve(curveStepAfter)
      .x(({ at }) => round(x(at)))
      .y((one) => round(y(of(one))))(list) ?? "";
  const most = Math.max(1, ...points.map(({ pressure }) => pressure));
  const bottom = place.height + gap + place.strip;
  return {
    other: between(
      points,
      () => 0,
      ({ other }) => other,
    ),
    vms: between(
      points,
      ({ other }) => other,
      ({ reserved, buffer }) => reserved - buffer,
    ),
    buffer: between(
      points,
      ({ reserved, buffer }) => reserved - buffer,
      ({ reserved }) => reserved,
    ),
    system: between(
      limits,
      ({ total, system }) => total - system,
      ({ total }) => total,
    ),
    watermark: along(limits, ({ watermark }) => watermark),
    most: along(limits, ({ total, system }) => total - system),
    excess: excessPath(points, limits, end, x, (amount) => round(y(amount))),
    edge: along(points, ({ reserved }) => reserved),
    pressure: blocks(points, x, (amount) => round(bottom - (amount / most) * place.strip), bottom),
    hot: hotTimes(series, end).map(([from, to]) => ({ x: round(x(from)), width: Math.max(1, round(x(to) - x(from))) })),
  };
}

/** A block for each stretch with more reserved than can be: changes of limits begin stretches, too. */
function excessPath(
  points: AreaAmounts[],
  limits: AreaLimits[],
  end: number,
  x: (time: number) => number,
  y: (amount: number) => number,
): string {
  const times = [...new Set([...points, ...limits].map(({ at }) => at))].filter((at) => at < end).sort((a, b) => a - b);
  let [point, limit] = [-1, -1];
  const parts = times.map((at, i) => {
    while ((points[point + 1]?.at ?? Infinity) <= at) point += 1;
    while ((limits[limit + 1]?.at ?? Infinity) <= at) limit += 1;
    const [amounts, of] = [points[point], limits[limit]];
    if (amounts === undefined || of === undefined || amounts.reserved <= of.total - of.system) return "";
    const low = y(of.total - of.system);
    return `M${round(x(at))} ${low}V${y(amounts.reserved)}H${round(x(times[i + 1] ?? end))}V${low}Z`;
  });
  return parts.join("");
}

/** A block for each stretch with capacity pressure; nothing where there is none. */
function blocks(
  points: AreaAmounts[],
  x: (time: number) => number,
  y: (amount: number) => number,
  bottom: number,
): string {
  const parts = points.map(({ at, pressure }, i) => {
    const next = points[i + 1];
    return pressure === 0 || next === undefined
      ? ""
      : `M${round(x(at))} ${bottom}V${y(pressure)}H${round(x(next.at))}V${bottom}Z`;
  });
  return parts.join("");
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What holds last holds to the end. */
function held<Of extends { at: number }>(list: Of[], end: number): Of[] {
  const last = list[list.length - 1];
  return last === undefined || last.at >= end ? list : [...list, { ...last, at: end }];
}

/** The most that was reserved, with its time. */
export function peak(points: AreaAmounts[]): AreaAmounts | null {
  let top: AreaAmounts | null = null;
  for (const point of points) if (top === null || point.reserved > top.reserved) top = point;
  return top;
}
