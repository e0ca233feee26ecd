/** Why a drain never completes, in words. */
import type { EvictionBlock } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed, shortened } from "../phrase.js";
import { fullName, fullNames, objectText } from "../object-name.js";

/** Blocks that the first sentence names. */
const NAMED = 2;

/** `The drain never completes: PodDisruptionBudget shop/web has maxUnavailable: 0.`; empty: it completes. */
export function neverCompletesText(blocks: EvictionBlock[]): string {
  if (blocks.length === 0) return "";
  const rest = blocks.length - NAMED;
  const more = rest > 0 ? `; and ${integer(rest)} more ${rest === 1 ? "reason" : "reasons"}` : "";
  return `The drain never completes: ${blocks.slice(0, NAMED).map(blockText).join("; ")}${more}.`;
}

/** Why a budget never allows an eviction: `PodDisruptionBudget shop/web has maxUnavailable: 0`. */
export const blockText = (block: EvictionBlock): string =>
  block.unready === true
    ? `${reasonOf(block)}; Pod ${fullName(block.pod)} is not ready, and ` +
      "unhealthyPodEvictionPolicy: AlwaysAllow would let it go"
    : reasonOf(block);

function reasonOf(block: EvictionBlock): string {
  const name = `PodDisruptionBudget ${fullNames(block.budgets)[0] ?? ""}`;
  switch (block.why) {
    case "several-budgets": {
      const pods = block.pods === 1 ? `Pod ${fullName(block.pod)}` : `each of ${counted(block.pods, "pod")}`;
      const budgets = listed(shortened(fullNames(block.budgets)));
      const all = block.budgets.length === 2 ? "both" : "all";
      return (
        `PodDisruptionBudgets ${budgets} ${all} select ${pods}, and the eviction API supports only one for ` +
        "each pod"
      );
    }
    case "no-bound":
      return `${name} has neither minAvailable nor maxUnavailable, so it allows no disruption`;
    case "none-unavailable":
      return `${name} has ${block.bound}, so it allows no disruption`;
    case "all-needed":
      return (
        `${name} requires ${counted(block.desired, "ready pod")} (${block.bound}), and its pods have ` +
        `${counted(block.available, "replica")}`
      );
    case "no-replicas": {
      const why = block.hasController
        ? "the controllers of its pods want 0 replicas"
        : "its pods have no controller, whose replicas it counts";
      return `${name} (${block.bound}) allows no disruption, because ${why}`;
    }
    case "no-scale":
      return (
        `${name} (${block.bound}) allows no disruption, because it counts replicas, and ${objectText(block.owner)}, ` +
        "which owns one of its pods, has none"
      );
    case "not-replaced":
      return (
        `${name} allows ${counted(block.allowed, "disruption")}, and ${counted(block.lost, "pod")} that it guards ` +
        `${block.lost === 1 ? "gets" : "get"} no replacement on another node`
      );
  }
}
