import { integer } from "schedscope/words/number";
import { plain, strong } from "schedscope/words/phrase";
import { caveats } from "schedscope/words/placement";
import { exchangeText } from "schedscope/words/whatif/exchange";
import { intervalText } from "schedscope/words/whatif/interval";
import { parameterText, sweepText, sweptClusters } from "schedscope/words/whatif/sweep";
import type { ShownDecision } from "../engine/protocol";
import type { Questions } from "../engine/questions";
import { Decided } from "./decided";
import { useAnswerEvent, useEmbed } from "./embed";
import { Answer, Part, Picker, Problem } from "./parts";
import type { EmbedSession } from "./session";
import { useQuestion } from "./use-question";
import { askedAgain } from "./what-if";
import whatIf from "./what-if.css?inline";
import { fullName } from "schedscope/words/object-name";

export const styles = [whatIf];

type Sweep = Questions["sweep"][1];

/** Clusters and intervals that are shown. */
const mostClusters = 12;
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
      {choice.controls.value && !choice.readonly.value && (
        <div class="embed-pickers">
          <Picker
            label="Parameter"
            value={parameter}
            choices={choices.map((of) => [of, of === "count" ? "numberOfClusters" : of])}
            onChoose={(of) => (choice.sweep.value = of)}
          />
        </div>
      )}
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
  const [from, to] = [intervals[0]?.from ?? 0, intervals.at(-1)?.to ?? 0];
  const count = to - from + 1;
  const columns = { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` };
  const at = (first: number, last: number) => ({ gridColumn: `${first - from + 1} / ${last - from + 2}` });
  const clusters = sweptClusters(answer);
  const isNow = inForce !== null && inForce >= from && inForce <= to;
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => count / each <= 12) ?? 500;
  const marks = Array.from({ length: count }, (_, i) => from + i).filter((value) => value % step === 0);
  return (
    <>
      <Part title="Selected over the range" id="sweep" words={parameterText(answer)}>
        {count <= 1000 && (
          <div aria-hidden="true">
            <div class="sweep-row">
              <span />
              <div class="sweep-ruler" style={columns}>
                {marks.map((value) => (
                  <span key={value} style={at(value, value)}>
                    {integer(value)}
                  </span>
                ))}
              </div>
            </div>
            {clusters.slice(0, mostClusters).map(({ name, selected }) => (
              <div key={name} class="sweep-row">
                <span>{name}</span>
                <div class="sweep-bar" style={columns}>
                  {intervals.map(
                    (one, i) => selected[i] && <span key={one.from} class="in" style={at(one.from, one.to)} />,
                  )}
                  {isNow && <span class="now" style={at(inForce, inForce)} />}
                </div>
              </div>
            ))}
          </div>
        )}
        {clusters.length > mostClusters && <p class="quiet">and {clusters.length - mostClusters} more clusters</p>}
      </Part>
      <table class="rows-table sweep-table">
        <caption class="unseen">Intervals with one selection</caption>
        <thead>
          <tr>
            <th scope="col">{parameterText(answer)}</th>
            <th scope="col" class="number">
              selected
            </th>
            <th scope="col">against the row above</th>
          </tr>
        </thead>
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
