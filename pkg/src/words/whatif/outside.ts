/** What keeps a pod from nodes and the search for changes does not edit. */
import type { ChangeAnswer, OutsideSpace } from "../../../types.js";
import { counted } from "../number.js";
import { capital, listed } from "../phrase.js";

/** `pod affinity or anti-affinity keeps the pod from 2 nodes` */
export const keptText = (outside: OutsideSpace[]): string => {
  const parts = outside.map(({ reason, nodes }) => `${outsideNames[reason]} from ${counted(nodes, "node")}`);
  const [first = "", ...others] = parts;
  return listed([first.replace(" from ", " keeps the pod from "), ...others]);
};

const outsideNames: Record<OutsideSpace["reason"], string> = {
  "pod-affinity": "pod affinity or anti-affinity",
  "host-ports": "a host port that is taken",
  volumes: "where its volumes can be used",
  "added-affinity": "node affinity of the scheduler's profile",
};

/** What the search does not edit and keeps the pod from nodes, in a sentence without a full stop; empty: nothing. */
export function outsideText({ outside = [] }: Pick<ChangeAnswer, "outside">): string {
  const text = keptText(outside);
  return outside.length === 0 ? "" : `${capital(text)}, which the search does not edit`;
}
