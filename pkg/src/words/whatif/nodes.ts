/** Words for nodes that are gone. */
import type { NodeLoss } from "../../../types.js";
import { counted, integer } from "../number.js";

/** What the loss of nodes does to their pods, in a sentence. */
export function nodeLossText({ nodes, evicted, landed, waiting, lost, othersTotal, stopped }: NodeLoss): string {
  const gone = `${counted(nodes, "node")} gone`;
  if (evicted === 0) return `${gone}: no pod needs another node`;
  const place = landed === evicted ? `all ${counted(evicted, "pod")} land elsewhere` : "";
  const parts = [
    place === "" ? `${integer(landed)} of ${counted(evicted, "pod")} land elsewhere` : place,
    ...(waiting > 0 ? [`${integer(waiting)} left waiting`] : []),
    ...(lost > 0 ? [`${integer(lost)} without an owner and without room`] : []),
    ...(othersTotal > 0 ? [`${counted(othersTotal, "other pod")} moved`] : []),
  ];
  return `${gone}: ${parts.join(", ")}${stopped ? "; the queue was stopped before its end" : ""}`;
}
