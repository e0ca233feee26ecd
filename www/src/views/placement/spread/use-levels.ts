/** The final scores of the step on show, apart from what embeds draw: they ask the session for those out of sight. */
import { useMemo, useState } from "preact/hooks";
import { mostSquares, type SpreadOnShow } from "../../../engine/spread";
import type { SpreadCandidate } from "../../../engine/types";
import { useHost } from "../../../ui/host";
import { type Levels, levelsOf } from "./levels";
import { useQuiet } from "../../../ui/quiet";

const none: SpreadCandidate[] = [];

/** How long nothing may change before those are asked for that the ladder does not show. */
const quietTime = 250;

/** Of the candidates that the ladder has; of all of them once nobody moves anything. */
export function useLevels({ step, candidates, squares }: SpreadOnShow): Levels {
  const { fetch } = useHost();
  const [all, setAll] = useState<{ of: unknown; candidates: SpreadCandidate[] } | null>(null);
  const isPart = candidates !== null && squares !== null && candidates.candidates.length < candidates.total;
  const find = async (isOver: () => boolean): Promise<void> => {
    const found = await fetch.candidates(step, mostSquares);
    if (!isOver() && found !== null) setAll({ of: squares, candidates: found });
  };
  useQuiet(quietTime, find, [squares, step, isPart], isPart);
  const known = isPart && all?.of === squares ? all.candidates : (candidates?.candidates ?? none);
  return useMemo(() => levelsOf(known), [known]);
}
