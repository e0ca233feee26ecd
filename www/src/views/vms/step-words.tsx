import type { ComponentChildren } from "preact";
import { counted } from "schedscope/words/number";
import type { Phrase } from "schedscope/words/phrase";
import { actorName, excessText, ownReadingWords } from "schedscope/words/vms";
import type { VmStep, VmTimelineAnswer } from "../../engine/types";
import { Phrases } from "../../ui/phrase";

interface Props {
  words: Phrase[];
  /** null before the first answer */
  event: VmStep | null;
  /** behind the sentence */
  children?: ComponentChildren;
}

/** What an event did, and what of that is not upstream's word. */
export const StepWords = ({ words, event, children }: Props) => (
  <>
    <p class="step-sentence">
      <Phrases phrases={words} /> {children}
      {event?.actor === true && <span class="quiet">By {actorName(event)}, not in the input.</span>}
    </p>
    {event?.ownReading === true && (
      <p class="own-reading" role="note">
        Own reading of the design document: {ownReadingWords(event.kind)}
      </p>
    )}
  </>
);

/** The first time that a node had more reserved than it can have; nothing where none had. */
export function OverBudget({ timeline: { overBudget, totals } }: { timeline: VmTimelineAnswer }) {
  const [first] = overBudget;
  return first === undefined ? null : (
    <li class="error">
      {first.node}: {excessText(first)}, after step {first.step}
      {totals.overBudget > 1 && ` and ${counted(totals.overBudget - 1, "more time")}`}
    </li>
  );
}
