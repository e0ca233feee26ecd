import type { InputDiagnostic } from "./calls/manifests.js";

/**
 * What a `SchedscopeError` is about; stable.
 *
 * - `invalid-argument`: an argument or an option holds something else than its type says
 * - `invalid-now`: `now` is no RFC 3339 time
 * - `no-such-placement`, `no-such-pod`, `no-such-node`, `no-such-timeline`, `no-such-variant`,
 *   `no-such-cluster`: the manifests have none of that name or index
 * - `ambiguous-placement`: there are several placements and none is named, or a name without a namespace
 *   is that of several
 * - `superseded`: the text was changed while another one was being loaded
 * - `no-decision`: a question about a decision, but nothing was decided since the text changed
 * - `not-loaded`: the engine's WebAssembly file is not loaded yet: `await init()` first
 * - `cel-not-loaded`: the evaluator of CEL could not be loaded
 * - `invalid-cel-answer`: the evaluator of CEL is not of this version of the package
 * - `freed`: the scenario was freed
 */
export type ErrorCode =
  | "invalid-argument"
  | "invalid-now"
  | "no-such-placement"
  | "no-such-cluster"
  | "no-such-pod"
  | "no-such-node"
  | "no-such-timeline"
  | "no-such-variant"
  | "ambiguous-placement"
  | "superseded"
  | "no-decision"
  | "not-loaded"
  | "cel-not-loaded"
  | "invalid-cel-answer"
  | "freed";

/**
 * A call that cannot be meant. Manifests that are wrong are no misuse: what is wrong with them stands
 * in the diagnostics. A scenario that threw stays as it was and goes on working.
 */
export class SchedscopeError extends Error {
  override readonly name = "SchedscopeError";

  /**
   * What was wrong with the manifests, where a function of one call was asked about something that they
   * do not hold, such as a pod: its document may be broken.
   */
  declare diagnostics?: InputDiagnostic[];

  constructor(
    /** What it is about; stable, unlike the message. */
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Calls the engine; what it throws on purpose becomes a `SchedscopeError`, a fault of it stays what it is. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && "code" in error && !(error instanceof SchedscopeError)) {
      throw new SchedscopeError(error.code as ErrorCode, error.message, { cause: error });
    }
    throw error;
  }
}
