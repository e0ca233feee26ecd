/** ResourceQuotas and LimitRanges: what the API server refuses before a scheduler sees it. */
import type { ChangeEdit, RefusingKey, ResourceQuotaAnswer } from "../../../types.js";
import { amountText } from "../amount.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";

/** The resource of a key of `spec.hard`: `cpu` of `requests.cpu`. */
export const resourceOfHard = (key: string): string => key.replace(/^(.*storageclass.*\/)?(requests|limits)\./, "");

/** `4 used (status.used) + 2 for the pod = 6, hard 5`; of new pods that are admitted before: `(pods of the input)` */
export function hardSum(key: RefusingKey): string {
  const { resource, used, requested, hard } = key;
  const isPods = resource === "pods" || resource === "count/pods";
  const text = (amount: number): string => (isPods ? integer(amount) : amountText(resourceOfHard(resource), amount));
  const whose = key.volume === undefined ? "the pod" : `its claims (volume ${key.volume})`;
  const sum = `${text(used)} used${sourceText(key)} + ${text(requested)} for ${whose} = ${text(used + requested)}`;
  // The input may lack claims that are stored.
  return `${sum}, hard ${text(hard)}${key.volume === undefined ? "" : ", unless the claim exists already"}`;
}

/** `, enough for 2 new pods that it refuses`: what else a raised bound lets through; empty: one pod. */
export const enoughText = ({ pods }: Pick<ChangeEdit, "pods">): string =>
  pods === undefined ? "" : `, enough for ${counted(pods, "new pod")} that it refuses`;

/** Where the used amount is from; empty where nothing is used. */
function sourceText({ used, fromStatus, new: before }: RefusingKey): string {
  if (used === 0) return "";
  return ` (${fromStatus ? "status.used" : "pods of the input"}${before > 0 ? ", new ones before it too" : ""})`;
}

/** The kind of the object that refuses a pod. */
export const refuserKind = ({ limits }: Pick<RefusingKey, "limits">): string =>
  limits === undefined ? "ResourceQuota" : "LimitRange";

/** `ResourceQuota compute`; `LimitRange bounds` */
export const refuserName = (key: Pick<RefusingKey, "limits" | "name">): string => `${refuserKind(key)} ${key.name}`;

/**
 * `pods, 1 used + 1 for the pod = 2, hard 1`; `limits.cpu of a container is 3, above max 2`. `resources`:
 * those with the same numbers.
 */
export function keyText(key: RefusingKey, resources = [key.resource]): string {
  const { limits, rule, resource, requested, hard, volume } = key;
  const ofPod = limits === "Pod";
  const text = (amount: number): string => amountText(resourceOfHard(resource), amount);
  const whose = volume === undefined ? (ofPod ? "the pod" : "a container") : `the claim of volume ${volume}`;
  const is = `${listed(resources)} of ${whose} ${resources.length === 1 ? "is" : "are"}`;
  switch (rule) {
    case "must-specify":
      return `${ofPod ? "the pod" : "each container"} must name ${listed(resources)}`;
    case "exceeded":
      return `${resource}, ${hardSum(key)}`;
    case "below-min":
      return `${is} ${text(requested)}, below min ${text(hard)}`;
    case "above-max":
      return `${is} ${text(requested)}, above max ${text(hard)}`;
    case "above-limit":
      return `${is} ${text(requested)}, above ${text(hard)}, the limit that the LimitRange sets`;
    case "above-ratio":
      return `${is} ${requested / 1000} times the request, above maxLimitRequestRatio ${hard / 1000}`;
  }
}

/** What is refused: the pod, or its claim. */
export const whatIsRefused = ({ volume }: Pick<RefusingKey, "volume">, pod?: string): string => {
  if (volume === undefined) return pod ?? "it";
  return pod === undefined ? "its claim" : `the claim of ${pod}`;
};

/** `ResourceQuota compute refuses it at admission` */
export const refusesText = (key: Pick<RefusingKey, "limits" | "name" | "volume">, pod?: string): string =>
  `${refuserName(key)} refuses ${whatIsRefused(key, pod)} at admission`;

/** All keys that refuse the pod, the first of the API server's message first. */
export const refusingKeys = ({ more, ...first }: ResourceQuotaAnswer): RefusingKey[] => [first, ...more];

/** The keys of which the same is said, but for the resource, each resource once. */
function alikeKeys(refusal: ResourceQuotaAnswer): { key: RefusingKey; resources: string[] }[] {
  const groups = new Map<string, { key: RefusingKey; resources: string[] }>();
  const keys = refusingKeys(refusal);
  // The limit that a LimitRange sets by default is its max, which says the same.
  const isSaid = (key: RefusingKey): boolean =>
    key.rule === "above-limit" &&
    keys.some((max) => max.rule === "above-max" && max.resource === key.resource && max.hard === key.hard);
  for (const key of keys.filter((one) => !isSaid(one))) {
    const same = key.rule === "exceeded" ? key.resource : resourceOfHard(key.resource);
    const amounts = key.rule === "must-specify" ? [] : [same, key.requested, key.hard];
    const alike = JSON.stringify([refuserName(key), key.rule, key.limits, key.volume, ...amounts]);
    const group = groups.get(alike) ?? { key, resources: [] };
    if (!group.resources.includes(key.resource)) group.resources.push(key.resource);
    groups.set(alike, group);
  }
  return [...groups.values()];
}

/** The same for all keys; those of another object with its name. */
export const refusalText = (refusal: ResourceQuotaAnswer): string =>
  alikeKeys(refusal)
    .map(({ key, resources }) => `${keyText(key, resources)}${ofQuota(key, refusal)}`)
    .join("; ");

const ofQuota = (key: RefusingKey, first: ResourceQuotaAnswer): string =>
  refuserName(key) === refuserName(first) ? "" : ` (${refuserName(key)})`;
