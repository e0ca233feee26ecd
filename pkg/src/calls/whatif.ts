// What would change a decision.
import type {
  Change,
  ChangeAnswer,
  ChangeOptions,
  DecideOptions,
  Loss,
  RankAnswer,
  RankOptions,
  StabilityAnswer,
  SweepAnswer,
  SweepOptions,
  WithoutAnswer,
  WithoutOptions,
} from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { changesText, changeText } from "../words/whatif/change.js";
import { radiusText, rankText, sweepText } from "../words/whatif/sweep.js";
import { lossText } from "../words/whatif/without.js";
import type { WorkOptions } from "../work.js";
import { ask } from "./ask.js";
import type { Manifests } from "./manifests.js";
import type { CallFindings } from "./questions.js";

/** An answer with its sentence. */
export interface CallSentence extends CallFindings {
  /** The answer in a sentence, without a full stop. */
  message: string;
}

/** Options of `change`. */
export interface ChangeCallOptions extends ChangeOptions, WorkOptions {
  /**
   * Called with each change of the answer, cheapest first, as soon as it is known that no cheaper one will be found.
   * An error that it throws ends the work.
   */
  onChange?: ((change: ChangeWithMessage) => void) | undefined;
}

/** The answer of `change`. */
export interface ChangeCallAnswer extends Omit<ChangeAnswer, "changes">, CallSentence {
  /** The changes, cheapest first. */
  changes: ChangeWithMessage[];
}

/** A change with its sentence. */
export interface ChangeWithMessage extends Change {
  /** The edits in words, without a full stop. */
  message: string;
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
    onChange && {
      during: (scenario, asked, { found = 0 }) => {
        if (found > told) tell(scenario.changesSoFar(asked).changes);
      },
    },
  );
  tell(answer.changes);
  return { ...answer, changes: answer.changes.map(withMessage), message: changesText(answer) };
}

const withMessage = (change: Change): ChangeWithMessage => ({ ...change, message: changeText(change) });

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

/** Options of `sweep`. */
export interface SweepCallOptions extends SweepOptions, WorkOptions {}

/** The answer of `sweep`. */
export interface SweepCallAnswer extends SweepAnswer, CallSentence {}

/**
 * Decides a Placement with every value of a weight, of `numberOfClusters` or of a max skew.
 *
 * @param manifests as for `place`
 * @throws {SchedscopeError} as for `place`; `no-such-cluster`
 * @example
 * const { intervals } = await sweep(text, { weight: "Steady" });
 */
export async function sweep(manifests: Manifests, options: SweepCallOptions): Promise<SweepCallAnswer> {
  const answer = await ask("sweep", manifests, options);
  return { ...answer, message: sweepText(answer) };
}

/** Options of `rank`. */
export interface RankCallOptions extends RankOptions, WorkOptions {}

/** The answer of `rank`. */
export interface RankCallAnswer extends RankAnswer, CallSentence {}

/**
 * Computes the rank of a cluster for every real weight of a prioritizer, with exact ends.
 *
 * @param manifests as for `place`
 * @throws {SchedscopeError} as for `place`; `no-such-cluster`
 * @example
 * const { best, message } = await rank(text, { cluster: "prod-3", weight: "Steady" });
 */
export async function rank(manifests: Manifests, options: RankCallOptions): Promise<RankCallAnswer> {
  const answer = await ask("rank", manifests, options);
  return { ...answer, message: rankText(answer) };
}

/** Options of `stability`. */
export interface StabilityCallOptions extends DecideOptions, WorkOptions {}

/** The answer of `stability`. */
export interface StabilityCallAnswer extends StabilityAnswer, CallSentence {}

/**
 * Computes how far weights may change before other clusters are selected.
 *
 * @param manifests as for `place`
 * @throws {SchedscopeError} as for `place`
 * @example
 * const { prioritizers, radius } = await stability(text);
 */
export async function stability(
  manifests: Manifests,
  options: StabilityCallOptions = {},
): Promise<StabilityCallAnswer> {
  const answer = await ask("stability", manifests, options);
  return { ...answer, message: radiusText(answer) };
}

/** Options of `without`. */
export interface WithoutCallOptions extends WithoutOptions, WorkOptions {}

/** The answer of `without`. */
export interface WithoutCallAnswer extends Omit<WithoutAnswer, "losses">, CallFindings {
  /** The losses, worst first. */
  losses: LossWithMessage[];
}

/** A loss with its sentence. */
export interface LossWithMessage extends Loss {
  /** What follows from it, without a full stop. */
  message: string;
}

/**
 * Decides a Placement without a cluster, without the clusters of a label, or without those of each value of a label.
 *
 * @param manifests as for `place`
 * @throws {SchedscopeError} as for `place`; `no-such-cluster`
 * @example
 * const { losses } = await without(text, { each: "zone" });
 * console.log(losses[0]?.name, losses[0]?.unscheduled); // the worst one
 */
export async function without(manifests: Manifests, options: WithoutCallOptions): Promise<WithoutCallAnswer> {
  const answer = await ask("without", manifests, options);
  return { ...answer, losses: answer.losses.map((loss) => ({ ...loss, message: lossText(loss) })) };
}
