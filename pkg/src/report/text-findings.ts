/** What is wrong with a text, with its places in files. */
import type {
  Diagnostic,
  IdleSelector,
  MissingInput,
  NotLookedAt,
  QuotaDiagnostic,
  ObjectName,
  TextRange,
  Severity,
} from "../../types.js";
import { idleText } from "../words/idle-selector.js";
import { missingText } from "../words/missing.js";
import { diagnosticText } from "../words/diagnostic.js";
import { notLookedAtText } from "../words/not-looked-at.js";
import { counted } from "../words/number.js";
import { quotaDiagnosticText } from "../words/quotas/diagnostic.js";
import type { Block } from "./block.js";
import { fullName } from "../words/object-name.js";

/** The worst first. */
export const severities = ["error", "warning", "info", "hint"] as const satisfies Severity[];

/** A finding, of the reader or about quotas. */
export interface Finding {
  severity: Severity;
  code: string;
  message: string;
  object: ObjectName | null;
  path: string;
  /** null: it is about no place */
  range: TextRange | null;
}

/** A finding of either kind. */
export const findingOf = (found: Diagnostic | QuotaDiagnostic, text: TextPlaces): Finding => {
  const { severity, code, object, path, range } = found;
  const message = "message" in found ? diagnosticText(found, (at) => text.where(at)) : quotaDiagnosticText(found);
  return { severity, code, message, object, path, range };
};

/** What is not looked at, as a finding at the first place; its code is the reason. */
export const notLookedAtFinding = (found: NotLookedAt): Finding => ({
  severity: "info",
  code: found.why,
  message: notLookedAtText(found),
  object: found.object,
  path: found.count > 1 ? found.field : found.path,
  range: found.range,
});

/** What the input lacks, as a finding without a place; its code is the reason. */
export const missingFinding = (row: MissingInput): Finding => ({
  severity: "info",
  code: row.why,
  message: `the input lacks ${missingText(row)}`,
  object: null,
  path: "",
  range: null,
});

/** A selector that selects no pod, as a finding. */
export const idleFinding = (found: IdleSelector): Finding => ({
  severity: "warning",
  code: "idle-selector",
  message: idleText(found),
  object: found.object,
  path: found.path,
  range: found.range,
});

/** Whether a finding is of this severity or worse. */
export const isAtLeast = (severity: Severity, bound: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(bound);

/** A text whose lines have places in files. */
export interface TextPlaces {
  place(at: TextRange["start"]): { file: string; line: number; column: number };
  /** The place in a sentence. */
  where(at: TextRange["start"]): string;
  /** A line without its end. */
  line(number: number): string;
}

/** A finding with its place in a file and its line. */
export interface LocatedFinding extends Finding {
  place: { file: string; line: number; column: number } | null;
  line: string;
}

/** Findings with their places, as a block. */
export const textFindings = (found: Finding[], text: TextPlaces): Block[] =>
  found.length === 0
    ? []
    : [
        {
          kind: "findings",
          findings: found.map((finding) => ({
            ...finding,
            place: finding.range === null ? null : text.place(finding.range.start),
            // The line may have the data of a Secret.
            line:
              finding.range === null || finding.object?.kind === "Secret" ? "" : text.line(finding.range.start.line),
          })),
        },
      ];

/** `Pod shop/web, spec.containers[0]` */
export const aboutText = ({ object, path }: Finding): string =>
  [...(object === null ? [] : [`${object.kind} ${fullName(object)}`.trimEnd()]), path]
    .filter((part) => part !== "")
    .join(", ");

/** `2 errors and 1 warning` */
export function countsText(counts: Record<Severity, number>): string {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => (severity === "info" ? `${counts[severity]} info` : counted(counts[severity], severity)));
  return parts.length === 0 ? "no findings" : parts.join(", ");
}
