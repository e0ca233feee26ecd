import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { openCluster, spreadStep } from "../../session/question";
import { ChangeList } from "../changes/change-list";
import { Explanation } from "./explanation";

/** What was weighed for the cluster of the card, and what would change it. */
export function CardBody({ decision, explained }: { decision: ShownDecision; explained: ShownExplanation }) {
  const { name, state } = explained.explanation;
  return (
    <Explanation
      decision={decision}
      explained={explained}
      onCluster={(of) => (openCluster.value = of)}
      onStep={showStep}
    >
      {decision.summary.outcome === "scheduled" && (
        <ChangeList
          want={state === "selected" ? { drops: [name] } : { selects: [name] }}
          title={state === "selected" ? "What would drop it" : "What would select it"}
        />
      )}
    </Explanation>
  );
}

function showStep(step: number): void {
  spreadStep.value = step;
  document.getElementById("steps-title")?.scrollIntoView({ block: "start" });
}
