import { advised, changeText, exchangeText, shortChangeText } from "schedscope/words/whatif";
import type { ChangeAnswer, ClusterRow } from "../../engine/types";
import { applyChange, isWritable } from "../../session/changes";
import { ApplyButton } from "../../ui/apply-button";
import { NoChange } from "../../ui/rung-change";

/** The cheapest change that would select a cluster, at the end of its row. */
export function RowChange({ row, found }: { row: ClusterRow; found: ChangeAnswer }) {
  const [change] = advised(found.changes);
  if (change === undefined || row.state === "selected")
    return (
      <span role="gridcell" class="change quiet">
        {row.state !== "selected" && <NoChange isComplete={found.complete} />}
      </span>
    );
  const words = `${changeText(change)}: ${exchangeText(change)}`;
  return (
    <span role="gridcell" class="change" title={words}>
      <span class="change-words">{shortChangeText(change)}</span>
      {isWritable(change) && <ApplyButton words={words} isInRow onApply={() => applyChange(change)} />}
    </span>
  );
}
