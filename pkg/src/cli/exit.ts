/** How a run ends, for scripts that look at it; documented and stable. */
export const exit = {
  /** All is as it should be. */
  fine: 0,
  /**
   * A check failed (an expectation, `--fail-on`, `--exit-code`, a vector), a pod stays pending or a kubelet rejects
   * it, a drain waits or never completes, a pod returns to its node, or the text is incomplete.
   */
  failed: 1,
  /** Invalid call, or a file cannot be read. */
  misuse: 2,
  /** The text has nothing to decide, or nothing of the name that was given. */
  nothing: 3,
  /** A fault of schedscope itself. */
  fault: 70,
  /** The answer cannot be written, for example to a full disk. */
  unwritable: 74,
} as const;

/** Ends a run with words for standard error: the first line says what is wrong, the others help. */
export class Stop extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly help: string[] = [],
  ) {
    super(message);
  }
}

/** Invalid call. */
export const misuse = (message: string, ...help: string[]): Stop => new Stop(exit.misuse, message, help);
/** There is nothing to decide, or nothing of that name. */
export const nothing = (message: string, ...help: string[]): Stop => new Stop(exit.nothing, message, help);
