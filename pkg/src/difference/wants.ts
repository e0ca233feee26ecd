/** What a reader of an answer wants to come out otherwise: what `change` is asked at the end of an explanation. */
import type {
  NamedObject,
  NamespacedName,
  ScoreNodesAnswer,
  SimulatePodAnswer,
  VmStepAnswer,
  Want,
} from "../../types.js";
import { isSameName } from "../words/object-name.js";

/** The decisions of which such a search makes so many at most: more would take longer than the explanation. */
export const fewSteps = { cluster: 300, pod: 2000, vm: 500 };

/**
 * The limit for one cluster of a fleet: that of `change`, or less in a large fleet, where each decision takes longer.
 */
export const stepsAmong = (clusters: number): number =>
  Math.min(20_000, Math.max(fewSteps.cluster, Math.floor(1e6 / Math.max(1, clusters))));

/** The time plays no part in a pod's cycle, nor in a timeline. */
export const noTime = "1970-01-01T00:00:00Z";

/** That a pod gets a node and spares its only victim; evicts nobody where there are several. */
export const sparing = (pod: NamedObject, [first, ...others]: readonly NamedObject[]): Want =>
  others.length === 0 ? { pod, admitted: true, spares: first } : { pod, admitted: true, evictsNobody: true };

/** Of a scheduling cycle: the pod is admitted, or spares whom it evicts. `null`: nothing is left to want. */
export function wantOfPod(cycle: SimulatePodAnswer): Want | null {
  const { pod, outcome, terminating = [], resourceQuota, deleting } = cycle;
  // Who is terminating already cannot be spared.
  const isGoing = (victim: NamespacedName): boolean => terminating.some((other) => isSameName(victim, other));
  const victims = cycle.victims.filter((victim) => !isGoing(victim));
  if (deleting) return null;
  if (outcome === "Unschedulable" || resourceQuota !== null) return { pod, admitted: true };
  return outcome === "Preempt" && victims.length > 0 ? sparing(pod, victims) : null;
}

/** Whether there are nodes and the pod gets none as it is: none fits, or a `ResourceQuota` refuses it. */
export const isLeftOut = ({ nodes, feasible, resourceQuota }: ScoreNodesAnswer): boolean =>
  nodes > 0 && (feasible === 0 || resourceQuota !== null);

/** Of a step of a timeline: the VM stays on its node, or its request is granted. */
export function wantOfVm({ event, request }: VmStepAnswer): Want | null {
  const { pod, migrate } = event;
  if (pod === null) return null;
  if (migrate) return { noMigration: pod };
  return isDenied(request) ? { granted: pod } : null;
}

/** Whether a request was refused, or granted in part only. */
export const isDenied = (request: VmStepAnswer["request"]): boolean =>
  request !== null && (request.problem !== null || (request.cpu?.denied ?? 0) + (request.memory?.denied ?? 0) > 0);
