/** StatefulSets that create their pods one after another. */
import type { NamespacedName, OrderedSet } from "../../../types.js";
import { integer } from "../number.js";
import { fullName } from "../object-name.js";

/** `StatefulSet a/web makes a/web-1 once the pods before it are Running and Ready, a/web-0 first.` */
export function orderedPodText({ statefulSet, first, behind, terminating }: OrderedSet, pod: NamespacedName): string {
  const set = `StatefulSet ${fullName(statefulSet)}`;
  if (behind === null)
    return `${set} makes ${fullName(pod)} once the pods before it are Running and Ready, ${fullName(first)} first.`;
  const until = terminating ? "is gone and its successor Running and Ready" : "is Running and Ready";
  return `${set} does not make ${fullName(pod)} before ${fullName(behind)} ${until}.`;
}

/** `StatefulSet a/web makes its pods one after another, each once the one before is Running and Ready: …` */
export function orderedSetText({
  statefulSet,
  pods,
  first,
  behind,
  terminating,
  unready,
  inOrder,
}: OrderedSet): string {
  if (unready && behind !== null) {
    const are = pods === 1 ? `${fullName(first)} is` : `${integer(pods)} pods are`;
    const until = `before ${fullName(behind)} is Ready`;
    return `StatefulSet ${fullName(statefulSet)} makes no other pod ${until}: ${are} not made.`;
  }
  if (inOrder && !terminating) {
    const until = behind === null ? "the one before" : fullName(behind);
    return (
      `StatefulSet ${fullName(statefulSet)} makes its pods one after another, each once the one before is Running ` +
      `and Ready: the next one is made once ${until} has a node.`
    );
  }
  const here = pods === 1 ? `here ${fullName(first)} waits already` : `here ${integer(pods)} wait at the same time`;
  if (behind === null)
    return (
      `StatefulSet ${fullName(statefulSet)} makes its pods one after another, each once the one before is ` +
      `Running and Ready: ${here}.`
    );
  const until = terminating ? "is gone and its successor Running and Ready" : "is Running and Ready";
  return `StatefulSet ${fullName(statefulSet)} makes no other pod before ${fullName(behind)} ${until}: ${here}.`;
}
