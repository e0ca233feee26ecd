import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { blockedText, endText, sumText, termText } from "schedscope/words/spread";
import type { ShownDecision } from "../engine/protocol";
import type { SpreadOnShow } from "../engine/spread";
import spread from "../styles/spread.css?inline";
import { StepAnnouncement } from "../ui/announcement";
import { columns, inForce } from "../views/placement/prioritizer";
import { ScoreKey } from "../views/placement/score-key";
import { ScoreBar } from "../ui/bar";
import { ladderOf } from "../views/placement/spread/ladder";
import { levelsOf } from "../views/placement/spread/levels";
import { Matrix } from "../views/placement/spread/matrix";
import { SkewLines } from "../views/placement/spread/skew-line";
import { spreadStepText, StepSentences } from "../views/placement/spread/step-sentences";
import { Decided } from "./decided";
import { fewCandidates, useAnswerEvent, useEmbed } from "./embed";
import { More, Part, StepControl } from "./parts";
import { Decision, styles as placementStyles } from "./placement-view";
import type { EmbedSession } from "./session";

export const styles = [...placementStyles, spread];

/** How a placement spreads over domains, step by step. */
export const View = ({ session }: { session: EmbedSession }) => <Decided session={session} as={Spread} />;

function Spread({ decision }: { decision: ShownDecision }) {
  const atStep = decision.spread;
  useAnswerEvent({
    view: "spread",
    decision: decision.summary,
    rows: decision.rows.rows,
    step: atStep?.step ?? null,
    picked: atStep?.picked ?? null,
    domains: atStep?.domains ?? [],
  });
  // Where nothing is spread, rank alone decides.
  const isStaged = atStep !== null;
  return (
    <Decision
      decision={decision}
      between={isStaged && <Steps decision={decision} atStep={atStep} />}
      isStaged={isStaged}
    />
  );
}

function Steps({ decision, atStep }: { decision: ShownDecision; atStep: SpreadOnShow }) {
  const { choice, session } = useEmbed();
  const playing = useSignal(false);
  const steps = decision.summary.spread?.steps ?? 0;
  const step = Math.min(choice.step.value ?? steps, steps);
  const still = choice.readonly.value;
  const levels = useMemo(() => levelsOf(atStep.candidates?.candidates ?? []), [atStep]);
  const go = (to: number): void => {
    if (!still) choice.step.value = to;
  };
  const open = (name: string): void => {
    if (!still) choice.cluster.value = name;
  };
  return (
    <>
      <Part title="Step by step" id="steps" words={endText(decision.summary)}>
        <StepControl
          steps={steps}
          step={step}
          shown={atStep.step}
          valueText={
            atStep.picked === null
              ? "before the first step"
              : `step ${atStep.step} of ${steps}, ${atStep.picked.picked.name}`
          }
          playing={playing}
        />
        <StepAnnouncement words={spreadStepText(decision, atStep)} of="step" isSilent={() => playing.peek()} />
        <div class="steps-columns">
          <div class="step-words">
            <StepSentences decision={decision} atStep={atStep} onCluster={still ? null : open} />
            <SkewLines decision={decision} atStep={atStep} onStep={go} />
          </div>
          <Candidates decision={decision} atStep={atStep} onCluster={open} />
        </div>
      </Part>
      <Matrix
        decision={decision}
        atStep={atStep}
        levels={levels}
        control={null}
        lit={null}
        rowOf={(cluster) => Promise.resolve(session.value?.clusterRow(cluster) ?? null)}
        onCluster={(cluster) => {
          const row = session.value?.clusterRow(cluster);
          if (row != null) open(row.name);
        }}
      />
    </>
  );
}

/** Everyone who remained in the step, each with its sum, and whom a term blocks. */
function Candidates({
  decision,
  atStep,
  onCluster,
}: {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  onCluster(name: string): void;
}) {
  const embed = useEmbed();
  const { picked, candidates } = atStep;
  if (picked === null || candidates === null) return null;
  const terms = decision.summary.spreadConstraints;
  const weight = decision.summary.spread?.weight ?? 0;
  const spread = inForce(columns(decision.summary.prioritizers)).find(({ summary }) => summary.name === "Spread");
  const ladder = ladderOf(candidates.candidates, spread ?? null, { columns: [], scoresOf: () => null });
  return (
    <div class="candidates">
      <p class="chart-words">
        Candidates of step {integer(picked.step)}, best first: {blockedText(picked, terms)} Final scores compare within
        this step only.
      </p>
      <ScoreKey parts={ladder.parts} />
      <div class="block-scroll">
        <table class="block-table">
          <caption class="unseen">Candidates of step {picked.step}</caption>
          <thead>
            <tr>
              <th scope="col">cluster</th>
              <td class="bars-cell" />
              <th scope="col" class="number">
                prioritizers + weight × spread = final
              </th>
            </tr>
          </thead>
          <tbody>
            {candidates.candidates.map((candidate) => {
              const { name, blockedBy, termScores } = candidate;
              const isPick = name === picked.picked.name;
              const scores = terms.map(({ topologyKey }, i) => `${topologyKey} ${termScores[i] ?? 0}`).join(", ");
              return (
                <tr key={name} class={isPick ? "pick" : blockedBy === null ? "" : "blocked"}>
                  <th scope="row">
                    {embed.choice.readonly.value ? (
                      name
                    ) : (
                      <button type="button" class="name-button" onClick={() => onCluster(name)}>
                        {name}
                      </button>
                    )}
                  </th>
                  {blockedBy === null ? (
                    <>
                      <td class="bars-cell">
                        <ScoreBar
                          scale={ladder.scale}
                          parts={ladder.parts}
                          products={ladder.productsOf(candidate)}
                          cut={ladder.best}
                        />
                      </td>
                      <td class="number" title={`Term scores, each out of 63: ${scores}`}>
                        {sumText(candidate, weight)}
                        {isPick && <span class="unseen">, picked</span>}
                      </td>
                    </>
                  ) : (
                    <td class="number failing" colSpan={2}>
                      blocked by {termText(terms, blockedBy)}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <More
        left={candidates.total - candidates.candidates.length}
        noun="cluster"
        onMore={() => (embed.candidates.value = Math.max(fewCandidates, embed.candidates.peek()) * 4)}
      />
    </div>
  );
}
