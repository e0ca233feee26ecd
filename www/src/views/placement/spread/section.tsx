import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import { spread as onShow } from "../../../session/answer";
import { pointCluster, pointed } from "../../../session/pointed";
import { openSquare, spreadControl } from "../../../session/spread";
import { Candidates } from "./candidates";
import { Domains } from "./domains-view";
import { useLevels } from "./use-levels";
import { useRoom } from "./use-room";
import { SkewBars } from "./skew-bars";
import { FinalScores } from "./squares";
import { Steps } from "./steps";

/** The stage of spread: the domains with the run step by step at their foot; beside them the ladder of the step. */
export function SpreadStage({ decision }: { decision: ShownDecision }) {
  const { spread } = decision.summary;
  const atStep = onShow.value;
  const control = useMemo(spreadControl, []);
  if (spread === null || atStep === null) return null;
  return <Stage decision={decision} atStep={atStep} control={control} />;
}

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  control: ReturnType<typeof spreadControl>;
}

function Stage({ decision, atStep, control }: Props) {
  const { spread, spreadConstraints: terms } = decision.summary;
  const { picked } = atStep;
  const levels = useLevels(atStep);
  const box = useRef<HTMLDivElement>(null);
  useRoom(box, `${terms.length} ${atStep.squares?.starts.join(" ")}`);
  const lit = pointed.value;
  useEffect(() => {
    const [cluster] = [...levels.of].find(([, { name }]) => name === lit) ?? [];
    const square = cluster === undefined ? null : box.current?.querySelector(`[data-cluster="${cluster}"]`);
    square?.classList.add("lit");
    return () => square?.classList.remove("lit");
  }, [lit, levels, atStep]);
  const pointAt = ({ target }: Event): void => {
    const cluster = (target as Element).closest("[data-cluster]")?.getAttribute("data-cluster");
    const name = cluster == null ? null : (levels.of.get(Number(cluster))?.name ?? null);
    if (name !== pointed.peek()) pointCluster(name);
  };
  return (
    <div class="stage" ref={box}>
      <div class="stage-main" onPointerMove={pointAt} onPointerLeave={() => pointCluster(null)}>
        <FinalScores.Provider value={levels}>
          <Domains
            decision={decision}
            atStep={atStep}
            onCluster={(cluster) => void openSquare(cluster)}
            layout={(matrix) => (
              <>
                {matrix}
                <Steps decision={decision} atStep={atStep} />
              </>
            )}
          />
        </FinalScores.Provider>
      </div>
      <div class="stage-side">
        {atStep.candidates !== null && picked !== null && spread !== null && (
          <Candidates
            atStep={atStep}
            picked={picked}
            terms={terms}
            weight={spread.weight}
            prioritizers={decision.summary.prioritizers}
          />
        )}
        <SkewBars decision={decision} atStep={atStep} control={control} />
      </div>
    </div>
  );
}
