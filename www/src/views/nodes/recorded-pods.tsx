import { shortened } from "schedscope/words/phrase";
import { counted } from "schedscope/words/number";
import { listed } from "schedscope/words/phrase";
import { nominationText, recordedGroups } from "schedscope/words/whatif";
import type { CompareRecordedAnswer } from "../../engine/types";
import { fullName } from "schedscope/words/object-name";

/** The pods that the scheduler would not put where they are, with the reason and what would become of them. */
export function RecordedPods({ answer }: { answer: CompareRecordedAnswer }) {
  const { pods, nominations, misfits, rejected, elsewhere } = answer;
  const lost = nominations.filter(({ kind }) => kind === "lost" || kind === "moved");
  const rest = misfits + rejected + elsewhere - pods.length;
  if (pods.length + lost.length === 0) return null;
  return (
    <ul class="notes recorded-pods">
      {recordedGroups(pods).map(({ first, pods: names, why, ifPending }) => (
        <li key={`${first.kind} ${fullName(first.pod)}`} class={first.kind === "elsewhere" ? "quiet" : "hint"}>
          {listed(shortened(names))} on {first.node}: {why}. If pending: {ifPending}.
        </li>
      ))}
      {lost.map((row) => (
        <li key={fullName(row.pod)} class="hint">
          {fullName(row.pod)}, nominated for {row.node}: {nominationText(row)}.
        </li>
      ))}
      {rest > 0 && <li class="quiet">and {counted(rest, "more pod")}</li>}
    </ul>
  );
}
