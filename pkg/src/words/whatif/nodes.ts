/** Words for nodes that are gone. */
import type { NodeLoss } from "../../../types.js";
import { allOf, counted, integer } from "../number.js";
import { deletedText, lostText } from "./drain.js";

/** That constraints count otherwise while the Node objects of lost nodes remain; empty where no pod has any. */
export function remainingNodesText({
  spreadOverLost = 0,
  waitingInOutage,
}: Pick<NodeLoss, "spreadOverLost" | "waitingInOutage">): string {
  if (spreadOverLost === 0) return "";
  return (
    "The nodes count as deleted. While their Node objects remain, as in an outage, the DoNotSchedule topology spread " +
    `constraints of ${counted(spreadOverLost, "pod")} still count their domains` +
    (waitingInOutage === undefined
      ? "."
      : `: then ${counted(waitingInOutage, "pod")} ${waitingInOutage === 1 ? "waits" : "wait"}.`)
  );
}

/** `With 2 more nodes like n2, all pending pods get a node.`: what lets the pods of lost nodes run; may be empty. */
export function neededText({ needed }: Pick<NodeLoss, "needed">): string {
  if (needed === undefined) return "";
  const { like, nodes, waiting } = needed;
  if (nodes === 0) return `More nodes like ${like} help no pod that waits.`;
  const left =
    waiting === 0
      ? "all pending pods get a node"
      : `${counted(waiting, "pod")} still ${waiting === 1 ? "waits" : "wait"}`;
  return `With ${integer(nodes)} more ${nodes === 1 ? "node" : "nodes"} like ${like}, ${left}.`;
}

/** What the loss of nodes does to their pods, in a sentence. */
export function nodeLossText(loss: NodeLoss): string {
  const {
    nodes,
    evicted,
    landed,
    volumeDependent = 0,
    waiting,
    untried,
    deleted,
    othersLost,
    othersMoved,
    othersTotal,
    stopped,
  } = loss;
  const pending = othersTotal - othersMoved;
  const otherwise =
    pending === 0 ? "" : `; ${counted(pending, "pending pod")} ${pending === 1 ? "ends" : "end"} differently`;
  const gone = `${counted(nodes, "node")} ${nodes === 1 ? "is" : "are"} gone`;
  const rest = othersMoved - othersLost;
  const moved = [
    ...(othersLost > 0 ? [lostText(othersLost)] : []),
    ...(rest > 0 ? [`${counted(rest, "other pod")} moved`] : []),
  ];
  if (evicted === 0) {
    const none = `${deleted > 0 ? `${deletedText(deleted)}; no other` : "no"} pod needs another node`;
    return `${gone}: ${[none, ...moved].join(", ")}${otherwise}`;
  }
  const settled = landed - volumeDependent;
  const landing =
    settled < evicted
      ? `${integer(settled)} of ${counted(evicted, "pod")} land`
      : evicted === 1
        ? "1 pod lands"
        : `${allOf(evicted, "pod")} land`;
  const parts = [
    ...(settled === 0 && volumeDependent > 0 ? [] : [`${landing} elsewhere`]),
    ...(volumeDependent > 0
      ? [`the node of ${counted(volumeDependent, "pod")} depends on volumes that the input does not have`]
      : []),
    ...(waiting > untried ? [`${integer(waiting - untried)} left waiting`] : []),
    ...(untried > 0 ? [`${integer(untried)} not tried`] : []),
    ...(deleted > 0 ? [deletedText(deleted)] : []),
    ...moved,
  ];
  return `${gone}: ${parts.join(", ")}${otherwise}${stopped ? "; the queue was stopped before its end" : ""}`;
}
