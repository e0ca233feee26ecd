/** Words for nodes that are gone. */
import type { NodeLoss } from "../../../types.js";
import { counted, integer } from "../number.js";
import { deletedText } from "./drain.js";

/** What the loss of nodes does to their pods, in a sentence. */
export function nodeLossText({ nodes, evicted, landed, waiting, deleted, othersMoved, stopped }: NodeLoss): string {
  const gone = `${counted(nodes, "node")} ${nodes === 1 ? "is" : "are"} gone`;
  if (evicted === 0)
    return `${gone}: ${deleted > 0 ? `${deletedText(deleted)}; no other` : "no"} pod needs another node`;
  const place = landed === evicted ? `all ${counted(evicted, "pod")} land elsewhere` : "";
  const parts = [
    place === "" ? `${integer(landed)} of ${counted(evicted, "pod")} land elsewhere` : place,
    ...(waiting > 0 ? [`${integer(waiting)} left waiting`] : []),
    ...(deleted > 0 ? [deletedText(deleted)] : []),
    ...(othersMoved > 0 ? [`${counted(othersMoved, "other pod")} moved`] : []),
  ];
  return `${gone}: ${parts.join(", ")}${stopped ? "; the queue was stopped before its end" : ""}`;
}
