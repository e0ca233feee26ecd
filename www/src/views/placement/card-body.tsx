import { useEffect, useState } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { blockedCandidateText } from "schedscope/words/spread";
import type { ShownDecision, ShownExplanation } from "../../engine/protocol";
import { mostSquares } from "../../engine/spread";
import { useHost } from "../../ui/host";
import { Quoted } from "../../ui/quoted";
import { ChangeList } from "../changes/change-list";
import { Explanation } from "./explanation";

/** What was weighed for the cluster of the card, and what would change it. */
export function CardBody({ decision, explained }: { decision: ShownDecision; explained: ShownExplanation }) {
  const { openCluster, spreadStep } = useHost().question;
  const { name, state } = explained.explanation;
  return (
    <Explanation
      decision={decision}
      explained={explained}
      onCluster={(of) => (openCluster.value = of)}
      onStep={(step) => {
        spreadStep.value = step;
        document.getElementById("steps-title")?.scrollIntoView({ block: "start" });
      }}
    >
      <BlockedInStep decision={decision} name={name} />
      {decision.summary.outcome === "scheduled" && (
        <ChangeList
          want={state === "selected" ? { drops: [name] } : { selects: [name] }}
          title={state === "selected" ? "What would drop it" : "What would select it"}
        />
      )}
    </Explanation>
  );
}

/** What blocks a cluster in the step on show, which is not the last one: the verdict is about that. */
function BlockedInStep({ decision, name }: { decision: ShownDecision; name: string }) {
  const { spreadConstraints: terms, spread: run } = decision.summary;
  const { answer, fetch } = useHost();
  const atStep = answer.spread.value;
  const [others, setOthers] = useState<{ of: unknown; blocked: string }>({ of: null, blocked: "" });
  const step = atStep?.step ?? 0;
  const isEarlier = step > 0 && step < (run?.steps ?? 0);
  const shown = atStep?.candidates?.candidates.find((of) => of.name === name);
  const key = isEarlier && shown === undefined ? `${decision.serial} ${step} ${name}` : null;
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    void fetch.candidates(step, mostSquares).then((all) => {
      const found = all?.find((of) => of.name === name);
      if (!isOver) setOthers({ of: key, blocked: found === undefined ? "" : blockedCandidateText(found, terms) });
    });
    return () => {
      isOver = true;
    };
  }, [key]);
  const blocked =
    shown !== undefined ? blockedCandidateText(shown, terms) : others.of === key && key !== null ? others.blocked : "";
  if (!isEarlier || blocked === "") return null;
  return (
    <p class="card-step">
      <Quoted text={`In step ${integer(step)}, which is on show, it is ${blocked}.`} />
    </p>
  );
}
