/** How what-ifs are asked for. */
import type { ShownDecision } from "../engine/protocol";
import type { Profile } from "../engine/types";
import type { Embed } from "./embed";

/** The options of a decision, for another question about it. */
interface Asked {
  placement: number;
  now: string;
  profile: Profile;
  weights?: Record<string, number>;
}

/** The options of the decision on show. */
export function askedAgain({ placement, summary }: ShownDecision, { choice, now }: Embed): Asked {
  const weights = choice.weights.value;
  return { placement, now, profile: summary.profile, ...(Object.keys(weights).length > 0 && { weights }) };
}
