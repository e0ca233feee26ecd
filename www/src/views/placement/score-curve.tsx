import { useState } from "preact/hooks";
import { integer } from "schedscope/words/number";
import type { RankCurve } from "../../engine/curve";
import type { ShownDecision } from "../../engine/protocol";
import { useHost } from "../../ui/host";
import { StepChart, stretched as drawn, Upright } from "../../ui/step-chart";
import { useQuiet } from "../../ui/quiet";

/** How long nothing may change before the curve is asked for, in milliseconds. */
const quietTime = 150;

export interface CurveProps {
  decision: ShownDecision;
  /** the ranks on screen, from 0 */
  sight: { from: number; to: number };
  /** a rank was pointed out, from 0 */
  onRank(rank: number): void;
}

/** The totals of a large fleet by rank, with the cut-off; a drag over it scrolls the table to these ranks. */
export function ScoreCurve({ decision, sight, onRank }: CurveProps) {
  const { serial, summary } = decision;
  const [curve, setCurve] = useState<RankCurve | null>(null);
  const { fetch } = useHost();
  const find = async (isOver: () => boolean): Promise<void> => {
    const found = await fetch.rankCurve();
    if (!isOver() && found !== null) setCurve(found);
  };
  useQuiet(quietTime, find, [serial]);
  const [low, high] = [Math.min(0, ...(curve?.totals ?? [])), Math.max(0, ...(curve?.totals ?? []))];
  const x = (rank: number): number => (rank / Math.max(1, curve?.count ?? 1)) * drawn.width;
  const y = (total: number): number => drawn.height - ((total - low) / (high - low || 1)) * drawn.height;
  const path = curve?.ranks.map((rank, i) => `${x(rank).toFixed(1)} ${y(curve.totals[i] ?? 0).toFixed(1)}`).join("L");
  return (
    <figure class="score-curve">
      <figcaption class="quiet">
        {curve === null
          ? " "
          : `${summary.spread === null ? "Totals" : "Totals without spread"} by rank, ${integer(high)} to ${integer(
              Math.min(...curve.totals),
            )}: ${integer(curve.selected)} of ${integer(curve.count)} are selected`}
      </figcaption>
      <StepChart onPlace={(fraction) => curve !== null && onRank(Math.round(fraction * (curve.count - 1)))}>
        {curve !== null && path !== undefined && (
          <>
            <rect class="chosen" width={x(curve.selected)} height={drawn.height} />
            <path class="area" d={`M0 ${y(0)}L${path}V${y(0)}Z`} />
            <path class="line" d={`M${path}`} />
            <Upright look="cut-off" x={x(curve.selected)} to={drawn.height} />
            <rect
              class="sight"
              x={x(sight.from)}
              width={Math.max(2, x(sight.to + 1) - x(sight.from))}
              height={drawn.height}
            />
          </>
        )}
      </StepChart>
    </figure>
  );
}
