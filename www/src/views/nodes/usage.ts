/** How full a node is, as parts of bars. */
import { type Kind, type Level, levelOf, type Usage } from "schedscope/words/nodes";
import type { BarPart } from "../pods/amount-bar";

/**
 * What is there solid, what the pod adds hatched, both cut at 100%: past it limits are amber, for
 * they may be over-subscribed, and requests are red, for they may not.
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

/** The ends that an axis may have, as parts of what a node can give. */
const ends = [1.25, 1.5, 2, 2.5, 3, 4];

/**
 * Where the axis of all bars ends: everything fits on it, up to `most` times the node. One node that
 * is over-subscribed sixfold must not make the others' bars too short to read: its bars are cut.
 */
export function axisEnd(usages: Usage[], most: number): number {
  const top = usages.reduce((top, usage) => Math.max(top, largest(usage)), 0);
  return ends.find((end) => top <= end || end >= most) ?? most;
}

function largest(usage: Usage): number {
  if (usage.allocatable <= 0) return 0;
  return Math.max(levelOf(usage, "limits").after, levelOf(usage, "requests").after) / usage.allocatable;
}
