import type { Integer, SpreadEnd } from "../../../types.js";

/** The decision with the proposals, next to that of today's hub. */
export interface ProposedSpread {
  selected: number;
  unscheduled: Integer;
  end: SpreadEnd | null;
  /** how many it selects that the hub does not, and the first few of them */
  more: number;
  added: string[];
  /** and the other way round */
  fewer: number;
  dropped: string[];
}
