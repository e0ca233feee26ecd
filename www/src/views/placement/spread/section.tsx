import { useMemo } from "preact/hooks";
import type { ShownDecision } from "../../../engine/protocol";
import { spread as onShow } from "../../../session/answer";
import { openSquare, spreadControl } from "../../../session/spread";
import { Candidates } from "./candidates";
import { Domains } from "./domains-view";
import { SkewBars } from "./skew-bars";
import { Steps } from "./steps";

/** The stage of spread: the domains with the run step by step at their foot; beside them the ladder of the step. */
export function SpreadStage({ decision }: { decision: ShownDecision }) {
  const { spread, spreadConstraints: terms } = decision.summary;
  const atStep = onShow.value;
  const control = useMemo(spreadControl, []);
  if (spread === null || atStep === null) return null;
  const { picked } = atStep;
  return (
    <div class="stage">
      <div class="stage-main">
        <Domains
          decision={decision}
          atStep={atStep}
          control={control}
          onCluster={(cluster) => void openSquare(cluster)}
          foot={<Steps decision={decision} atStep={atStep} />}
        />
      </div>
      <div class="stage-side">
        {atStep.candidates !== null && picked !== null && (
          <Candidates atStep={atStep} picked={picked} terms={terms} weight={spread.weight} />
        )}
        <SkewBars decision={decision} atStep={atStep} control={control} />
      </div>
    </div>
  );
}
