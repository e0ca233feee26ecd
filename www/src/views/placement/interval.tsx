import { sameText, standingOf, standingText } from "schedscope/words/whatif";
import type { Swept } from "../../engine/protocol";
import type { SweepAnswer } from "../../engine/types";
import { useHost } from "../../ui/host";

/** What a slider shows on its track: where the selection stays, and where it changes. */
export interface TrackMarks {
  same: { from: number; to: number };
  /** the first value of each interval but the first */
  swaps: number[];
}

/** The marks of a weight; undefined: not known yet, or it has no effect. */
export function trackMarks(answer: SweepAnswer | undefined, value: number): TrackMarks | undefined {
  const standing = answer === undefined ? null : standingOf(answer, value);
  if (answer === undefined || standing === null || standing.isWithoutEffect) return undefined;
  return { same: standing.same, swaps: answer.intervals.slice(1).map(({ from }) => from) };
}

/** The interval around a value in a few words, in full for those who point at it or listen. */
export function Interval({ of, value }: { of: Swept; value: number | null }) {
  const { sweeps } = useHost();
  const answer = sweeps.of(of);
  const standing = answer === undefined ? null : standingOf(answer, value);
  if (standing === null) return null;
  const full = standingText(standing);
  return (
    <span class={`interval ${sweeps.areOutdated.value ? "outdated" : ""}`} title={full}>
      <span aria-hidden="true">{sameText(standing)}</span>
      <span class="unseen">{full}</span>
    </span>
  );
}
