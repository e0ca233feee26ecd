/** The axis of the bars of siblings, and the band in which they may end. */
import type { SpreadConstraintSummary, SpreadDomain } from "../../../engine/types";

export interface Band {
  /** the axis goes from 0 to here */
  top: number;
  /** the smallest count among the siblings */
  lowest: number;
  /** where the band ends: the smallest count and max skew; may lie beyond the axis */
  edge: number;
}

export function band(domains: SpreadDomain[], term: SpreadConstraintSummary): Band {
  const first = domains.find(({ eligible }) => eligible > 0);
  const lowest = first?.lowest ?? 0;
  const highest = first?.highest ?? 0;
  const edge = lowest + term.maxSkew;
  // A max skew far beyond all counts does not press the bars together.
  const reach = Math.min(edge, 2 * highest + 4);
  return { top: Math.max(highest, reach) + 1, lowest, edge };
}

/** A count's place on the axis, in percent. */
export const placeOf = ({ top }: Band, count: number): number => (Math.min(top, Math.max(0, count)) / top) * 100;

/** The max skew that is meant by a place on the axis, from 0 to 1. */
export function skewAt({ top, lowest }: Band, fraction: number): number {
  return Math.max(1, Math.round(fraction * top) - lowest);
}
