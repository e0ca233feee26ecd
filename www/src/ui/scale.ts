/** The one axis of all bars: diverging around zero, the same for every row. */
import type { PrioritizerSummary } from "../engine/types";

export interface Scale {
  min: number;
  max: number;
}

interface Segment {
  /** index into the prioritizers in force */
  index: number;
  from: number;
  to: number;
}

/** Wide enough for every row, from the smallest and largest product of each prioritizer. */
export function scaleOf(prioritizers: PrioritizerSummary[]): Scale {
  let min = 0;
  let max = 0;
  for (const prioritizer of prioritizers) {
    const ends = [0, (prioritizer.min ?? 0) * prioritizer.weight, (prioritizer.max ?? 0) * prioritizer.weight];
    min += Math.min(...ends);
    max += Math.max(...ends);
  }
  return min === 0 && max === 0 ? { min: 0, max: 1 } : { min, max };
}

/** Wide enough for one bar, and for what it lacks. */
export function scaleFor(products: number[], cut: number | null = null): Scale {
  const sum = (of: number[]): number => of.reduce((all, one) => all + one, 0);
  const min = Math.min(0, sum(products.filter((one) => one < 0)));
  const max = Math.max(0, cut ?? 0, sum(products.filter((one) => one > 0)));
  return min === max ? { min: 0, max: 1 } : { min, max };
}

/** A value's place on the axis, in percent of its width. */
export function place({ min, max }: Scale, value: number): number {
  const clamped = Math.min(max, Math.max(min, value));
  return ((clamped - min) / (max - min)) * 100;
}

/** The products stacked outwards from zero, positive ones to the right, negative ones to the left. */
export function stack(products: number[]): Segment[] {
  let right = 0;
  let left = 0;
  const segments: Segment[] = [];
  products.forEach((product, index) => {
    if (product > 0) {
      segments.push({ index, from: right, to: right + product });
      right += product;
    } else if (product < 0) {
      segments.push({ index, from: left + product, to: left });
      left += product;
    }
  });
  return segments;
}
