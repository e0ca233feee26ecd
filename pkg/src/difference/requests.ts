/** The requests of agents in two runs of a timeline: which one run grants and the other does not. */
import type { NamespacedName, VmAmount, VmStep, VmTimelineAnswer, VmTimelineOptions } from "../../types.js";
import { fullName } from "../words/object-name.js";
import { byName } from "./name-order.js";

/** A request of an agent, and what became of it. */
export interface VmRequest {
  /** The amount that it asked for; `null`: it cannot be read. */
  want: VmAmount | null;
  /** The permitted amount; `null`: it was not accepted. */
  permit: VmAmount | null;
  /** The result: an HTTP status, or `away` while the scheduler is down. */
  result: string;
}

/** A request with its pod and its time. */
export interface TimedRequest extends VmRequest {
  /** The pod. */
  pod: NamespacedName;
  /** The time in seconds. */
  at: number;
}

/** A request that is answered otherwise, or that only one run has. */
export interface RequestChange {
  /** The pod. */
  pod: NamespacedName;
  /** The time in seconds. */
  at: number;
  /** The request in the first run; `null`: the pod does not ask then. */
  before: VmRequest | null;
  /** The request in the second run; `null`: the pod does not ask then. */
  after: VmRequest | null;
}

/** How many requests are read at once. */
const PAGE = 5000;

/** The options of the parts of a run with its requests, from the first. */
export const requestPage = (asked: VmTimelineOptions, offset: number): VmTimelineOptions => ({
  ...asked,
  kind: "request",
  offset,
  limit: PAGE,
});

/** Adds the requests of a part; gives the offset of the next one, or `null`: there is none. */
export function addRequests(to: TimedRequest[], { steps, matching }: VmTimelineAnswer, offset: number): number | null {
  for (const { pod, at, want, permit, result } of steps) if (pod !== null) to.push({ pod, at, want, permit, result });
  const next = offset + steps.length;
  return steps.length === 0 || next >= matching ? null : next;
}

/** What became of a request: `granted`: all of it was permitted; `in-part`: less; `refused`, `unanswered`. */
export type Grant = "granted" | "in-part" | "refused" | "unanswered";

/** The outcome of a request. */
export function grantOf({ want, permit, result }: Pick<VmStep, "want" | "permit" | "result">): Grant {
  if (permit !== null) return want?.vCPUs === permit.vCPUs && want.mem === permit.mem ? "granted" : "in-part";
  return result === "400" || result === "404" ? "refused" : "unanswered";
}

const isSameAnswer = (one: VmRequest | undefined, other: VmRequest | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  grantOf(one) === grantOf(other) &&
  one.permit?.vCPUs === other.permit?.vCPUs &&
  one.permit?.mem === other.permit?.mem;

/** Returns the requests whose answers differ, by time, then pod. O(requests log requests). */
export function requestChanges(before: readonly TimedRequest[], after: readonly TimedRequest[]): RequestChange[] {
  // Several requests of a pod at one time are compared in order: the first with the first.
  const byPlace = (requests: readonly TimedRequest[]): Map<string, TimedRequest> => {
    const counts = new Map<string, number>();
    return new Map(
      requests.map((request) => {
        const place = `${fullName(request.pod)} ${request.at}`;
        const count = counts.get(place) ?? 0;
        counts.set(place, count + 1);
        return [`${place} ${count}`, request];
      }),
    );
  };
  const [was, is] = [byPlace(before), byPlace(after)];
  const changes: RequestChange[] = [];
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(place), is.get(place)];
    const known = one ?? other;
    if (known === undefined || isSameAnswer(one, other)) continue;
    const of = (request: TimedRequest | undefined): VmRequest | null =>
      request === undefined ? null : { want: request.want, permit: request.permit, result: request.result };
    changes.push({ pod: known.pod, at: known.at, before: of(one), after: of(other) });
  }
  return changes.sort((a, b) => a.at - b.at || byName(a.pod, b.pod));
}
