/** What a change does for the other pending pods of the same workload. */
import type { Change, ChangeAnswer, NamespacedName, ObjectName, PodEntry, QueueStep } from "../../types.js";
import type { Scenario } from "../scenario.js";
import { fullName } from "../words/object-name.js";

/** How many pending pods of a workload get nodes in the queue of all pending pods. */
export interface Siblings {
  pending: number;
  /** For each change the number with it; `null`: the change is of one pod, or the input cannot take it. */
  after: (number | null)[];
}

/** The most pending pods for which the queue is run again. */
const mostPending = 200;

/**
 * Makes each change in the input, runs the queue, and takes the change back. `null`: the pod is the only pending one of
 * its workload, or too many pods are pending.
 */
export function siblingsAfter(
  scenario: Pick<Scenario, "pods" | "edit" | "text">,
  { entry: { object }, wouldChange }: { entry: Pick<PodEntry, "object">; wouldChange: ChangeAnswer | null },
  queued: () => ReadonlyMap<string, QueueStep>,
): Siblings | null {
  const { changes } = wouldChange ?? { changes: [] };
  if (object.kind === "Pod" || changes.length === 0 || scenario.pods({ limit: 0 }).pending > mostPending) return null;
  const { pods } = scenario.pods({ workload: object, limit: mostPending });
  const pending = pods.filter(({ state }) => state === "pending").map(({ pod }) => pod);
  if (pending.length < 2) return null;
  const placed = (): number => {
    const last = queued();
    return pending.filter((pod) => (last.get(fullName(pod))?.node ?? null) !== null).length;
  };
  return {
    pending: pending.length,
    after: changes.map((change) => (isOfAll(change, pending) ? changed(scenario, change, placed) : null)),
  };
}

/** Whether a change is not of one of these pods alone. */
const isOfAll = ({ edits, madeAnew = [] }: Change, pods: readonly NamespacedName[]): boolean =>
  madeAnew.length === 0 && edits.every(({ object, writable }) => writable && !isOneOf(object, pods));

const isOneOf = (object: ObjectName, pods: readonly NamespacedName[]): boolean =>
  object.kind === "Pod" && pods.some((pod) => fullName(pod) === fullName(object));

/** Calls a function while the input has the change. */
function changed<T>(scenario: Pick<Scenario, "edit" | "text">, { edits }: Change, ask: () => T): T {
  const before = scenario.text();
  const last = edits.flatMap(({ textEdits }) => textEdits).sort((a, b) => b.from - a.from);
  let undo = (): void => undefined;
  for (const { from, to, insert } of last) {
    const takeBack = undo;
    undo = () => {
      scenario.edit(from, from + insert.length, before.slice(from, to));
      takeBack();
    };
    scenario.edit(from, to, insert);
  }
  try {
    return ask();
  } finally {
    undo();
  }
}
