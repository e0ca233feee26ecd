import { sweepReport } from "schedscope/report/sweep";
import type { ShownDecision } from "../engine/protocol";
import sweep from "../styles/sweep.css?inline";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Pickers, Problem, Report } from "./parts";
import type { EmbedSession } from "./session";
import { useQuestion } from "./use-question";
import { askedAgain } from "./what-if";

export const styles = [sweep];

/** Which clusters a placement selects for every value of one parameter. */
export const View = ({ session }: { session: EmbedSession }) => <Decided session={session} as={Swept} />;

function Swept({ decision, session }: { decision: ShownDecision; session: EmbedSession }) {
  const embed = useEmbed();
  const { choice } = embed;
  const { prioritizers, spreadConstraints } = decision.summary;
  const first = prioritizers.find(({ weight }) => weight !== 0)?.name;
  const parameter = choice.sweep.value ?? first ?? "count";
  const names = prioritizers.map(({ name }) => name);
  const choices = [...names, "count", ...spreadConstraints.map(({ topologyKey }) => `maxSkew=${topologyKey}`)];
  const [, skew] = /^maxSkew=(.+)$/.exec(parameter) ?? [];
  const of = skew === undefined ? (parameter === "count" ? { count: true } : { weight: parameter }) : { maxSkew: skew };
  const isKnown = choices.includes(parameter);
  const { answer, error } = useQuestion(session, "sweep", isKnown ? { ...askedAgain(decision, embed), ...of } : null);
  useAnswerEvent(answer && { view: "sweep", sweep: answer });
  return (
    <>
      <Pickers
        of={[
          {
            label: "Parameter",
            value: parameter,
            choices: choices.map((of) => (of === "count" ? [of, "numberOfClusters"] : of)),
            onChoose: (of) => (choice.sweep.value = of),
          },
        ]}
      />
      {!isKnown && <Problem>The placement has no prioritizer or spread constraint “{parameter}”.</Problem>}
      {isKnown && answer === null && <Problem>{error}</Problem>}
      {answer !== null && (
        <Report blocks={sweepReport(decision.summary, answer, undefined, false)} answer={decision.summary} />
      )}
    </>
  );
}
