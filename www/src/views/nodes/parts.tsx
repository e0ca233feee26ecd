import { faultTexts, misfits, podNoteText, saysMisfits } from "schedscope/words/nodes";
import type { ScoreNodesAnswer } from "../../engine/types";
import { PartsBar } from "../../ui/parts-bar";
import { Quoted } from "../../ui/quoted";

/** How many nodes are picked, fit, and do not; also the key to the marks of the table. */
export function Parts({ placement }: { placement: ScoreNodesAnswer }) {
  const picked = placement.picks.length;
  const [rest, unfit] = [placement.feasible - picked, placement.nodes - placement.feasible];
  const looks = [
    ["selected", picked, "picked by a scorer"],
    ["feasible", rest, `${rest === 1 ? "fits" : "fit"}${picked > 0 ? ", not picked" : ""}`],
    ["filtered", unfit, unfit === 1 ? "does not fit" : "do not fit"],
  ] as const;
  return <PartsBar parts={looks.filter(([, count]) => count > 0)} />;
}

/** What must be said with the answer; `lost`: the text has an error where the pod stood. */
export function Notes({ placement, lost = false }: { placement: ScoreNodesAnswer; lost?: boolean }) {
  const { notes, scorers, resources, feasible, nodes } = placement;
  const silent = scorers.filter(({ applies }) => !applies).map(({ name }) => name);
  const limitAware = scorers.find(({ name }) => name === "LimitAware");
  const [whole, exact] = [limitAware?.best[0], limitAware?.bestByExact?.[0]];
  return (
    <ul class="notes">
      {lost && <li class="error">The input has an error at this pod; this is the last answer before it.</li>}
      {feasible > 0 && feasible < nodes && !saysMisfits(placement) && (
        <li>Why the pod does not fit the others: {misfits(placement)}.</li>
      )}
      {faultTexts(placement).map((words) => (
        <li key={words}>
          <Quoted text={words} />
        </li>
      ))}
      {resources.length === 0 && (
        <li>Every resource is off: all scores are 0, and the first node by name is picked.</li>
      )}
      {notes.map((note, i) => (
        <li key={`${note.code}-${i}`} class={note.code === "nominated-node-missing" ? "hint" : ""}>
          <Quoted text={podNoteText(note)} />
        </li>
      ))}
      {whole !== undefined && exact !== undefined && whole !== exact && (
        <li>
          Limit-aware scoring picks {whole} by integers, as its design document says; without their cut it would be{" "}
          {exact}.
        </li>
      )}
      {silent.length > 0 && feasible > 0 && (
        <li>
          {silent.join(", ")} {silent.length === 1 ? "does" : "do"} not apply to this pod.
        </li>
      )}
    </ul>
  );
}
