/** Whether the mode of the prioritizer policy matters. */
import { withoutEffect } from "schedscope/words/whatif";
import type { DecideAnswer } from "../../engine/types";

/** Those that have a weight in the mode `Additive` where the text does not name them. */
const weighed = ["Steady", "Balance", "Spread"];

/** Why the other mode would select the same, in lower case without a full stop; null: it may select others. */
export function modeWithoutEffect(summary: DecideAnswer): string | null {
  const { clusterCounts, mode, numberOfClusters, prioritizers, spreadConstraints } = summary;
  const { selected, feasible } = clusterCounts;
  if (mode !== "Additive" && mode !== "Exact") return null;
  if (numberOfClusters === 0 || feasible < 2 || selected === feasible) return withoutEffect(summary, "").why;
  const open = prioritizers.filter(
    ({ name, source }) =>
      source === "default" && weighed.includes(name) && (name !== "Spread" || spreadConstraints.length > 0),
  );
  if (open.length === 0) return "the input has a weight for each prioritizer that has one by default";
  // Of those that do not count the scores are not known.
  const isSame = open.every(({ name, min, max }) => name !== "Spread" && min !== null && min === max);
  if (mode === "Exact" || !isSame) return null;
  const names = open.map(({ name }) => name).join(" and ");
  return `${names} ${open.length === 1 ? "gives" : "give"} all clusters the same score`;
}
