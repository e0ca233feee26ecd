/** How full a node is, as parts of bars. */
import { type Kind, type Level, levelOf, type Usage } from "schedscope/words/nodes";
import type { BarPart } from "../../ui/bar";

/**
 * Current use is solid, the part that the pod adds is hatched. Past 100% limits are amber, because they
 * may be over-subscribed, and requests are red, because they must not be.
 */
export function parts({ before, after }: Level, allocatable: number, kind: Kind): BarPart[] {
  const over = kind === "limits" ? "amber" : "red";
  const cut = (from: number, to: number, look: BarPart["look"], hatched: boolean): BarPart[] => [
    { from, to: Math.min(to, allocatable), look, hatched },
    { from: Math.max(from, allocatable), to, look: over, hatched },
  ];
  const all = [...cut(0, before, kind === "limits" ? "light" : "solid", false), ...cut(before, after, "blue", true)];
  return all.filter(({ from, to }) => from < to);
}

/** The possible ends of an axis, as multiples of the node's allocatable amount. */
const ends = [1.25, 1.5, 2, 2.5, 3, 4];

/**
 * The end of the axis of all bars: everything fits on it, up to `most` times the node. The bars of a node
 * that is over-subscribed sixfold are cut, so that the bars of other nodes remain readable.
 */
export function axisEnd(usages: Usage[], most: number): number {
  const top = usages.reduce((top, usage) => Math.max(top, largest(usage)), 0);
  return ends.find((end) => top <= end || end >= most) ?? most;
}

function largest(usage: Usage): number {
  if (usage.allocatable <= 0) return 0;
  return Math.max(levelOf(usage, "limits").after, levelOf(usage, "requests").after) / usage.allocatable;
}
