import type { Caveat } from "schedscope/words/caveat";
import { type Caveated, allCaveats } from "schedscope/words/pod-caveats";
import { plain, quiet, strong } from "schedscope/words/phrase";
import { caveats } from "schedscope/words/placement";
import { advised } from "schedscope/words/whatif/advice";
import { alikeText, changesText, cycleText, editText, sideEffects, statedEdits } from "schedscope/words/whatif/change";
import { exchangeText } from "schedscope/words/whatif/exchange";
import type { Questions } from "../engine/questions";
import type { ShownDecision } from "../engine/protocol";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, Pickers, Problem } from "./parts";
import { PodPicker } from "./pod-picker";
import type { EmbedSession } from "./session";
import { useChosenPod, useQuestion } from "./use-question";
import whatIf from "./what-if.css?inline";
import { askedAgain } from "./what-if";

export const styles = [whatIf];

type Change = Questions["change"][1]["changes"][number];

/** A reader waits for so many decisions at most. */
const maxSteps = 5000;

/** What would change it: the smallest edits that select a cluster or drop it, or that give a pod a node. */
export function View({ session }: { session: EmbedSession }) {
  const { choice } = useEmbed();
  const hasPlacements = (session.reading.value?.placements.length ?? 0) > 0;
  return choice.pod.value !== null || !hasPlacements ? (
    <OfPod session={session} />
  ) : (
    <Decided session={session} as={OfCluster} />
  );
}

function OfCluster({ decision }: { decision: ShownDecision }) {
  const embed = useEmbed();
  const { choice, session } = embed;
  const rows = decision.rows.rows;
  const name = choice.cluster.value ?? rows.find(({ state }) => state !== "selected")?.name ?? rows[0]?.name ?? null;
  const explained = decision.explained?.explanation;
  const state = explained?.name === name ? explained?.state : rows.find((row) => row.name === name)?.state;
  const isIn = state === "selected";
  return (
    <>
      <Pickers
        of={[
          {
            label: "Cluster",
            value: name ?? "",
            choices: rows.map((row) => row.name),
            onChoose: (of) => (choice.cluster.value = of),
          },
        ]}
      />
      {name !== null && session.value !== null && state !== undefined && (
        <Changes
          session={session.value}
          options={{ ...askedAgain(decision, embed), want: { [isIn ? "drops" : "selects"]: [name] }, maxSteps }}
          subject={name}
          start={isIn ? "What drops " : "What selects "}
          caveats={caveats(decision.summary)}
        />
      )}
      {name !== null && state === undefined && <Problem>The input has no cluster “{name}”.</Problem>}
    </>
  );
}

function OfPod({ session }: { session: EmbedSession }) {
  const { choice } = useEmbed();
  const chosen = useChosenPod(session);
  const { pod, isMissing } = chosen;
  const profile = choice.profile.value;
  return (
    <>
      <PodPicker chosen={chosen} />
      {isMissing && <Problem>The input has no pod “{choice.pod.value}”.</Problem>}
      {pod === null ? (
        <p class="embed-answer embed-answer-line">No pod waits.</p>
      ) : (
        <Changes
          session={session}
          // The time plays no part in a pod's cycle.
          options={{ want: { pod, admitted: true }, profile, now: "1970-01-01T00:00:00Z", maxSteps }}
          subject={pod}
          start="What gives a node to "
        />
      )}
    </>
  );
}

interface ChangesProps {
  session: EmbedSession;
  options: Questions["change"][0];
  subject: string;
  start: string;
  /** those of the decision; else of the answer */
  caveats?: Caveat[];
}

function Changes({ session, options, subject, start, caveats: known }: ChangesProps) {
  const { answer, error } = useQuestion(session, "change", options);
  useAnswerEvent(answer && { view: "change", change: answer, pod: options.want.pod ?? null });
  if (answer === null) return <Problem>{error}</Problem>;
  const doubts: Caveated = answer;
  return (
    <>
      <Answer
        phrases={[plain(start), strong(subject), plain("? "), quiet(`${changesText(answer)}.`)]}
        caveats={known ?? allCaveats(answer)}
        answer={doubts}
      />
      <ol class="changes">
        {advised(answer.changes).map((change, i) => (
          <OneChange key={i} change={change} />
        ))}
      </ol>
    </>
  );
}

function OneChange({ change }: { change: Change }) {
  const end = change.cycle === null ? exchangeText(change) || "the same clusters are selected" : cycleText(change);
  const notes = [end, alikeText(change), ...sideEffects(change)].filter((note) => note !== "");
  return (
    <li>
      {statedEdits(change.edits).map((edit, i) => (
        <p key={i}>
          {editText(edit)}
          {edit.range !== null && <span class="quiet"> line {edit.range.start.line}</span>}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
    </li>
  );
}
