/** What a change does for the other pending pods of the same workload. */
import type { Change, ChangeAnswer, ChangeEdit, NamespacedName, ObjectName, PodEntry, QueueStep } from "../../types.js";
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
 * its workload, or too many pods are pending. In `changes`, a request in the template is the largest with which as many
 * pods get nodes.
 */
export function siblingsAfter(
  scenario: Pick<Scenario, "pods" | "edit" | "text">,
  {
    entry: { object, pod },
    wouldChange,
  }: { entry: Pick<PodEntry, "object" | "pod">; wouldChange: ChangeAnswer | null },
  queued: () => ReadonlyMap<string, QueueStep>,
): { siblings: Siblings; changes: Change[] } | null {
  const { changes } = wouldChange ?? { changes: [] };
  if (object.kind === "Pod" || changes.length === 0 || scenario.pods({ limit: 0 }).pending > mostPending) return null;
  const { pods } = scenario.pods({ workload: object, limit: mostPending });
  const pending = pods.filter(({ state }) => state === "pending").map((entry) => entry.pod);
  if (pending.length < 2) return null;
  const placed = (change: Change): { count: number; node: string | null } =>
    changed(scenario, change, () => {
      const last = queued();
      const nodeOf = (of: NamespacedName): string | null => last.get(fullName(of))?.node ?? null;
      return { count: pending.filter((of) => nodeOf(of) !== null).length, node: nodeOf(pod) };
    });
  const found = changes.map((change) => {
    if (!isOfAll(change, pending)) return { change, count: null };
    const { count } = placed(change);
    return { change: withLargestRequest(change, (one) => whereAll(placed(one), count)), count };
  });
  const after = found.map(({ count }) => count);
  return { siblings: { pending: pending.length, after }, changes: found.map(({ change }) => change) };
}

/** The node of the pod if as many of its workload get nodes, else `null`. */
const whereAll = (placed: { count: number; node: string | null }, count: number): string | null =>
  placed.count >= count ? placed.node : null;

/**
 * The search sets a request for one pod while its siblings keep theirs. In the template, the request of all of them is
 * smaller: finds the largest one, of about 64 that people would write, with which the pods still get nodes.
 */
function withLargestRequest(change: Change, nodeWith: (change: Change) => string | null): Change {
  const [edit, ...others] = change.edits;
  if (edit === undefined || others.length > 0 || edit.family !== "request") return change;
  const { from, to } = edit;
  if (typeof from !== "number" || typeof to !== "number" || to >= from) return change;
  const unit = unitOf(edit.subject, from);
  let best = change;
  let [least, most] = [Math.floor(to / unit) + 1, Math.ceil(from / unit) - 1];
  while (least <= most) {
    const middle = Math.floor((least + most) / 2);
    const next = withRequest(change, edit, middle * unit);
    const node = nodeWith(next);
    if (node === null) most = middle - 1;
    else {
      best = { ...next, cycle: next.cycle && { ...next.cycle, node } };
      least = middle + 1;
    }
  }
  return best;
}

/** The amount whose multiples people write: 10m of 500m, 16Mi of 1Gi. All but cpu are bytes. */
const unitOf = (resource: string, amount: number): number =>
  resource === "cpu" ? (amount >= 100 ? 10 : 1) : 2 ** Math.max(0, Math.floor(Math.log2(amount)) - 6);

const prefixes = ["", "Ki", "Mi", "Gi", "Ti"];

function quantityOf(resource: string, amount: number): string {
  if (resource === "cpu") return `${amount}m`;
  let power = 0;
  while (power < prefixes.length - 1 && amount % 1024 ** (power + 1) === 0) power += 1;
  return `${amount / 1024 ** power}${prefixes[power] ?? ""}`;
}

/** The amount stands last, also where the edit adds the field. */
function replaceLast(text: string, old: string, now: string): string {
  const at = text.lastIndexOf(old);
  return at < 0 ? text : text.slice(0, at) + now + text.slice(at + old.length);
}

function withRequest(change: Change, edit: ChangeEdit, to: number): Change {
  const amount = quantityOf(edit.subject, to);
  const textEdits = edit.textEdits.map((one) => ({
    ...one,
    insert: replaceLast(one.insert, String(edit.new), amount),
  }));
  return { ...change, edits: [{ ...edit, new: amount, to, textEdits }] };
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
