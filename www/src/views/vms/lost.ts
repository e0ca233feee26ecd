/** Whether a timeline is gone from the text only because it cannot be read while it is being typed. */
import type { Reading } from "../../engine/types";

const timelines = ({ kinds }: Reading): number => kinds.find(({ kind }) => kind === "Timeline")?.count ?? 0;

const others = ({ kinds }: Reading): string => JSON.stringify(kinds.filter(({ kind }) => kind !== "Timeline"));

/** Follows the readings of a text: true from where a timeline is missing beside an error, and all else is as it was. */
export class LostTimeline {
  #before: Reading | null = null;

  follow(reading: Reading | null): boolean {
    const before = this.#before;
    const isLost =
      reading !== null && before !== null && reading.counts.error > 0 && timelines(reading) < timelines(before) && others(reading) === others(before);
    if (!isLost) this.#before = reading;
    return isLost;
  }
}
