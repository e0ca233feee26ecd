/** Findings in the formats of programs that mark lines of files: GitHub Actions, and SARIF. */
import { createHash } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Severity } from "../../types.js";
import type { Finding } from "../report/text-findings.js";
import { plainText } from "../report/width.js";
import type { FileRange, Input } from "./input.js";

/** A finding with its place; null: it is about no place. */
export interface Annotation {
  severity: Severity;
  code: string;
  message: string;
  place: FileRange | null;
  /** What it is about, which stays the same when its line moves. */
  subject: string;
}

/** A finding of a text, with its place in a file. */
export const located = (input: Input, { severity, code, message, object, path, range }: Finding): Annotation => ({
  severity,
  code,
  message,
  place: range === null ? null : input.place(range.start),
  subject: [object?.kind, object?.namespace, object?.name, path].join("/"),
});

const escaped: Record<string, string> = { "%": "%25", "\r": "%0D", "\n": "%0A" };
const value = (text: string): string =>
  text
    .split(/([%\r\n])/)
    .map((part) => escaped[part] ?? plainText(part))
    .join("");
const property = (text: string): string => value(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** As a command of GitHub Actions, which marks the line in a pull request. */
export function githubCommand({ severity, code, message, place }: Annotation): string {
  const kind = severity === "error" || severity === "warning" ? severity : "notice";
  if (place === null) return `::${kind} title=${property(code)}::${value(message)}`;
  const { file, line, column } = place;
  return `::${kind} file=${property(file)},line=${line},col=${column},title=${property(code)}::${value(message)}`;
}

/** Text without control characters besides line ends. */
export const plainLines = (text: string): string => text.split("\n").map(plainText).join("\n");

const levels = { error: "error", warning: "warning", info: "note", hint: "note" } as const;

/** A file as a URI: relative to the working directory where it is below it, with `/`. */
function uriOf(file: string): string {
  const path = isAbsolute(file) ? relative(process.cwd(), file) : file;
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return pathToFileURL(file).href;
  return path
    .split(sep)
    .filter((part) => part !== ".")
    .map(encodeURIComponent)
    .join("/");
}

/**
 * Annotations as a SARIF log. A result is fingerprinted by its rule, its file and what it is about: code scanning
 * recognizes it when its line moves or its words change.
 *
 * Source: SARIF 2.1.0, sections 3.27 and 3.49; the subset that GitHub's code scanning reads.
 */
export function sarifLog(annotations: readonly Annotation[]): Log {
  const rules: ReportingDescriptor[] = [...new Set(annotations.map(({ code }) => code))].sort().map((id) => ({ id }));
  const seen = new Map<string, number>();
  const results = annotations.map(({ severity, code, message, place, subject }): Result => {
    const uri = place === null ? "" : uriOf(place.file);
    const about = JSON.stringify([code, uri, subject]);
    const count = seen.get(about) ?? 0;
    seen.set(about, count + 1);
    const hash = createHash("sha256").update(about).digest("hex").slice(0, 32);
    return {
      ruleId: code,
      ruleIndex: rules.findIndex(({ id }) => id === code),
      level: levels[severity],
      message: { text: plainLines(message) },
      ...(place !== null && {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri },
              region: { startLine: place.line, startColumn: place.column },
            },
          },
        ],
      }),
      partialFingerprints: { "schedscope/v1": `${hash}:${count}` },
    };
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "schedscope", rules } }, columnKind: "utf16CodeUnits", results }],
  };
}
