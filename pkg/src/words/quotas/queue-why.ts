/** Why a step of a queue may evict the pods that it evicts. */
import type { QueueStep, QuotaState } from "../../../types.js";
import { counted } from "../number.js";
import { listed } from "../phrase.js";
import { minOf, scarceFirst, usedOf, usedOfMin } from "./quota.js";
import { mayEvict } from "./sentence.js";

/** Quotas of victims that are told with their numbers. */
const most = 3;

/**
 * The rule by which a step evicts, with the amounts of the quotas before it; empty for other steps. The rule follows
 * from the victims: over its min a namespace evicts its own pods, within it those of others.
 */
export function stepRuleText({ pod, victims }: QueueStep, quotas: QuotaState[]): string {
  const theirs = new Set(victims.map(({ namespace }) => namespace));
  if (theirs.size === 0) return "";
  const own = quotas.find((quota) => quota.namespace === pod.namespace);
  if (own === undefined) return mayEvict({ quota: null, overMinWithPod: null, pod });
  const rule = mayEvict({ quota: own, overMinWithPod: theirs.has(pod.namespace), pod });
  const over = quotas.filter((quota) => quota !== own && theirs.has(quota.namespace));
  const more = over.length - most;
  const rest = more > 0 ? [`${counted(more, "more quota")} ${more === 1 ? "is over its" : "are over their"} min`] : [];
  const told = [useText(own), ...over.slice(0, most).map(overText), ...rest];
  return `${rule} Before this step ${told.join("; ")}.`;
}

/** `team-b uses 3 of the 6 guaranteed GPUs` */
function useText(quota: QuotaState): string {
  const named = scarceFirst(Object.keys(quota.min)).filter((resource) => minOf(quota, resource) > 0);
  if (named.length === 0) return `${quota.namespace} has a min of 0`;
  return `${quota.namespace} uses ${listed(named.map((resource) => used(quota, resource)))}`;
}

/** `team-a is over its min: it uses 6 GPUs with a min of 4` */
function overText(quota: QuotaState): string {
  const over = scarceFirst(Object.keys(quota.used)).filter(
    (resource) => usedOf(quota, resource) > minOf(quota, resource),
  );
  return `${quota.namespace} is over its min: it uses ${listed(over.map((resource) => used(quota, resource)))}`;
}

function used(quota: QuotaState, resource: string): string {
  return usedOfMin(resource, usedOf(quota, resource), minOf(quota, resource));
}
