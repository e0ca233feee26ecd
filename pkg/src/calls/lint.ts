// The findings about manifests.
import type { WorkOptions } from "../work.js";
import type { QuotaInputDiagnostic } from "./answers.js";
import { call, type ManifestFindings } from "./call.js";
import { inTermsOf } from "./endings.js";
import type { Manifests } from "./manifests.js";

/** The answer of `lint`. */
export interface LintAnswer extends ManifestFindings {
  /** Whether there are neither errors nor warnings, about manifests or quotas. */
  ok: boolean;
  /** The findings about the quotas. */
  quotaDiagnostics: QuotaInputDiagnostic[];
}

/**
 * Lists the findings about manifests: fields that violate their schema, CEL expressions that do not compile, names of
 * objects that do not exist, and quotas that are likely to be mistakes.
 *
 * @param manifests objects of any kind; those of kinds that take no part in scheduling are skipped
 * @throws {SchedscopeError} `invalid-argument`, `cel-not-loaded`
 * @example
 * const { ok, diagnostics } = await lint(text);
 * for (const { range, message } of diagnostics) console.error(`${range?.start.line}: ${message}`);
 */
export function lint(manifests: Manifests, options?: WorkOptions): Promise<LintAnswer> {
  return call("lint", manifests, options, [], async ({ scenario, input }, { signal, onProgress }) => {
    await scenario.loadCel(undefined, { signal, onProgress });
    const { quotaDiagnostics } = await scenario.ask("quotas");
    const { counts } = scenario.reading();
    const isBad = ({ severity }: { severity: string }) => severity === "error" || severity === "warning";
    return {
      ok: counts.error + counts.warning === 0 && !quotaDiagnostics.some(isBad),
      quotaDiagnostics: quotaDiagnostics.map((found) => inTermsOf(input, found)),
    };
  });
}
