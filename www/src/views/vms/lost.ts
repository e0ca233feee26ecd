/** Detects that a timeline is missing only because it, or its kind, is being typed and cannot be parsed. */
import type { ReadingAnswer } from "../../engine/types";

const timelines = ({ kinds }: ReadingAnswer): number => kinds.find(({ kind }) => kind === "Timeline")?.count ?? 0;

/**
 * Whether a kind is being typed: it is the start of `Timeline`, or the reading reports it as a misspelling.
 */
function isBeingTyped(kind: string, { diagnostics }: ReadingAnswer): boolean {
  return (
    "timeline".startsWith(kind.toLowerCase()) ||
    diagnostics.some(({ code, object }) => code === "unknown-kind" && object?.kind === kind)
  );
}

const others = (reading: ReadingAnswer): string =>
  JSON.stringify(reading.kinds.filter(({ kind }) => kind !== "Timeline" && !isBeingTyped(kind, reading)));

const beingTyped = (reading: ReadingAnswer): number =>
  reading.kinds.reduce(
    (sum, { kind, count }) => sum + (kind !== "Timeline" && isBeingTyped(kind, reading) ? count : 0),
    0,
  );

/** Whether a document cannot be parsed, or has an unknown kind. */
const isBroken = (now: ReadingAnswer, before: ReadingAnswer): boolean =>
  now.counts.error > 0 || beingTyped(now) > beingTyped(before);

/**
 * Follows the readings of a text: returns true if a timeline is missing while the text has a new error or
 * misspelled kind, and nothing else changed.
 */
export class LostTimeline {
  #before: ReadingAnswer | null = null;

  follow(reading: ReadingAnswer | null): boolean {
    const before = this.#before;
    const isLost =
      reading !== null &&
      before !== null &&
      isBroken(reading, before) &&
      timelines(reading) < timelines(before) &&
      others(reading) === others(before);
    if (!isLost) this.#before = reading;
    return isLost;
  }
}
