import type { InputDiagnostic } from "./calls/manifests.js";

/**
 * The kind of a `SchedscopeError`; stable.
 *
 * - `invalid-argument`: an argument or an option does not have its type
 * - `invalid-now`: `now` is not an RFC 3339 time
 * - `no-such-placement`, `no-such-pod`, `no-such-node`, `no-such-timeline`, `no-such-variant`,
 *   `no-such-cluster`: the manifests have no object of this kind with that name or index
 * - `no-such-label`, `no-such-constraint`, `no-such-quota`, `no-such-resource`: no cluster or node has the label, the
 *   placement no spread constraint of that key, the manifests no such ElasticQuota, or no object names the resource
 * - `no-such-object`: a name means no object of the manifests, or several
 * - `ambiguous-placement`: the manifests have several placements and the call names none, or
 *   several have the name that is given without a namespace
 * - `ambiguous-name`: several namespaces have an object of the name that is given without one
 * - `superseded`: the text changed while another one was being loaded
 * - `no-decision`: the question needs a decision, and none was made since the text changed
 * - `not-loaded`: the engine's WebAssembly file is not loaded yet: call `await init()` first
 * - `cel-not-loaded`: the CEL evaluator could not be loaded
 * - `invalid-cel-answer`: the CEL evaluator is of another version of the package
 * - `freed`: the scenario was freed
 * - `engine-failed`: a fault of the package. A fresh engine takes the place of the one that failed; scenarios keep
 *   their texts, of at most 2^26 UTF-16 code units, and lose their decisions
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
  | "no-such-label"
  | "no-such-constraint"
  | "no-such-quota"
  | "no-such-resource"
  | "no-such-object"
  | "ambiguous-placement"
  | "ambiguous-name"
  | "superseded"
  | "no-decision"
  | "not-loaded"
  | "cel-not-loaded"
  | "invalid-cel-answer"
  | "freed"
  | "engine-failed";

/**
 * An invalid call. Faulty manifests are not an invalid call: their faults are in the diagnostics. A scenario
 * that threw keeps its state and remains usable.
 */
export class SchedscopeError extends Error {
  override readonly name = "SchedscopeError";

  /**
   * Faults of the manifests, if a function was asked about an object, for example a pod, that they do not
   * contain: its document may be broken.
   */
  declare diagnostics?: InputDiagnostic[];

  constructor(
    /** The kind of error; stable, unlike the message. */
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Reads what a caller gave. Getters and proxies run code of the caller, whose errors become the cause of an
 * `invalid-argument`. Everything is read before the engine is called: that code may free the scenario.
 *
 * @param what names the function in the error
 */
export function taken<Value>(what: string, take: () => Value): Value {
  try {
    return take();
  } catch (cause) {
    if (cause instanceof SchedscopeError) throw cause;
    throw new SchedscopeError("invalid-argument", `${what}: the arguments cannot be read`, { cause });
  }
}

/** A number that a caller gave; the engine checks its range. @throws `invalid-argument` */
export function number(value: unknown, name: string): number {
  if (typeof value === "number") return value;
  throw new SchedscopeError("invalid-argument", `\`${name}\` must be a number, not ${kind(value)}`);
}

/** The type of a value, with its article. */
export function kind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`;
}

/**
 * Calls a WebAssembly file. An object with a `code` that the engine throws becomes a `SchedscopeError`. After any other
 * error the state of the instance is unknown, and `restart` makes a fresh one.
 */
export function guardedBy<T>(restart: () => void, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof SchedscopeError) throw error;
    if (typeof error === "object" && error !== null && !(error instanceof Error) && "code" in error) {
      const { code, message } = error as { code: ErrorCode; message: string };
      throw new SchedscopeError(code, message);
    }
    restart();
    const message = `the engine failed: ${String(error)}; a fresh one takes its place. This is a fault of schedscope`;
    throw new SchedscopeError("engine-failed", message, { cause: error });
  }
}
