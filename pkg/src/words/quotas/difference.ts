/** Two queues against each other, in words. */
import type { QueueAnswer } from "../../../types.js";
import type { PodChangeKind, PodEnd, QueueDifference } from "../../difference/queue.js";
import { allOf, counted, integer } from "../number.js";
import { capital, listed } from "../phrase.js";
import { fullName, fullNames } from "../object-name.js";
import { tiesText } from "./queue-words.js";

/** The kinds of change, in the order of the sentence, behind the number of pods. */
const kinds: Record<PodChangeKind, [one: string, many: string]> = {
  admitted: ["gets a node", "get a node"],
  lost: ["loses its node", "lose their nodes"],
  moved: ["gets another node", "get another node"],
  evicted: ["is evicted more or less often", "are evicted more or less often"],
  victims: ["evicts different pods", "evict different pods"],
  requests: ["requests other amounts", "request other amounts"],
  new: ["is new", "are new"],
  gone: ["is gone", "are gone"],
  state: ["ends in another state", "end in another state"],
};

/** `2 pods get a node, 1 is evicted more or less often.` and the number of pods with the same outcome. */
export function queueDifferenceText({
  pods,
  alike,
  quotas,
  nodes,
}: Pick<QueueDifference, "pods" | "alike" | "quotas" | "nodes">): string {
  const counts = new Map<PodChangeKind, number>();
  for (const { change } of pods) counts.set(change, (counts.get(change) ?? 0) + 1);
  const parts = [...counts].map(([change, count], i) => {
    const [one, many] = kinds[change];
    return `${i === 0 ? counted(count, "pod") : integer(count)} ${count === 1 ? one : many}`;
  });
  const others = alike === 0 ? "" : `; ${counted(alike, "pod")} unchanged`;
  if (parts.length > 0) return `${parts.join(", ")}${others}.`;
  const differ = [
    ...(quotas.length > 0 ? ["quotas use other amounts"] : []),
    ...(nodes.length > 0 ? ["nodes differ"] : []),
  ];
  const used = differ.length === 0 ? "and quotas use the same" : `but ${listed(differ)}`;
  if (alike === 0) return `No text has a pod, ${used}.`;
  return alike === 1
    ? `The only pod is unchanged, ${used}.`
    : `${capital(allOf(alike, "pod"))} are unchanged, ${used}.`;
}

type Ties = Pick<QueueAnswer, "ties">;

/** `In the second queue, at 1 step several nodes tie, …`: what may make pods end differently; empty: nothing does. */
export function differenceTiesText([before, after]: readonly [Ties, Ties]): string {
  const [where, ties] =
    before.ties === 0
      ? ["In the second queue", after.ties]
      : after.ties === 0
        ? ["In the first queue", before.ties]
        : ["In the two queues", before.ties + after.ties];
  return ties === 0 ? "" : `${where}, ${tiesText(ties)}, and so may later decisions.`;
}

/** `bound to n1`, `waits`: how a pod ends; a dash if the input does not have it. */
export function podEndText(end: PodEnd | null): string {
  if (end === null) return "–";
  const node = end.node ?? "";
  const by = end.evictedBy === null ? "" : `evicted by ${fullName(end.evictedBy)}`;
  const was = by === "" ? "" : `, ${by} before`;
  const victims = end.victims.length === 0 ? "" : `, evicting ${fullNames(end.victims).join(", ")}`;
  switch (end.state) {
    case "running":
      return `on ${node}`;
    case "bound":
      return `bound to ${node}${victims}${was}`;
    case "nominated":
      return `nominated for ${node}${victims}${was}`;
    case "waiting":
      return by === "" ? "waits" : `waits, ${by}`;
    case "evicted":
      return by;
    case "gated":
      return "gated";
    case "deleting":
      return "being deleted";
    case "untried":
      return "not tried";
    case "refused":
      return "refused by the API server";
  }
}
