import { cycleNotes } from "schedscope/words/quotas";
import type { SimulatePodAnswer } from "../../engine/types";

/** Ties, faults of Kubernetes, and another scheduler: what the answer about a pod hangs on beside the text. */
export function CycleNotes({ cycle }: { cycle: SimulatePodAnswer }) {
  const notes = cycleNotes(cycle);
  if (notes.length === 0) return null;
  return (
    <ul class="notes cycle-notes">
      {notes.map(({ kind, words }) => (
        <li key={words} class={kind === "fault" ? "hint" : ""}>
          {words}
        </li>
      ))}
    </ul>
  );
}
