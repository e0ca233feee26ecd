/** Which runs are asked for: the one on show, and the one beside it. */
import type { VmMitigations, VmTimelineAnswer } from "../../engine/types";
import type { Compared, Idea } from "./state";
import { fullName, isSameName } from "schedscope/words/object-name";

/** What names a run in every question. */
export interface ShownRun {
  timeline?: string;
  variant?: string;
  mitigations?: VmMitigations;
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

/** The run beside it, `inForce`: the mitigations of the run itself; null where that is no run of this text. */
export function comparedRun(
  run: ShownRun,
  variants: string[],
  compared: Compared,
  values: Required<VmMitigations>,
  inForce: VmMitigations,
): ShownRun | null {
  const { variant, ...base } = run;
  switch (compared.type) {
    case "text":
      return null;
    case "variant":
      if (compared.name === (variant ?? null)) return null;
      if (compared.name === null) return base;
      return variants.includes(compared.name) ? { ...base, variant: compared.name } : null;
    case "idea":
      return { ...run, mitigations: { ...inForce, [compared.idea]: values[compared.idea] } };
  }
}

/** An idea of the design document as it is offered. */
interface IdeaWords {
  label: string;
  /** behind its number */
  unit: string;
  min: number;
  max: number;
  step: number;
}

export const ideas: Record<Idea, IdeaWords> = {
  largestStep: { label: "smaller steps", unit: "compute units that a request may rise by", min: 1, max: 1000, step: 1 },
  capacityPressureFactor: {
    label: "a fraction of the capacity pressure",
    unit: "times the capacity pressure",
    min: 0.01,
    max: 1,
    step: 0.05,
  },
  sustainedRequests: {
    label: "slow capacity pressure",
    unit: "denials in a row before it counts",
    min: 1,
    max: 1000,
    step: 1,
  },
};

const textNames = { edit: "before the last edit", pinned: "the pinned input", text: "the other input" };

/** What the run beside is called. */
export function comparedName(compared: Compared): string {
  if (compared.type === "text") return textNames[compared.kind];
  return compared.type === "idea" ? ideas[compared.idea].label : (compared.name ?? "base timeline");
}

/** An idea among the choices: variants of the text may have its name, and other numbers. */
export const ideaChoice = (idea: Idea): string => `idea: ${ideas[idea].label}`;

/** The same where it is introduced: nobody is to believe that a scheduler does what a document thinks about. */
export const comparedTitle = (compared: Compared): string =>
  `${comparedName(compared)}${compared.type === "idea" ? ", an idea in the design document" : ""}`;

/** The step on show where nobody chose one: the first migration, else the end. */
export const firstStep = ({ migrations, stepsTotal }: VmTimelineAnswer): number =>
  Math.min(stepsTotal, migrations[0]?.startStep ?? stepsTotal);
