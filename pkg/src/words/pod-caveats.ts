/** What must be known before an answer about pods, quotas or VMs is believed, as sentences. */
import { type Caveat, caveatsAround } from "./caveat.js";
import type { Found } from "./finding.js";
import { type OfProfile, otherProfileSentence } from "./quotas/other-profile.js";

/** What the sentences about an answer are made from, also one about pods, quotas and VMs. */
export interface Caveated extends Found, OfProfile {}

/**
 * All sentences, in the order in which they must come. `differences`: what the answer is otherwise by what is recorded
 * or by the other profile, told by the caller.
 */
export const allCaveats = (answer: Caveated, differences: Caveat[] = []): Caveat[] =>
  caveatsAround(answer, differences, otherProfileCaveats(answer));

/** Of an answer by the preview: what the released scheduler does. That the preview differs is not what comes first. */
function otherProfileCaveats(answer: OfProfile): Caveat[] {
  if (answer.otherCycle?.profile === "Proposal" || answer.profile === "Upstream") return [];
  const message = otherProfileSentence(answer);
  return message === undefined
    ? []
    : [{ at: "before", severity: "warning", code: "other-profile", message, details: [] }];
}
