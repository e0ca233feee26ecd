/** Nodes that would be added for pods that wait. */
import type { ChangeAnswer, NodeLike, ProfileChoice } from "../../types.js";
import type { Scenario } from "../scenario.js";
import type { PodWhy } from "./why.js";

/** The most pending pods for which nodes are counted. */
const mostCounted = 200;

/** The node that an added one is like; undefined: no change adds one. */
export const addedLike = (answer: ChangeAnswer | null): NodeLike | undefined =>
  answer?.changes.flatMap(({ edits }) => edits).find(({ like }) => like !== undefined)?.like;

/** How many nodes like this all pending pods need. */
export function nodesNeededOf(
  scenario: Pick<Scenario, "pods" | "nodesNeeded">,
  like: NodeLike,
  profile: ProfileChoice | undefined,
): PodWhy["nodesNeeded"] {
  const { pending } = scenario.pods({ limit: 0 });
  if (pending < 2 || pending > mostCounted) return null;
  return { ...like, pending, answer: scenario.nodesNeeded({ ...like, profile, most: pending, limit: 0 }) };
}

/** A DaemonSet is to run on the nodes that there are: another node helps none of them. */
export const onNodesThere = (why: PodWhy | null): PodWhy | null =>
  why && {
    ...why,
    nodesNeeded: null,
    wouldChange: why.wouldChange && {
      ...why.wouldChange,
      changes: why.wouldChange.changes.filter(({ edits }) => edits.every(({ like }) => like === undefined)),
    },
  };
