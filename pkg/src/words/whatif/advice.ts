/** Which changes are advised: those that last and do no harm come before the others. */
import type { Change, ChangeEdit, CycleAfter, PodMadeAnew } from "../../../types.js";
import { counted } from "../number.js";
import { deletionText } from "../placement/applications.js";
import { unended } from "../phrase.js";
import { fullName } from "../object-name.js";
import { isOfObject } from "./edit-parts.js";

/** Who writes a label or claim anew, so that an edit of it is undone, as the subject of a sentence. */
export function writerOf({
  family,
  object,
  keys,
  old,
}: Pick<ChangeEdit, "family" | "object" | "keys" | "old">): string {
  if (family === "claim") return "The cluster's agent";
  if (family !== "label" && family !== "set") return "";
  const label = keys.at(-2) === "labels" ? String(keys.at(-1)) : "";
  if (object.kind === "Node") {
    if (KUBELET.has(label)) return "kubelet";
    // Where the label is missing, no such controller runs.
    return CLOUD.has(label) && old !== null ? "The cloud's controller" : "";
  }
  if (label.startsWith("feature.open-cluster-management.io/")) return "The hub's add-on controller";
  return object.kind === "ManagedCluster" && OPENSHIFT.test(label) ? "The hub, from the cluster's claims," : "";
}

/** Labels that kubelet writes when it registers its node. */
const KUBELET: ReadonlySet<string> = new Set([
  "kubernetes.io/hostname",
  "kubernetes.io/arch",
  "kubernetes.io/os",
  "beta.kubernetes.io/arch",
  "beta.kubernetes.io/os",
]);

/** Labels that tell where a node runs. */
const CLOUD: ReadonlySet<string> = new Set([
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "node.kubernetes.io/instance-type",
  "beta.kubernetes.io/instance-type",
]);

const OPENSHIFT = /^openshiftVersion(?:-|$)/;

/** What stands against a change, each in a sentence without a full stop; empty: nothing. */
export function objections({ edits, alternates = false, applications = [], cycle, madeAnew = [] }: Change): string[] {
  const deletions = applications.map(deletionText).filter((text) => text !== undefined);
  const writers = new Set(
    edits.flatMap((edit) => {
      const writer = writerOf(edit);
      if (writer === "") return [];
      return edit.family === "claim"
        ? [`${writer} writes its claims: set the ClusterClaim there, or the next report undoes it`]
        : [`${writer} writes this label itself, and reverts edits`];
    }),
  );
  return [
    ...(alternates
      ? ["It does not last: once the hub has recorded this decision, the negative weight of Steady works against it"]
      : []),
    ...deletions.map(unended),
    ...(cycle !== null && !hasNode(cycle) ? [waitsText(cycle)] : []),
    ...(cycle !== null && hasNode(cycle) && cycle.budgetViolations > 0 ? [BUDGET] : []),
    ...takenBack(madeAnew.filter(({ takesBack }) => takesBack)),
    ...writers,
    ...(edits.some(toleratesLost)
      ? ["The hub has tainted the cluster as lost: what is placed there waits until it is available"]
      : []),
    ...(edits.some(toleratesDown) ? ["The node is not ready: a pod that goes there does not start"] : []),
    ...(edits.some(detaches)
      ? ["Without its ManagedCluster the cluster is detached from the hub, for every placement"]
      : []),
    ...(edits.some(asksForNothing) ? ["A container that requests nothing is guaranteed nothing"] : []),
  ];
}

const BUDGET = "The PodDisruptionBudget allows no such eviction; preemption ignores it";

/** Whether the pod gets a node, if need be by evicting others. */
export const hasNode = ({ outcome, refused }: CycleAfter): boolean =>
  !refused && (outcome === "Schedulable" || outcome === "Preempt");

const waitsText = ({ refused }: CycleAfter): string =>
  refused
    ? "The API server refuses the pod then: it evicts no pod because it is not created"
    : "The pod waits then: it evicts no pod because it gets no node";

/** Of each the new pod can be scheduled before the one that waits. */
function takenBack([first, ...others]: PodMadeAnew[]): string[] {
  if (first === undefined) return [];
  const { pod, owner, node } = first;
  const place = node === null ? "" : ` on ${node}`;
  const more = others.length === 0 ? "" : `; likewise ${counted(others.length, "other pod")}`;
  return [
    `${owner.kind} ${owner.name} recreates ${fullName(pod)}: if the new pod is scheduled first, ` +
      `it takes the place${place}${more}`,
  ];
}

/** Taints of nodes whose kubelet does not answer. */
const DOWN: ReadonlySet<unknown> = new Set(["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]);

/** Taints that the hub puts on clusters whose agent does not answer, or that are not available. */
const LOST: ReadonlySet<unknown> = new Set([
  "cluster.open-cluster-management.io/unreachable",
  "cluster.open-cluster-management.io/unavailable",
]);

const toleratesLost = ({ family, new: now, object }: ChangeEdit): boolean =>
  family === "toleration" &&
  object.kind === "Placement" &&
  typeof now === "object" &&
  now !== null &&
  "key" in now &&
  LOST.has(now.key);

const toleratesDown = ({ family, new: now }: ChangeEdit): boolean =>
  family === "toleration" && typeof now === "object" && now !== null && "key" in now && DOWN.has(now.key);

const detaches = (edit: ChangeEdit): boolean =>
  edit.family === "release" && edit.object.kind === "ManagedCluster" && isOfObject(edit);

const asksForNothing = ({ family, to, keys }: ChangeEdit): boolean =>
  family === "request" && to === 0 && !keys.includes("limits");

/** The changes, cheapest first; behind them those against which something stands. */
export function advised<T extends Change>(changes: readonly T[]): T[] {
  const isGood = (change: T): boolean => objections(change).length === 0;
  return [...changes.filter(isGood), ...changes.filter((change) => !isGood(change))];
}
