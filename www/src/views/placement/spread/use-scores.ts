/** The scores of a step's candidates by prioritizer: of the table's rows, and once nothing moves, of the others. */
import { useState } from "preact/hooks";
import type { ClusterRow, PrioritizerSummary, SpreadCandidate } from "../../../engine/types";
import { useHost } from "../../../ui/host";
import { columns, inForce } from "../prioritizer";
import type { Scored } from "./ladder";
import { useQuiet } from "../../../ui/quiet";

/** How long nothing may change before rows are asked for that the table does not show, in milliseconds. */
const quietTime = 250;

/** Of those that are not known the candidate has no scores: they are known by their sum, whichever text they are of. */
export function useScores(prioritizers: PrioritizerSummary[], candidates: readonly SpreadCandidate[]): Scored {
  const { answer, fetch } = useHost();
  const [others, setOthers] = useState<ClusterRow[]>([]);
  const active = inForce(columns(prioritizers));
  const shown = answer.rows.value?.rows ?? [];
  const rows = new Map([...others, ...shown].map((row) => [row.name, row]));
  const kept = active.map(({ summary }) => summary.name !== "Spread");
  const scoresOf = ({ name, prioritizer }: SpreadCandidate): number[] | null => {
    const found = rows.get(name)?.scores;
    if (found === undefined || found.length !== active.length) return null;
    const scores = found.map((score) => Number(score ?? 0)).filter((_, i) => kept[i]);
    const total = scores.reduce((all, score, i) => all + score * (used[i]?.summary.weight ?? 0), 0);
    return total === Number(prioritizer) ? scores : null;
  };
  const used = active.filter((_, i) => kept[i]);
  const lacks = candidates.some((candidate) => candidate.blockedBy === null && scoresOf(candidate) === null);
  const find = async (isOver: () => boolean): Promise<void> => {
    const found = await fetch.rankedRows();
    if (!isOver() && found) setOthers(found);
  };
  useQuiet(quietTime, find, [lacks, candidates], lacks);
  return { columns: used, scoresOf };
}
