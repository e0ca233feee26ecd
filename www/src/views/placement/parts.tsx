import { isDecided, isRanked, partsOf, stateName } from "schedscope/words/placement";
import type { DecideAnswer } from "../../engine/types";
import { PartsBar } from "../../ui/parts-bar";

/** How many clusters are in each state; also the key to the marks of the table. */
export function Parts({ summary }: { summary: DecideAnswer }) {
  if (summary.clusterCounts.all === 0) return null;
  const ranked = isRanked(summary);
  const parts = partsOf(summary).map(
    ([look, count]) => [look, count, stateName(look, ranked, isDecided(summary))] as const,
  );
  return <PartsBar parts={parts} />;
}
