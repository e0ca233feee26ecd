/** Findings about quotas, grouped by message. */
import type { QuotaDiagnostic, TextRange } from "../../../types.js";
import { amountText } from "../amount.js";
import { quotaDiagnosticText } from "./diagnostic.js";

/** One object that a finding is about. */
export interface DiagnosticPlace {
  /** `team-a`, `team-a/train-3`, or empty for all quotas */
  name: string;
  range: TextRange | null;
  /** `6 vs. 4`; `6` where both are the same; empty without amounts */
  numbers: string;
  /** null: none */
  resource: string | null;
}

/** Findings with the same message. */
export interface DiagnosticGroup {
  code: QuotaDiagnostic["code"];
  severity: QuotaDiagnostic["severity"];
  message: string;
  places: DiagnosticPlace[];
}

const rank = ["error", "warning", "info", "hint"];

/** Groups by message, most severe first, then in the order of the input. */
export function diagnosticGroups(diagnostics: QuotaDiagnostic[]): DiagnosticGroup[] {
  const groups = new Map<string, DiagnosticGroup>();
  for (const diagnostic of diagnostics) {
    const { code, severity, object, range, resource, found, bound } = diagnostic;
    const message = quotaDiagnosticText(diagnostic);
    const group = groups.get(message) ?? { code, severity, message, places: [] };
    const isQuota = object?.kind === "ElasticQuota";
    const name =
      object === null
        ? ""
        : isQuota && object.namespace !== ""
          ? object.namespace
          : [object.namespace, object.name].filter((part) => part !== "").join("/");
    const numbers =
      found === null || bound === null || resource === null
        ? ""
        : [...new Set([found, bound])].map((amount) => amountText(resource, amount)).join(" vs. ");
    group.places.push({ name, range, numbers, resource });
    groups.set(message, group);
  }
  return [...groups.values()].sort((a, b) => rank.indexOf(a.severity) - rank.indexOf(b.severity));
}
