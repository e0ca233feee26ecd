import { integer } from "schedscope/words/number";
import { plain, strong } from "schedscope/words/phrase";
import { caveats } from "schedscope/words/placement";
import { exchangeText } from "schedscope/words/whatif/exchange";
import { intervalText } from "schedscope/words/whatif/interval";
import { parameterText, sweepText } from "schedscope/words/whatif/sweep";
import type { ShownDecision } from "../engine/protocol";
import type { Questions } from "../engine/questions";
import sweep from "../styles/sweep.css?inline";
import { SweepChart } from "../ui/sweep-chart";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, Part, Pickers, Problem } from "./parts";
import type { EmbedSession } from "./session";
import { useQuestion } from "./use-question";
import { askedAgain } from "./what-if";
import whatIf from "./what-if.css?inline";
import { fullName } from "schedscope/words/object-name";
import { Heads, numeric } from "../ui/heads";

export const styles = [whatIf, sweep];

type Sweep = Questions["sweep"][1];

const mostIntervals = 20;

/** Which clusters a placement selects for every value of one parameter. */
export const View = ({ session }: { session: EmbedSession }) => <Decided session={session} as={Swept} />;

function Swept({ decision }: { decision: ShownDecision }) {
  const { choice, session } = useEmbed();
  const { prioritizers, spreadConstraints } = decision.summary;
  const first = prioritizers.find(({ weight }) => weight !== 0)?.name;
  const parameter = choice.sweep.value ?? first ?? "count";
  const names = prioritizers.map(({ name }) => name);
  const choices = [...names, "count", ...spreadConstraints.map(({ topologyKey }) => `maxSkew=${topologyKey}`)];
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
      {!choices.includes(parameter) && (
        <Problem>The placement has no prioritizer or spread constraint “{parameter}”.</Problem>
      )}
      {session.value !== null && choices.includes(parameter) && (
        <Sweep session={session.value} decision={decision} parameter={parameter} />
      )}
    </>
  );
}

function Sweep({
  session,
  decision,
  parameter,
}: {
  session: EmbedSession;
  decision: ShownDecision;
  parameter: string;
}) {
  const embed = useEmbed();
  const [, skew] = /^maxSkew=(.+)$/.exec(parameter) ?? [];
  const of = skew === undefined ? (parameter === "count" ? { count: true } : { weight: parameter }) : { maxSkew: skew };
  const { answer, error } = useQuestion(session, "sweep", { ...askedAgain(decision, embed), ...of });
  useAnswerEvent(answer && { view: "sweep", sweep: answer });
  if (answer === null) return <Problem>{error}</Problem>;
  const { summary } = decision;
  return (
    <>
      <Answer
        phrases={[strong(fullName(summary.placement)), plain(`: ${sweepText(answer)}.`)]}
        caveats={caveats(summary)}
        answer={answer}
      />
      {answer.intervals.length > 1 && <Chart answer={answer} />}
    </>
  );
}

function Chart({ answer }: { answer: Sweep }) {
  const { intervals, inForce } = answer;
  return (
    <>
      <Part title="Selected over the range" id="sweep" words={parameterText(answer)}>
        <SweepChart answer={answer} value={inForce} />
      </Part>
      <table class="rows-table sweep-table">
        <caption class="unseen">Intervals with one selection</caption>
        <Heads of={[parameterText(answer), numeric("selected"), "against the row above"]} />
        <tbody>
          {intervals.slice(0, mostIntervals).map((one) => {
            const isForce = inForce !== null && one.from <= inForce && inForce <= one.to;
            return (
              <tr key={one.from} class={isForce ? "in-force" : ""}>
                <th scope="row">
                  {intervalText(one)}
                  {isForce && ", now"}
                </th>
                <td class="number">{one.decided ? integer(one.selected) : "–"}</td>
                <td>{one.decided ? exchangeText(one) : "the placement is misconfigured"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {intervals.length > mostIntervals && <p class="quiet">and {intervals.length - mostIntervals} more</p>}
    </>
  );
}
