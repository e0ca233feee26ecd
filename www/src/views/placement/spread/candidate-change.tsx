import { advised, changeText, exchangeText, shortChangeText } from "schedscope/words/whatif";
import type { ChangeAnswer } from "../../../engine/types";
import { ApplyButton } from "../../../ui/apply-button";
import { useHost } from "../../../ui/host";
import { isWritable } from "../../changes/intent";

/** On what a candidate lacks to the pick: the cheapest change that selects it, written into the text. */
export function CandidateChange({ found }: { found: ChangeAnswer }) {
  const { changes } = useHost();
  const [change] = advised(found.changes);
  if (change === undefined || !isWritable(change)) return null;
  const words = `${changeText(change)}: ${exchangeText(change)}`;
  return <ApplyButton words={words} onApply={() => changes.apply(change, shortChangeText(change))} />;
}
