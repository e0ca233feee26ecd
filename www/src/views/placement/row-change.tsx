import { changeText, exchangeText, shortChangeText } from "schedscope/words/whatif";
import type { ChangeAnswer, ClusterRow } from "../../engine/types";
import { ApplyButton } from "../../ui/apply-button";
import { useHost } from "../../ui/host";
import { NoChange } from "../../ui/rung-change";
import { actionText, isWritable, suggested } from "../changes/intent";

/** The change to offer that would select a cluster, at the end of its row. */
export function RowChange({ row, found }: { row: ClusterRow; found: ChangeAnswer }) {
  const { changes } = useHost();
  const change = suggested(found.changes);
  if (change === undefined || row.state === "selected")
    return (
      <span role="gridcell" class="change quiet">
        {row.state !== "selected" && <NoChange isComplete={found.complete} />}
      </span>
    );
  const words = `${changeText(change)}: ${exchangeText(change)}`;
  const label = actionText(change);
  return (
    <span role="gridcell" class="change" title={words}>
      {isWritable(change) ? (
        <ApplyButton words={words} label={label} isInRow onApply={() => changes.apply(change, label)} />
      ) : (
        <span class="change-words">{shortChangeText(change)}</span>
      )}
    </span>
  );
}
