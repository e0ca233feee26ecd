/** The lines of skew over steps. */
import type { SkewLine } from "../../../engine/spread";
import { stretched as drawn } from "../../../ui/step-chart";

/** The largest value of the axis: room for all lines and for the bounds that matter. */
export function topOf(line: SkewLine, bounds: number[]): number {
  const highest = line.terms.flat().reduce((max, skew) => Math.max(max, skew), 1);
  const near = bounds.filter((bound) => bound <= highest * 2 + 1);
  return Math.max(highest, ...near);
}

export const xOf = (step: number, steps: number): number => (steps === 0 ? 0 : (step / steps) * drawn.width);
export const yOf = (skew: number, top: number): number => drawn.height - (Math.min(skew, top) / top) * drawn.height;

/** The skew after a step stands around its place, half way to the steps beside it: so the last one is seen too. */
export function pathOf(at: number[], skews: number[], top: number): string {
  const steps = at[at.length - 1] ?? 0;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const path = at.map((step, i) => {
    const x = round(xOf((step + (at[i - 1] ?? step)) / 2, steps));
    const y = round(yOf(skews[i] ?? 0, top));
    return i === 0 ? `M${x} ${y}` : `H${x}V${y}`;
  });
  return steps === 0 ? path.join("") : `${path.join("")}H${drawn.width}`;
}

/** The step that a place on the axis means, from 0 to 1. */
export const stepAtFraction = (fraction: number, steps: number): number =>
  Math.min(steps, Math.max(0, Math.round(fraction * steps)));
