import { advised, changeText, cycleText, shortChangeText } from "schedscope/words/whatif";
import type { Change, Want } from "../../engine/types";
import { applyChange, changesOf, isWritable } from "../../session/changes";
import { NoChange, RungChange } from "../../ui/rung-change";

/** Nobody shall apply such a change unwarned. */
const againstText = ({ cycle }: Change): string =>
  (cycle?.budgetViolations ?? 0) > 0 ? ", against a PodDisruptionBudget" : "";

/** What would bring something about, at the end of a ladder's rung; asked for by the ladder. */
export function WantedChange({ want }: { want: Want }) {
  const found = changesOf(want);
  const [change] = advised(found?.changes ?? []);
  if (found === undefined || found.met) return null;
  if (change === undefined) return <NoChange isComplete={found.complete} />;
  return (
    <RungChange
      words={shortChangeText(change).replaceAll("`", "") + againstText(change)}
      full={[changeText(change), cycleText(change)].filter((words) => words !== "").join(": ")}
      onApply={isWritable(change) ? () => applyChange(change) : null}
    />
  );
}
