import { useState } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { rowReason } from "schedscope/words/placement";
import { blockingText, domainText, hypothesisText } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow, SquareState } from "../../../engine/spread";
import type { ClusterRow, SpreadCandidate } from "../../../engine/types";
import { Quoted } from "../../../ui/quoted";
import { stateNames } from "./square-key";
import { useQuiet } from "../../../ui/quiet";

/** A cluster that is pointed at. */
export interface Inspected {
  cluster: number;
  state: SquareState;
  /** of its deepest domain */
  values: string[];
  candidate: SpreadCandidate | undefined;
}

/** How long the pointer rests before the row of a cluster is asked for, in milliseconds. */
const rest = 30;

/** The row of a cluster, once it is known. */
export function useRow(
  cluster: number | null,
  decision: ShownDecision,
  rowOf: (cluster: number) => Promise<ClusterRow | null>,
): ClusterRow | null {
  const [known, setKnown] = useState<{ cluster: number; serial: number; row: ClusterRow | null } | null>(null);
  const { serial } = decision;
  const find = async (isOver: () => boolean): Promise<void> => {
    if (cluster === null) return;
    const row = await rowOf(cluster);
    if (!isOver()) setKnown({ cluster, serial, row });
  };
  useQuiet(rest, find, [cluster, serial]);
  return known !== null && known.cluster === cluster && known.serial === serial ? known.row : null;
}

/** The score of a cluster: in the step on show where it is a candidate of it. */
export function scoreText(step: number, candidate: SpreadCandidate | undefined, row: ClusterRow | null): string {
  if (candidate?.final != null) return `final ${integer(candidate.final)} in step ${integer(step)}`;
  return row?.total == null ? "" : `prioritizers ${integer(row.total)}`;
}

/** Why it has its state, in the step on show. */
export function whyText(
  { summary, cutOff }: ShownDecision,
  { step, picked, domains }: SpreadOnShow,
  { state, candidate, values }: Inspected,
  row: ClusterRow | null,
): string {
  const { spreadConstraints: terms, numberOfClusters } = summary;
  if (candidate !== undefined && candidate.blockedBy !== null) return hypothesisText(candidate, terms);
  const best = picked?.picked.final ?? null;
  if (state === "feasible" && candidate?.final != null && best !== null) {
    const short = Number(best) - Number(candidate.final);
    return short > 0
      ? `${integer(short)} points short in step ${integer(step)}`
      : "the same as the pick; its name comes later";
  }
  if (state === "blocked" && row?.reason?.type === "max-skew") {
    const { term } = row.reason;
    const own = domains.find((of) => of.values.length === term + 1 && of.values.every((one, i) => one === values[i]));
    return blockingText(own ?? null, terms, term);
  }
  return row === null ? "" : rowReason(row, cutOff, terms, numberOfClusters);
}

interface Props {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  inspected: Inspected;
  row: ClusterRow | null;
  /** the limit can be dragged here */
  canDrag: boolean;
}

/** The name of a cluster, its state, its score, and one reason. */
export function Inspector({ decision, atStep, inspected, row, canDrag }: Props) {
  const { candidate, state, values } = inspected;
  const score = scoreText(atStep.step, candidate, row);
  const why = whyText(decision, atStep, inspected, row);
  return (
    <>
      <strong>{candidate?.name ?? row?.name ?? "…"}</strong>
      <span>
        {stateNames[state]}
        {score !== "" && `, ${score}`}
      </span>
      <span class="quiet">{domainText(values)}</span>
      {why !== "" && (
        <span>
          <Quoted text={why} />
        </span>
      )}
      {canDrag && state === "blocked" && <span class="quiet">drag the blue line of the limit to raise maxSkew</span>}
    </>
  );
}
