import { changeReport, changeSentence } from "schedscope/report/whatif";
import type { Questions } from "../engine/questions";
import type { ShownDecision } from "../engine/protocol";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Pickers, Problem, Report } from "./parts";
import { PodPicker } from "./pod-picker";
import type { EmbedSession } from "./session";
import { useChosenPod, useQuestion } from "./use-question";
import { askedAgain } from "./what-if";

export const styles: string[] = [];

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

function OfCluster({ decision, session }: { decision: ShownDecision; session: EmbedSession }) {
  const embed = useEmbed();
  const { choice } = embed;
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
      {name !== null && state !== undefined && (
        <Changes
          session={session}
          options={{ ...askedAgain(decision, embed), want: { [isIn ? "drops" : "selects"]: [name] }, maxSteps }}
          summary={decision.summary}
          pod={null}
          question={`What ${isIn ? "drops" : "selects"} ${name}? `}
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
          options={{ want: { pod, admitted: true }, now: "1970-01-01T00:00:00Z", maxSteps }}
          summary={null}
          pod={pod}
          question="What gives it a node? "
        />
      )}
    </>
  );
}

interface ChangesProps {
  session: EmbedSession;
  options: Questions["change"][0];
  /** of the placement; null: it is about a pod */
  summary: ShownDecision["summary"] | null;
  pod: string | null;
  question: string;
}

function Changes({ session, options, summary, pod, question }: ChangesProps) {
  const { answer, error } = useQuestion(session, "change", options);
  useAnswerEvent(answer && { view: "change", change: answer, pod });
  if (answer === null) return <Problem>{error}</Problem>;
  const blocks = changeReport(answer, summary, {
    sentence: `${question}${changeSentence(answer, summary, false)}`,
    advice: "",
    pod: pod ?? undefined,
    place: ({ range }) => (range === null ? "at the end of the input" : `line ${range.start.line}`),
  });
  return <Report blocks={blocks} answer={summary ?? answer} />;
}
