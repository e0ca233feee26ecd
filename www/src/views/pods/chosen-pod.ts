/** Which pod the views are about. */
import { signal } from "@preact/signals";
import { useAnswer } from "../../app/asked";
import type { PodEntry, PodList } from "../../engine/types";

/** As `namespace/name`; null: none is wanted; undefined: nobody chose, the first pending one is meant. */
export const chosenPod = signal<string | null | undefined>(undefined);

export interface ChosenPod {
  /** as `namespace/name`; null where there is none */
  pod: string | null;
  /** null until it is known, and where there is none */
  entry: PodEntry | null;
  /** how many pods there are, by state; null until it is known */
  counts: PodList | null;
}

/** Pods whose names hold that of the chosen one may stand before it. */
const alike = 1000;

/** The chosen pod as the text has it; where it is gone (its name is being typed), the first pending one. */
export function useChosenPod(): ChosenPod {
  const wanted = chosenPod.value;
  const pending = useAnswer("pods", { state: "pending", limit: 1 });
  const search = typeof wanted === "string" ? wanted : null;
  const found = useAnswer("pods", search === null ? null : { search, limit: alike });
  const first = pending.answer?.pods[0] ?? null;
  const counts = pending.answer;
  if (wanted === null) return { pod: null, entry: null, counts };
  if (search !== null) {
    const isKnown = found.answer !== null && found.options?.search === search;
    const entry = found.answer?.pods.find(({ pod, state }) => pod === search && state !== "over") ?? null;
    if (entry !== null || !isKnown) return { pod: search, entry, counts };
  }
  return { pod: first?.pod ?? null, entry: first, counts };
}

/** Where a pod is, in words. */
export function podState({ state, node, nominated, terminating }: PodEntry): string {
  const place = {
    pending: nominated === null ? "pending" : `pending, nominated for ${nominated}`,
    bound: `on ${node ?? "an unknown node"}`,
    over: "over",
  }[state];
  return terminating ? `${place}, terminating` : place;
}
