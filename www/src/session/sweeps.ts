/** What other values of the controls would select: asked for once nobody moves anything. */
import { batch, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Swept } from "../engine/protocol";
import type { SweepAnswer } from "../engine/types";
import { useQuiet } from "../ui/quiet";
import * as answer from "./answer";
import { askedNow } from "./answer-state";
import { question } from "./question";
import { ask } from "./use-answer";

const known = signal<ReadonlyMap<string, SweepAnswer>>(new Map());
/** Whether what is known is of an earlier decision. */
export const areSweepsOutdated = signal(false);
let placement = "";

const keyOf = (swept: Swept): string => JSON.stringify(swept);

/** What is known of a parameter: of the decision on show, or of the one before while a control moves. */
export const sweepOf = (swept: Swept): SweepAnswer | undefined => known.value.get(keyOf(swept));

const quietTime = 200;
/** In larger fleets trying every number would take too long; weights are 21. */
const mostNumbers = 500;
const mostWeights = 20_000;

/** Asks for the parameters on screen, one after another. */
export function useSweeps(all: Swept[]): void {
  const decision = answer.decision.value;
  const now = askedNow.value;
  const names = decision?.summary.placement;
  const feasible = decision?.summary.clusterCounts.feasible ?? 0;
  const isDecided = decision?.summary.outcome === "scheduled" && !answer.stale.value;
  const asked = all.map(keyOf).join();
  useEffect(() => {
    const of = `${names?.namespace}/${names?.name}`;
    if (of !== placement || !isDecided) known.value = new Map();
    placement = of;
    // Of what is not known nothing is of an earlier decision.
    areSweepsOutdated.value = isDecided && known.peek().size > 0;
  }, [now, asked, isDecided]);
  const able = all.filter((swept) => feasible <= ("weight" in swept ? mostWeights : mostNumbers));
  useQuiet(quietTime, (isOver) => askAll(able, isOver), [now, asked, isDecided], isDecided);
}

async function askAll(all: Swept[], isOver: () => boolean): Promise<void> {
  const found = new Map<string, SweepAnswer>();
  for (const swept of all) {
    const shown = answer.decision.peek();
    if (shown === null || isOver()) return;
    const { now, profile } = question.peek();
    const options = { ...swept, placement: shown.placement, now, profile };
    const reply = await ask("sweep", options);
    if (isOver() || (reply !== null && reply.revision !== answer.reading.peek()?.revision)) return;
    // A parameter that cannot be swept has no interval.
    if (reply !== null) found.set(keyOf(swept), reply.answer as SweepAnswer);
  }
  batch(() => {
    known.value = found;
    areSweepsOutdated.value = false;
  });
}
