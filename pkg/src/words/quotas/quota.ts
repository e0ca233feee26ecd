/** The amounts of a quota by resource, and amounts in sentences. */
import type { AmountMap, SimulatePodAnswer } from "../../../types.js";
import { amountText, amountWords, nounOf } from "../amount.js";
import { dataOf, type Found } from "../finding.js";
import { amountOf, own } from "../own.js";
import { defaultsTexts } from "./default-request.js";

/** The part of a quota that every answer has. */
export interface QuotaNumbers {
  namespace: string;
  name: string;
  used: AmountMap;
  min: AmountMap;
  max: AmountMap;
}

/** The used amount of a resource. */
export const usedOf = ({ used }: QuotaNumbers, resource: string): number => amountOf(used, resource);
/** The guaranteed amount of a resource. */
export const minOf = ({ min }: QuotaNumbers, resource: string): number => amountOf(min, resource);

/** The max of a resource; null: no limit, as for an extended resource that `max` does not name. */
export const maxOf = ({ max }: QuotaNumbers, resource: string): number | null => own(max, resource) ?? null;

/**
 * The used part of a min: `5 of the 9 guaranteed CPUs`, `all 9 guaranteed CPUs`, `the 1 guaranteed GPU`; above it
 * `12 CPUs with a min of 9`.
 */
export function usedOfMin(resource: string, used: number, min: number): string {
  if (used > min) return `${amountWords(resource, used)} with a min of ${amountText(resource, min)}`;
  const guaranteed = amountWords(resource, min, "guaranteed ");
  if (used !== min || min === 0) return `${amountText(resource, used)} of the ${guaranteed}`;
  return amountText(resource, min) === "1" ? `the ${guaranteed}` : `all ${guaranteed}`;
}

/** Whether units of the resource have a noun. */
export const isCounted = (resource: string): boolean => nounOf(resource) !== null;

/** The noun of a resource, without a number: `GPUs`, `CPUs`, `memory`; of an amount of one: `CPU`. */
export function resourceWords(resource: string, amount = 0): string {
  const noun = nounOf(resource);
  return noun === null ? resource : amountText(resource, amount) === "1" ? noun : `${noun}s`;
}

/** The requested resources, extended ones first, because these are most often short. */
export const asked = (request: AmountMap): string[] =>
  scarceFirst(Object.keys(request).filter((resource) => amountOf(request, resource) > 0));

/** Extended resources before cpu, memory and storage. */
export const scarceFirst = (resources: string[]): string[] => [
  ...resources.filter((name) => name.includes("/")),
  ...resources.filter((name) => !name.includes("/")),
];

/** `2 GPUs, 1 CPU`; `nothing` without requests. */
export const requestText = (request: AmountMap): string =>
  asked(request)
    .map((resource) => amountWords(resource, amountOf(request, resource)))
    .join(", ") || "nothing";

/**
 * `500m CPU`, `500m CPU (its quota counts 2 CPUs)`: what fit uses, the charge where that differs, and what of it is
 * there by default.
 */
export function podRequestText(cycle: Requesting & Found): string {
  const { fitRequest, podRequest, quota } = cycle;
  const [fit, charge] = [requestText(fitRequest), requestText(podRequest)];
  const counts = quota === null ? "an ElasticQuota would count" : "its ElasticQuota counts";
  const notes = [
    ...(fit === charge ? [] : [`${counts} ${charge === "nothing" ? "none of it" : charge}`]),
    ...defaultsTexts(dataOf(cycle, "default-request")),
  ];
  return notes.length === 0 ? fit : `${fit} (${notes.join("; ")})`;
}

type Requesting = Pick<SimulatePodAnswer, "fitRequest" | "podRequest" | "quota">;

/** The resource that the pod brings nearest to a limit, or else its first requested one. */
export function tightest(resources: string[], room: (resource: string) => number): string | null {
  let best: { resource: string; left: number } | null = null;
  for (const resource of resources) {
    const left = room(resource);
    if (best === null || left < best.left) best = { resource, left };
  }
  return best?.resource ?? null;
}
