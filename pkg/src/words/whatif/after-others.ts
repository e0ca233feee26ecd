/** A pod that gets a node alone, and none after the other pending pods, in words. */
import type { AfterOthers } from "../../difference/why.js";
import { stepDetail } from "../quotas/queue-words.js";

/** `Alone, it gets a node already; after the other pending pods it waits: 2 node(s) didn't match …` */
export const afterOthersText = ({ step }: AfterOthers): string =>
  `Alone, it gets a node already; after the other pending pods it waits: ${stepDetail(step)}.`;

/** The command that counts the nodes which the pending pods need; empty: what rejects the pod is no lack of nodes. */
export const afterOthersAdvice = ({ like }: AfterOthers): string =>
  like === null ? "" : `\`schedscope whatif nodes --like ${like}\` says how many such nodes the pending pods need.`;
