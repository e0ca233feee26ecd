/** The pods that get nodes before a pod, in words. */
import type { QueueStep } from "../../../types.js";
import { counted, integer } from "../number.js";
import { fullName } from "../object-name.js";
import { listed } from "../phrase.js";

/** The most pods that are named. */
const mostNamed = 3;

/** `Before it, d/hi (priority 500) gets n1. `; `priority`: of the pod that waits. Empty: none gets a node. */
export function aheadText(steps: QueueStep[], priority: number): string {
  if (steps.length === 0) return "";
  const named = steps.slice(0, mostNamed).map(({ pod, node, priority: own }) => {
    const rank = own === priority ? "" : ` (priority ${integer(own)})`;
    return `${fullName(pod)}${rank} gets ${node ?? ""}`;
  });
  const rest = steps.length - named.length;
  const others = rest === 0 ? [] : [`${counted(rest, "other pod")} ${rest === 1 ? "gets a node" : "get nodes"}`];
  return `Before it, ${listed([...named, ...others])}. `;
}
