import { counted, integer } from "schedscope/words/number";
import { isHard } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { pathOf, stepAtFraction, topOf, xOf, yOf } from "./line";
import { StepChart, stretched, Upright } from "../../../ui/step-chart";

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  onStep(step: number): void;
}

/** The largest skew of each term over the steps. */
export function SkewLines({ decision, atStep, onStep }: Props) {
  const { spreadConstraints: terms, spread } = decision.summary;
  const steps = spread?.steps ?? 0;
  const { skews } = atStep;
  if (steps === 0) return null;
  const bounds = terms.filter(isHard).map(({ maxSkew }) => maxSkew);
  const top = topOf(skews, bounds);
  const { width, height } = stretched;
  const now = nearest(skews.at, atStep.step);
  return (
    <figure class="skew-lines">
      <figcaption class="chart-words">
        Skew over {counted(steps, "step")}:{" "}
        {terms
          .map(({ topologyKey }, i) => {
            const line = skews.terms[i] ?? [];
            const worst = line.reduce((max, skew) => Math.max(max, skew), 0);
            return `${topologyKey} at most ${integer(worst)}, at the end ${integer(line[line.length - 1] ?? 0)}`;
          })
          .join("; ")}
        .
      </figcaption>
      <div class="line-chart">
        <span class="axis-top" aria-hidden="true">
          {integer(top)}
        </span>
        <StepChart onPlace={(fraction) => onStep(stepAtFraction(fraction, steps))}>
          <line class="zero" x1="0" x2={width} y1={height} y2={height} />
          {terms.map((term, i) => (
            <g key={i}>
              {isHard(term) && term.maxSkew <= top && (
                <line class="bound" x1="0" x2={width} y1={yOf(term.maxSkew, top)} y2={yOf(term.maxSkew, top)} />
              )}
              <path class={`line line-${i % 4}`} d={pathOf(skews.at, skews.terms[i] ?? [], top)} />
            </g>
          ))}
          <Upright look="now" x={xOf(atStep.step, steps)} to={height} />
        </StepChart>
      </div>
      <ul class="key line-key">
        {terms.map((term, i) => (
          <li key={i}>
            <svg width="24" height="8" aria-hidden="true" focusable="false">
              <path class={`line line-${i % 4}`} d="M0 4H24" />
            </svg>
            {term.topologyKey} {integer(skews.terms[i]?.[now] ?? 0)}
            {isHard(term) && <span class="quiet">of {integer(term.maxSkew)}</span>}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** The place of the last point that is not behind a step. */
function nearest(at: number[], step: number): number {
  let found = 0;
  at.forEach((point, i) => {
    if (point <= step) found = i;
  });
  return found;
}
