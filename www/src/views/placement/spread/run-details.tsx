import type { ShownDecision } from "../../../engine/protocol";
import { spread as onShow } from "../../../session/answer";
import { DomainTable, domainsText } from "./domain-table";
import { StepCharts } from "./step-words";
import { goTo } from "./steps";

/** The domains of the step's pick, the skews of the run, and the domains as a table: below what is on one screen. */
export function RunDetails({ decision }: { decision: ShownDecision }) {
  const atStep = onShow.value;
  const { spread, spreadConstraints: terms } = decision.summary;
  if (spread === null || atStep === null) return null;
  return (
    <section class="run" aria-labelledby="run-title">
      <div class="section-head">
        <h2 id="run-title">Run</h2>
        <span class="quiet">{domainsText(decision, atStep)}</span>
      </div>
      <div class="run-charts">
        <StepCharts decision={decision} atStep={atStep} onStep={(step) => goTo(step, spread.steps)} />
      </div>
      <DomainTable atStep={atStep} keys={terms.map(({ topologyKey }) => topologyKey)} />
    </section>
  );
}
