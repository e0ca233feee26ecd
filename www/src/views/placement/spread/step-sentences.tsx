import { beginText, stepText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  /** the pick's name was followed; null: it leads nowhere */
  onCluster: ((name: string) => void) | null;
}

export function spreadStepText(decision: ShownDecision, { picked }: SpreadOnShow): string {
  const { spread } = decision.summary;
  return picked === null ? beginText(spread?.eligible ?? 0) : stepText(picked, spread?.weight ?? 0);
}

/** What a step did and why. */
export function StepSentences({ decision, atStep, onCluster }: Props) {
  const { picked } = atStep;
  const words = spreadStepText(decision, atStep);
  return (
    <p>{picked === null ? words : <StepSentence words={words} name={picked.picked.name} onCluster={onCluster} />}</p>
  );
}

/** The sentence, with the pick's name as the way to its card. */
function StepSentence({ words, name, onCluster }: { words: string; name: string; onCluster: Props["onCluster"] }) {
  const at = words.indexOf(name);
  return (
    <>
      {words.slice(0, at)}
      {onCluster === null ? (
        <strong>{name}</strong>
      ) : (
        <button type="button" class="line-link word-link strong" onClick={() => onCluster(name)}>
          {name}
        </button>
      )}
      {words.slice(at + name.length)}
    </>
  );
}
