/** Which runs are asked for: the one on show, and the one beside it. */
import type { VmTimelineAnswer } from "../../engine/types";
import type { Compared } from "./state";
import { fullName, isSameName } from "schedscope/words/object-name";

/** What names a run in every question. */
export interface ShownRun {
  timeline?: string;
  variant?: string;
}

/** The chosen timeline and variant, as far as the text has them. */
export function chosenRun(
  timelines: VmTimelineAnswer["timelines"],
  timeline: string | null,
  variant: string | null,
): ShownRun {
  const found = timelines.find((one) => fullName(one.timeline) === timeline) ?? timelines[0];
  if (found === undefined) return {};
  return {
    ...(found !== timelines[0] && { timeline: fullName(found.timeline) }),
    ...(variant !== null && found.variants.includes(variant) && { variant }),
  };
}

/** The variants of the timeline on show. */
export const variantsOf = ({ timelines, timeline }: VmTimelineAnswer): string[] =>
  timelines.find((one) => isSameName(one.timeline, timeline))?.variants ?? [];

/** The run beside it; null where that is no run of this text. */
export function comparedRun(run: ShownRun, variants: string[], compared: Compared): ShownRun | null {
  const { variant, ...base } = run;
  if (compared.type === "text" || compared.name === (variant ?? null)) return null;
  if (compared.name === null) return base;
  return variants.includes(compared.name) ? { ...base, variant: compared.name } : null;
}

const textNames = { edit: "before the last edit", pinned: "the pinned input", text: "the other input" };

/** What the run beside is called. */
export const comparedName = (compared: Compared): string =>
  compared.type === "text" ? textNames[compared.kind] : (compared.name ?? "base timeline");

/** The step on show where nobody chose one: the first migration, else the end. */
export const firstStep = ({ migrations, stepsTotal }: VmTimelineAnswer): number =>
  Math.min(stepsTotal, migrations[0]?.startStep ?? stepsTotal);
