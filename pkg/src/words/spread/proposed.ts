import type { Integer, SpreadEnd } from "../../../types.js";

/** The decision with the proposals, next to that of today's hub. */
export interface ProposedSpread {
  selected: number;
  unscheduled: Integer;
  end: SpreadEnd | null;
  /** the number of clusters that it selects and the hub does not, and the first few names */
  more: number;
  added: string[];
  /** the same the other way round */
  fewer: number;
  dropped: string[];
}
