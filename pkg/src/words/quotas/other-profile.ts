/** What the other scheduler makes of a pod, or of the queue, in one sentence. */
import type { OtherCycle, Profile } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";
import { SCHEDULERS } from "../released.js";
import { victimsText } from "../victims.js";

/** What of an answer the sentence is made from. */
export interface OfProfile {
  /** How the other scheduler ends the cycle of a pod. */
  otherCycle?: OtherCycle;
  /** The steps of a queue that it ends otherwise. */
  hanging?: { otherProfile: number[] };
  /** The profile of a queue. */
  profile?: Profile;
  /** The pods that the cycle evicts. */
  victims?: readonly unknown[];
}

/** Pods that a sentence names at most. */
const most = 5;

/** `The released scheduler evicts d/a on n1.`; `evicts`: whether the answer beside it evicts pods. */
export function otherCycleText(
  {
    profile,
    outcome,
    node,
    victims,
    terminating = [],
  }: Pick<OtherCycle, "profile" | "outcome" | "node" | "victims" | "terminating">,
  evicts: boolean,
): string {
  const who = SCHEDULERS[profile];
  switch (outcome) {
    case "Schedulable":
      return `${who} takes ${node ?? ""}${evicts ? " without an eviction" : ""}.`;
    case "Preempt":
      return `${who} ${victimsText({ victims, terminating }, `on ${node ?? ""}`, most)}.`;
    case "Unschedulable":
      return `${who} lets the pod wait.`;
    case "Gated":
      return `${who} does not try the pod.`;
    case "Error":
      return `${who} fails, and the pod waits.`;
  }
}

/** Steps that a sentence names at most. */
const namedSteps = 3;

/** The sentence; `undefined` where both end alike. */
export function otherProfileSentence({ otherCycle, hanging, profile, victims = [] }: OfProfile): string | undefined {
  if (otherCycle !== undefined) return otherCycleText(otherCycle, victims.length > 0);
  const steps = hanging?.otherProfile ?? [];
  if (profile === undefined || steps.length === 0) return undefined;
  const other = profile === "Proposal" ? "Upstream" : "Proposal";
  const named = listed(steps.slice(0, namedSteps).map(integer));
  const which =
    steps.length > namedSteps
      ? `${counted(steps.length, "step")} (first ${named})`
      : `step${steps.length === 1 ? "" : "s"} ${named}`;
  return `${SCHEDULERS[other]} ends ${which} differently, and later steps may differ.`;
}
