/** Exit codes of rollouts. */
import type { RolloutAnswer } from "../../types.js";
import { objectText } from "../words/object-name.js";
import { rolloutLacks } from "../words/whatif.js";
import { failed } from "./session.js";

/** Fails a run of which a rollout does not complete. */
export function failRollout(answer: RolloutAnswer): void {
  if (rolloutLacks(answer)) failed("the rollout depends on objects that the input does not have");
  else if (answer.end !== "completes") failed(`the rollout of ${objectText(answer.object)} does not complete`);
}
