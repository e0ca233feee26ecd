/** Words for sweeps of the config of autoscaled VMs. */
import type { NamespacedName, SweepAnswer, SweepInterval } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { sweptText, sweptValue } from "./sweep-pod.js";
import { runText } from "./vms.js";
import { fullNames } from "../object-name.js";

/** What a sweep of a run of VMs shows, in a sentence. */
export function sweepVmsText(answer: SweepAnswer): string {
  const { intervals, inForce, complete } = answer;
  const now = inForce === null ? "" : sweptValue(answer, inForce);
  const here = intervals.find(({ from, to }) => inForce !== null && from <= inForce && inForce <= to);
  const end = here === undefined ? "" : `: ${runText(here)}`;
  const rest = complete ? "" : "; not all values were tried, so it may change at others";
  if (intervals.length < 2)
    return `At every value of ${sweptText(answer)}, the run is the same (now ${now}${end})${rest}`;
  const often = intervals.length - 1;
  const changes = often === 1 ? "once" : often === 2 ? "twice" : `${integer(often)} times`;
  return `As ${sweptText(answer)} grows, the run changes ${changes}; now ${now}${end}${rest}`;
}

/** Who migrates with the values of an interval and not with those before, and the reverse. */
export function migrationsText({
  addedPods: comes = [],
  removedPods: out = [],
}: SweepAnswer["intervals"][number]): string {
  const listed = (sign: string, pods: NamespacedName[]): string[] => fullNames(pods).map((pod) => `${sign}${pod}`);
  return [...listed("+", comes), ...listed("\u2212", out)].join(" ");
}

/** The pods of VMs that are not on a node with the values of an interval, by name where they are few. */
export function unplacedText({ run, unplaced = [] }: Pick<SweepInterval, "run" | "unplaced">): string {
  const count = run?.unplaced ?? 0;
  return count > 3 ? counted(count, "VM", "VMs") : listed(fullNames(unplaced));
}
