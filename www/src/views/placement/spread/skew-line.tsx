import { counted, integer } from "schedscope/words/number";
import { isHard } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { drawn, pathOf, stepAtFraction, topOf, xOf, yOf } from "./line";
import { followPointer } from "../../../ui/follow-pointer";

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
  const go = (event: PointerEvent): void => {
    const place = (event.currentTarget as Element).getBoundingClientRect();
    onStep(stepAtFraction((event.clientX - place.left) / place.width, steps));
  };
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
        <svg
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
          {...followPointer(go)}
        >
          <rect class="hit" width={drawn.width} height={drawn.height} />
          <line class="zero" x1="0" x2={drawn.width} y1={drawn.height} y2={drawn.height} />
          {terms.map((term, i) => (
            <g key={i}>
              {isHard(term) && term.maxSkew <= top && (
                <line class="bound" x1="0" x2={drawn.width} y1={yOf(term.maxSkew, top)} y2={yOf(term.maxSkew, top)} />
              )}
              <path class={`line line-${i % 4}`} d={pathOf(skews.at, skews.terms[i] ?? [], top)} />
            </g>
          ))}
          <line class="now" x1={xOf(atStep.step, steps)} x2={xOf(atStep.step, steps)} y1="0" y2={drawn.height} />
        </svg>
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
