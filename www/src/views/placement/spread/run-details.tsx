import { counted, integer } from "schedscope/words/number";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { useHost } from "../../../ui/host";
import { SkewLines } from "./skew-line";
import { stepTo } from "./steps";
import { Section } from "../../../ui/section";

/** The skews over the whole run: below what is on one screen. */
export function RunDetails({ decision }: { decision: ShownDecision }) {
  const { answer, question } = useHost();
  const atStep = answer.spread.value;
  const { spread } = decision.summary;
  if (spread === null || atStep === null) return null;
  return (
    <Section class="run" id="run-title" title="Run" words={domainsText(decision, atStep)}>
      <SkewLines
        decision={decision}
        atStep={atStep}
        onStep={(step) => (question.spreadStep.value = stepTo(step, spread.steps))}
      />
    </Section>
  );
}

/** The matrix in a sentence. */
function domainsText({ summary }: ShownDecision, atStep: SpreadOnShow): string {
  const { spreadConstraints: terms, spread } = summary;
  if (spread === null) return "";
  const levels = spread.terms.map(({ domains, missing }, i) => {
    const lacking = missing > 0 ? ` (${counted(missing, "feasible cluster")} without)` : "";
    return `${counted(domains, "domain")} of ${terms[i]?.topologyKey ?? ""}${lacking}`;
  });
  const cut =
    atStep.total > atStep.domains.length
      ? ` The first ${integer(atStep.domains.length)} of ${integer(atStep.total)} domains are shown.`
      : "";
  return `${counted(spread.eligible, "cluster")} eligible, in ${levels.join(", ")}.${cut}`;
}
