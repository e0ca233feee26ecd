/** Whether a timeline is gone from the text only because it, or its kind, cannot be read while it is being typed. */
import type { Reading } from "../../engine/types";

const timelines = ({ kinds }: Reading): number => kinds.find(({ kind }) => kind === "Timeline")?.count ?? 0;

/**
 * What a kind is while it is being typed: a start of the word, or one that the reading takes for another's
 * misspelling.
 */
function isBeingTyped(kind: string, { diagnostics }: Reading): boolean {
  return (
    "timeline".startsWith(kind.toLowerCase()) ||
    diagnostics.some(({ code, object }) => code === "unknown-kind" && object?.kind === kind)
  );
}

const others = (reading: Reading): string =>
  JSON.stringify(reading.kinds.filter(({ kind }) => kind !== "Timeline" && !isBeingTyped(kind, reading)));

const beingTyped = (reading: Reading): number =>
  reading.kinds.reduce(
    (sum, { kind, count }) => sum + (kind !== "Timeline" && isBeingTyped(kind, reading) ? count : 0),
    0,
  );

/** Whether a document cannot be read, or has a kind that nothing reads. */
const isBroken = (now: Reading, before: Reading): boolean =>
  now.counts.error > 0 || beingTyped(now) > beingTyped(before);

/**
 * Follows the readings of a text: true from where a timeline is missing beside an error or a misspelt kind,
 * and all else is as it was.
 */
export class LostTimeline {
  #before: Reading | null = null;

  follow(reading: Reading | null): boolean {
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
