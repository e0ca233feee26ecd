/** What keeps a pod from nodes and the search for changes does not edit. */
import type { ChangeAnswer, OutsideSpace } from "../../../types.js";
import { counted } from "../number.js";
import { capital, listed } from "../phrase.js";

/** `pod affinity or anti-affinity keeps the pod from 2 nodes, which the search does not edit`; empty: nothing. */
export function outsideClause({ outside = [] }: Pick<ChangeAnswer, "outside">): string {
  const parts = outside.map(({ reason, nodes }) => `${excludes[reason]} ${counted(nodes, "node")}`);
  return parts.length === 0 ? "" : `${listed(parts)}, which the search does not edit`;
}

/** The beginning of a clause that ends with a number of nodes. */
const excludes: Record<OutsideSpace["reason"], string> = {
  "pod-affinity": "pod affinity or anti-affinity keeps the pod from",
  "host-ports": "a hostPort of the pod is in use on",
  volumes: "volumes of the pod are not available on",
  "added-affinity": "the addedAffinity of the scheduler's profile does not match",
};

/** The same as a sentence without a full stop. */
export const outsideText = (answer: Pick<ChangeAnswer, "outside">): string => capital(outsideClause(answer));
