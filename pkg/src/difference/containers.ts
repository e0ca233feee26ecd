/** Pods on nodes whose containers wait. */
import type { PodsAnswer } from "../../types.js";
import type { Scenario } from "../scenario.js";

/** How many there are, and the first of them. */
export type Containers = Pick<PodsAnswer, "waiting" | "waitingPods">;

/** Those of a namespace; `undefined`: of all. */
export function waitingIn(
  scenario: Pick<Scenario, "pods">,
  { waiting, waitingPods }: Containers,
  namespace: string | undefined,
): Containers {
  if (namespace === undefined) return { waiting, waitingPods };
  const every =
    waiting === waitingPods.length
      ? waitingPods
      : scenario
          .pods({ state: "bound", limit: 2 ** 31 })
          .pods.flatMap((entry) => (entry.waiting === undefined ? [] : [{ pod: entry.pod, waiting: entry.waiting }]));
  const own = every.filter(({ pod }) => pod.namespace === namespace);
  return { waiting: own.length, waitingPods: own };
}
