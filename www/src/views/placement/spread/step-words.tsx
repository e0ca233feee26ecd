import { integer } from "schedscope/words/number";
import { domainText, isHard, valueText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadStepDomain } from "../../../engine/types";
import { SkewLines } from "./skew-line";
import { StepSentences } from "./step-sentences";

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  onStep(step: number): void;
  /** the pick's name was followed; null: it leads nowhere */
  onCluster: ((name: string) => void) | null;
}

/** What a step did and why: in words, in its domains, in the lines of skew. */
export function StepWords({ decision, atStep, onStep, onCluster }: Props) {
  return (
    <div class="step-words">
      <StepSentences decision={decision} atStep={atStep} onCluster={onCluster} />
      <StepCharts decision={decision} atStep={atStep} onStep={onStep} />
    </div>
  );
}

/** The domains of a step's pick, and the skews of the whole run. */
export function StepCharts({ decision, atStep, onStep }: Omit<Props, "onCluster">) {
  const { picked } = atStep;
  return (
    <>
      {picked !== null && <Path domains={picked.domains} terms={decision.summary.spreadConstraints} />}
      <SkewLines decision={decision} atStep={atStep} onStep={onStep} />
    </>
  );
}

/** The domains of the pick, before and after. */
function Path({ domains, terms }: { domains: SpreadStepDomain[]; terms: SpreadConstraintSummary[] }) {
  if (domains.length === 0) return null;
  return (
    <table class="plain-table path-table">
      <caption>Domains of the pick</caption>
      <thead>
        <tr>
          <th scope="col">domain</th>
          <th scope="col" class="number">
            before
          </th>
          <th scope="col" class="number">
            after
          </th>
          <th scope="col">siblings before</th>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ values, before, after, lowest, highest }, level) => {
          const term = terms[level];
          const bound = term && isHard(term) ? `, max ${integer(lowest + term.maxSkew)}` : "";
          return (
            <tr key={level}>
              <th scope="row" title={domainText(values)}>
                <span class="quiet">{term?.topologyKey}</span> {valueText(values[level] ?? "")}
              </th>
              <td class="number">{integer(before)}</td>
              <td class="number">
                <strong>{integer(after)}</strong>
              </td>
              <td>
                {lowest === highest ? integer(lowest) : `${integer(lowest)} to ${integer(highest)}`}
                <span class="quiet">{bound}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
