// The end of an explanation: what would change it.
import type { Change, ChangeAnswer, ChangeOptions, Want } from "../../types.js";
import { SchedscopeError } from "../error.js";
import type { Scenario } from "../scenario.js";
import { advised } from "../words/whatif/advice.js";
import { changesText, changeText } from "../words/whatif/change.js";
import type { WorkOptions } from "../work.js";
import type { WithMessage } from "./answers.js";

/** Options of explanations that end with what would change them. */
export interface WithChanges {
  /**
   * Whether the answer has `wouldChange`: the cheapest edits of the manifests after which it comes out otherwise, each
   * made in the text and decided again. It takes a search: `change` looks longer, and at chosen families.
   */
  wouldChange?: boolean | undefined;
}

/** What would change an answer. */
export interface WouldChange extends Pick<ChangeAnswer, "complete" | "stopped" | "space"> {
  /** What the changes bring about. */
  want: Want;
  /**
   * The changes, cheapest first, and behind them those that do not last or do harm; at most 3. `textEdits` are of the
   * manifests joined to one text.
   */
  changes: WithMessage<Change>[];
  /** The changes, or what was searched without finding one, in a sentence without a full stop. */
  message: string;
}

/** Searches; `null`: there is nothing to want, or it is so already. */
export async function wouldChange(
  scenario: Scenario,
  want: Want | null,
  asked: Omit<ChangeOptions, "want" | "limit">,
  work: WorkOptions,
): Promise<WouldChange | null> {
  if (want === null) return null;
  const answer = await scenario.ask("change", { ...asked, want, limit: 10 }, work);
  if (answer.met) return null;
  const { complete, stopped, space } = answer;
  return { want, complete, stopped, space, changes: bestChanges(answer), message: changesText(answer) };
}

/** The changes to show: at most 3, none where nothing was searched for, or the answer is as wanted. */
export const bestChanges = (answer: ChangeAnswer | null): WithMessage<Change>[] =>
  answer === null || answer.met
    ? []
    : advised(answer.changes)
        .slice(0, 3)
        .map((one) => ({ ...one, message: changeText(one) }));

/** Whether an answer shall have `wouldChange`. @throws `invalid-argument` for other values than `true` and `false` */
export function changesAsked(name: string, { wouldChange: is }: WithChanges): boolean | undefined {
  if (is === undefined || typeof is === "boolean") return is;
  throw new SchedscopeError("invalid-argument", `${name}.wouldChange: must be true or false`);
}
