import { type CycleNote, cycleNotes } from "schedscope/words/quotas";
import type { SimulatePodAnswer } from "../../engine/types";

interface Props {
  cycle: SimulatePodAnswer;
  /** left out */
  without?: CycleNote["kind"];
}

/** Ties, faults of Kubernetes, and another scheduler: what the answer about a pod hangs on beside the text. */
export function CycleNotes({ cycle, without }: Props) {
  const notes = cycleNotes(cycle).filter(({ kind }) => kind !== without);
  if (notes.length === 0) return null;
  return (
    <ul class="notes cycle-notes">
      {notes.map(({ kind, words }) => (
        <li key={words} class={kind === "never" ? "hint" : ""}>
          {words}
        </li>
      ))}
    </ul>
  );
}
