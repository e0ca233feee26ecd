import { useEffect, useRef } from "preact/hooks";
import type { ShownDecision } from "../../engine/protocol";
import { openCluster, spreadStep } from "../../session/question";
import { ChangeList } from "../changes/change-list";
import { Explanation } from "./explanation";

/** Why one cluster is in, or out: everything that was weighed, with the lines that say so. */
export function Card({ decision }: { decision: ShownDecision }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = openCluster.value;
  useEffect(() => {
    if (name !== null) heading.current?.scrollIntoView({ block: "nearest" });
  }, [name]);
  if (name === null) return null;
  const explained = decision.explained;
  const close = (): void => {
    openCluster.value = null;
    document.querySelector<HTMLElement>(".table")?.focus();
  };
  return (
    <aside
      class="card"
      aria-label={`Why ${name}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <header>
        <h2 ref={heading}>
          {explained?.explanation.state === "selected" ? "Why" : "Why not"} <code>{name}</code>?
        </h2>
        <button type="button" class="close" aria-label="Close the card" onClick={close}>
          ×
        </button>
      </header>
      {explained === null ? (
        <p>This cluster is no longer in the text.</p>
      ) : explained.explanation.name !== name ? (
        <p class="quiet">…</p>
      ) : (
        <Explanation
          decision={decision}
          explained={explained}
          onCluster={(of) => (openCluster.value = of)}
          onStep={showStep}
        >
          {decision.summary.outcome.type === "scheduled" && (
            <ChangeList
              want={explained.explanation.state === "selected" ? { drops: [name] } : { selects: [name] }}
              title={explained.explanation.state === "selected" ? "What would drop it" : "What would select it"}
            />
          )}
        </Explanation>
      )}
    </aside>
  );
}

function showStep(step: number): void {
  spreadStep.value = step;
  document.getElementById("steps-title")?.scrollIntoView({ block: "start" });
}
