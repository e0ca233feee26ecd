/** Finds objects by name, and opens what a view says of one. */
import { batch } from "@preact/signals";
import { fullName } from "schedscope/words/object-name";
import { rolloutKinds } from "schedscope/words/whatif";
import type { FindAnswer, FoundObject, NodesAnswer, PodsAnswer } from "../engine/types";
import { chosenPlacement, openCluster } from "../session/question";
import { client, goTo, isBehind } from "../session/session";
import { chosenView } from "../session/views";
import { openNode } from "../views/nodes/options";
import { chosenPod } from "../views/pods/chosen-pod";
import { showRollout } from "../views/pods/shown-rollout";

/** Pods whose names hold that of the one that is looked for may stand before it. */
const alike = 1000;
/** A node is opened by its place among all. */
const mostNodes = 20_000;

/** Kinds that an answer is about come first. */
const answered = ["Placement", "ManagedCluster", "Pod", "Node"];
const workloads = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"];

const rank = ({ kind }: FoundObject): number => {
  const at = [...answered, ...workloads].indexOf(kind);
  return at < 0 ? answered.length + workloads.length : at;
};

/** The objects of a name, then those of names that begin with it or are like it; empty while the engine is away. */
export async function findObjects(name: string): Promise<FoundObject[]> {
  if (name === "") return [];
  try {
    const { answer } = await client.request("ask", { name: "find", options: { name } });
    const { objects, near } = answer as FindAnswer;
    const byKind = (one: FoundObject, other: FoundObject): number => rank(one) - rank(other);
    return [...[...objects].sort(byKind), ...[...near].sort(byKind)];
  } catch (error) {
    if (isBehind(error)) return [];
    throw error;
  }
}

/** Shows why an object is as it is, and its lines in the text. */
export async function openFound(found: FoundObject): Promise<void> {
  goTo(found.range, false);
  const { kind, namespace, name } = found;
  showRollout(rolloutKinds.includes(kind) ? { kind, namespace, name } : null);
  if (kind === "Placement")
    batch(() => {
      chosenView.value = "placement";
      chosenPlacement.value = { namespace, name };
    });
  if (kind === "ManagedCluster")
    batch(() => {
      chosenView.value = "placement";
      openCluster.value = name;
    });
  if (kind === "ElasticQuota") chosenView.value = "quotas";
  if (kind === "Node") {
    const { answer } = await client.request("ask", { name: "nodes", options: { limit: mostNodes } });
    const index = (answer as NodesAnswer).nodes.findIndex((node) => node.name === name);
    batch(() => {
      chosenView.value = "nodes";
      openNode.value = index < 0 ? null : { name, index };
    });
  }
  if (kind === "Pod" || workloads.includes(kind)) {
    const { answer } = await client.request("ask", { name: "pods", options: { find: name, limit: alike } });
    const isOf = ({ object }: PodsAnswer["pods"][number]): boolean =>
      object?.kind === kind && object.namespace === namespace && object.name === name;
    const { pods } = answer as PodsAnswer;
    const pod = pods.find((one) => isOf(one) && one.node === null) ?? pods.find(isOf);
    batch(() => {
      chosenView.value = "nodes";
      if (pod !== undefined) chosenPod.value = fullName(pod.pod);
    });
  }
}
