import { integer } from "schedscope/words/number";
import { isDecided, isRanked, partsOf, stateName } from "schedscope/words/placement";
import type { DecideAnswer } from "../../engine/types";
import { Mark } from "../../ui/mark";

/** How many clusters are in each state; also the key to the marks of the table. */
export function Parts({ summary }: { summary: DecideAnswer }) {
  if (summary.clusterCounts.all === 0) return null;
  const parts = partsOf(summary);
  const ranked = isRanked(summary);
  return (
    <div class="parts">
      <div class="parts-bar" aria-hidden="true">
        {parts.map(([look, count]) => (
          <span key={look} class={`part ${look}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul class="key">
        {parts.map(([look, count]) => (
          <li key={look}>
            <Mark state={look} /> {integer(count)} {stateName(look, ranked, isDecided(summary))}
          </li>
        ))}
      </ul>
    </div>
  );
}
