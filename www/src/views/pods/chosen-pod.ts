/** Which pod the views are about. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { PodEntry, PodsAnswer } from "../../engine/types";
import { useAnswer, useHost } from "../../ui/host";
import { fullName } from "schedscope/words/object-name";
import { refuserName } from "schedscope/words/quotas";

/**
 * As `namespace/name`; null: none is wanted; undefined: the first pending one is meant, or, where none is pending, the
 * first that the kubelet rejects.
 */
export const chosenPod = signal<string | null | undefined>(undefined);

export interface ChosenPod {
  /** as `namespace/name`; null where there is none */
  pod: string | null;
  /** null until it is known, and where there is none */
  entry: PodEntry | null;
  /** how many pods there are, by state; null until it is known */
  counts: PodsAnswer | null;
  /** the text has an error where the pod stood: its answers are about the text before */
  lost: boolean;
}

/** Pods whose names hold that of the chosen one may stand before it. */
const alike = 1000;

/**
 * The chosen pod as the text has it. While it is being typed and cannot be read, it stays; where it is
 * gone (its name is being typed), the first pending one is meant.
 */
export function useChosenPod(): ChosenPod {
  const { reading } = useHost().answer;
  const wanted = chosenPod.value;
  const kept = useRef<{ wanted: typeof wanted; chosen: ChosenPod } | null>(null);
  const pending = useAnswer("pods", { state: "pending", limit: 1 });
  const meant = wanted === undefined ? rejected(pending.answer) : wanted;
  const search = typeof meant === "string" ? meant : null;
  const found = useAnswer("pods", search === null ? null : { find: search, limit: alike });
  const alikes = found.options?.find === search ? found.answer : null;
  const next = choose(meant, pending.answer, alikes);
  const before = kept.current !== null && kept.current.wanted === wanted ? kept.current.chosen : null;
  // One of the two answers is of the text before: the other one is on its way.
  if (before !== null && alikes !== null && pending.answer !== null && alikes.all !== pending.answer.all) return before;
  if (before !== null && (reading.value?.counts.error ?? 0) > 0 && isLost(before, next))
    return { ...before, lost: true };
  kept.current = { wanted, chosen: next };
  return next;
}

function rejected(pending: PodsAnswer | null): string | undefined {
  const [first] = pending?.pods.length === 0 ? pending.kubeletRejectedPods : [];
  return first && fullName(first.pod);
}

/** The pod that is meant; `found` holds those whose names hold the wanted one, once they are known. */
export function choose(
  wanted: string | null | undefined,
  counts: PodsAnswer | null,
  found: PodsAnswer | null,
): ChosenPod {
  const first = counts?.pods[0] ?? null;
  const chosen = (pod: string | null, entry: PodEntry | null): ChosenPod => ({ pod, entry, counts, lost: false });
  if (wanted === null) return chosen(null, null);
  if (wanted !== undefined) {
    // The kubelet has ended a pod that it rejects.
    const isRejected = counts?.kubeletRejectedPods.some(({ pod }) => fullName(pod) === wanted);
    const entry =
      found?.pods.find(({ pod, state }) => fullName(pod) === wanted && (isRejected || state !== "finished")) ?? null;
    if (entry !== null || found === null) return chosen(wanted, entry);
  }
  return chosen(first && fullName(first.pod), first);
}

/** Whether the pod is gone and hardly anything else: then it is what is being typed, and no other text. */
export function isLost(before: ChosenPod, next: ChosenPod): boolean {
  const [was, is] = [before.counts, next.counts];
  if (before.pod === null || before.pod === next.pod || before.entry === null || was === null || is === null)
    return false;
  return is.all < was.all && (before.entry.state === "bound" ? is.pending === was.pending : is.bound === was.bound);
}

/** Where a pod is, in words. */
export function podState({ state, node, nominated, terminating, invalid, resourceQuota }: PodEntry): string {
  if (invalid) return "refused: invalid";
  if (resourceQuota !== undefined) return `refused by ${refuserName(resourceQuota)}`;
  const place = {
    pending: nominated === null ? "pending" : `pending, nominated for ${nominated}`,
    bound: `on ${node ?? "an unknown node"}`,
    finished: "finished",
  }[state];
  return terminating ? `${place}, terminating` : place;
}
