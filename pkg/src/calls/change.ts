// The smallest edits after which something comes out, told one by one as they are found.
import type { Change, ChangeAnswer, ChangeOptions } from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { changesText, changeText } from "../words/whatif/change.js";
import type { WorkOptions } from "../work.js";
import type { CallFindings, WithMessage } from "./answers.js";
import { ask } from "./ask.js";
import type { Manifests } from "./manifests.js";

/** Options of `change`. */
export interface ChangeCallOptions extends ChangeOptions, WorkOptions {
  /**
   * Called with each change of the answer, cheapest first, as soon as it is known that no cheaper one will be found.
   * An error that it throws ends the work.
   */
  onChange?: ((change: WithMessage<Change>) => void) | undefined;
}

/** The answer of `change`. */
export interface ChangeCallAnswer extends Omit<ChangeAnswer, "changes">, CallFindings {
  /** The answer in a sentence, without a full stop. */
  message: string;
  /** The changes, cheapest first. */
  changes: WithMessage<Change>[];
}

/**
 * Looks for the smallest edits of the manifests after which something comes out. Each change was made in the text, and
 * decided again; its `textEdits` are of the manifests joined to one text.
 *
 * @param manifests as for `place`, or with `want.pod` as for `simulatePod`
 * @throws {SchedscopeError} `no-such-placement`, `ambiguous-placement`, `no-such-cluster`, `no-such-pod`,
 *   `no-such-node`, `invalid-now`, `invalid-argument`
 * @example
 * const { changes } = await change(text, { want: { selects: ["prod-3"] } });
 * console.log(changes[0]?.message); // "Set the weight of Steady to 1 (was 3) in Placement default/web"
 * @example
 * await change(text, { want: { pod: "team-a/api", admitted: true }, onChange: ({ message }) => console.log(message) });
 */
export async function change(manifests: Manifests, options: ChangeCallOptions): Promise<ChangeCallAnswer> {
  const [given, onChange] = listening(options);
  let told = 0;
  const tell = (changes: readonly Change[]): void => {
    for (const one of changes.slice(told)) {
      told += 1;
      onChange?.(withMessage(one));
    }
  };
  const answer = await ask(
    "change",
    manifests,
    given,
    onChange &&
      ((scenario, asked, { found = 0 }) => {
        if (found > told) tell(scenario.changesSoFar(asked).changes);
      }),
  );
  tell(answer.changes);
  return { ...answer, changes: answer.changes.map(withMessage), message: changesText(answer) };
}

const withMessage = (change: Change): WithMessage<Change> => ({ ...change, message: changeText(change) });

/** The options of a search, and who listens to it. A search that is listened to is asked about at one time. */
function listening(options: ChangeCallOptions): [ChangeOptions & WorkOptions, ChangeCallOptions["onChange"]] {
  const { onChange, ...rest } = taken("change", () => {
    const isObject = typeof options === "object" && options !== null && !Array.isArray(options);
    // What is not an object is refused as it is.
    return isObject ? { ...options } : { onChange: undefined, given: options };
  });
  if ("given" in rest) return [options, undefined];
  if (onChange === undefined) return [rest, undefined];
  if (typeof onChange === "function") return [{ ...rest, now: rest.now ?? new Date() }, onChange];
  throw new SchedscopeError("invalid-argument", "change.onChange: must be a function");
}
