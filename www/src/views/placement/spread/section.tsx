import { useMemo } from "preact/hooks";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { spread as onShow } from "../../../session/answer";
import { pointCluster, pointed } from "../../../session/pointed";
import { clusterRow, openSquare, spreadControl } from "../../../session/spread";
import { Candidates } from "./candidates";
import { Matrix } from "./matrix";
import { Steps } from "./steps";
import { useLevels } from "./use-levels";

/** The stage of spread: the matrix of domains; below it the run step by step, and the ladder of the step. */
export function SpreadStage({ decision }: { decision: ShownDecision }) {
  const atStep = onShow.value;
  return atStep === null ? null : <Stage decision={decision} atStep={atStep} />;
}

function Stage({ decision, atStep }: { decision: ShownDecision; atStep: SpreadOnShow }) {
  const { spread, spreadConstraints: terms, prioritizers } = decision.summary;
  const { picked } = atStep;
  const control = useMemo(spreadControl, []);
  const levels = useLevels(atStep);
  return (
    <div class="stage of-spread">
      <Matrix
        decision={decision}
        atStep={atStep}
        levels={levels}
        control={control}
        lit={pointed.value}
        rowOf={clusterRow}
        onPoint={(name) => {
          if (name !== pointed.peek()) pointCluster(name);
        }}
        onCluster={(cluster) => void openSquare(cluster)}
      />
      <div class="stage-step">
        <Steps decision={decision} atStep={atStep} />
        {atStep.candidates !== null && picked !== null && spread !== null && (
          <Candidates
            atStep={atStep}
            picked={picked}
            terms={terms}
            weight={spread.weight}
            prioritizers={prioritizers}
          />
        )}
      </div>
    </div>
  );
}
