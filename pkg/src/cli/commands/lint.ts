/** `schedscope lint`: what is wrong with a text, and where. */
import { type Command, Option } from "commander";
import type { Severity } from "../../../types.js";
import { facts } from "../../report/block.js";
import { strong } from "../../words/phrase.js";
import { framed } from "../command.js";
import { exit, nothing } from "../exit.js";
import { countsText, type Finding, isAtLeast, severities, textFindings } from "../../report/text-findings.js";
import { type Annotation, githubCommand, located, sarifLog } from "../annotations.js";
import { formats, print, type Format } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { findingsOfText } from "../lint-findings.js";
import { fileArguments, type TextOptions, withScheduler, withText } from "../options.js";
import { err, out } from "../screen.js";
import { failOn, note, start, type Session } from "../session.js";

interface LintOptions extends Omit<TextOptions, "output"> {
  output?: Format | "github" | "sarif";
  severity?: Severity;
}

/** With the formats of findings, of which errors fail a run. */
function withFindings(command: Command): Command {
  const output = withText(command, "error").options.find(({ long }) => long === "--output");
  output?.choices([...formats, "github", "sarif"]);
  if (output !== undefined)
    output.description =
      "json, yaml: findings with their files; wide: the same as without; name: files that have findings; " +
      "markdown: a list for an issue; github: annotations for GitHub Actions; sarif: for code scanning";
  return command;
}

export const lint = framed({
  name: "lint",
  summary: "findings of a text, with file, line and column",
  about:
    "Checks a text as strictly as the API server would, and prints findings: unknown and misspelt fields, " +
    "values out of range, expressions that do not compile, contradictory quotas.",
  args: [fileArguments],
  options: [
    withFindings,
    withScheduler,
    new Option("--severity <severity>", "only findings of this severity or worse").choices(severities).default("hint"),
  ],
  examples: `
  schedscope lint manifests/                                exits with 1 if there is an error
  schedscope lint manifests/ --fail-on warning
  schedscope lint manifests/ --profile Upstream              also what released OCM 1.3 does not know
  schedscope lint manifests/ -o github                      marks the lines of a pull request
  ${hubCommand} | schedscope lint`,
  notes: `
Lines and columns count from 1; columns in UTF-16 code units, as editors do.`,
  run: async (files: string[], options: LintOptions) => {
    const session = await start(files, options);
    note([...session.unrendered, ...session.denied], options);
    if (session.reading.documents === 0 && session.reading.diagnostics.length === 0)
      throw nothing("no object in the input");
    const { findings, counts, listed } = await findingsOfText(session, options.profile);
    const found = findings.filter(({ severity }) => isAtLeast(severity, options.severity ?? "hint"));
    const annotations = (): Annotation[] => found.map((finding) => located(session.input, finding));
    if (options.output === "github") out.raw(annotations().map(githubCommand));
    else if (options.output === "sarif") out.raw(JSON.stringify(sarifLog(annotations()), null, 1).split("\n"));
    else {
      const more = listed === null ? "" : `; the first ${listed} are shown`;
      const summary = `${countsText(shownOf(counts, options.severity ?? "hint"))}${more}`;
      tell(session, found, options.output, summary);
    }
    out.flush();
    if (options.quiet === true) {
      if (
        options.failOn !== undefined &&
        options.failOn !== "never" &&
        found.some(({ severity }) => isAtLeast(severity, options.failOn as Severity))
      )
        process.exitCode = exit.failed;
    } else failOn(counts, options.failOn ?? "error");
    err.flush();
  },
});

const shownOf = (counts: Record<Severity, number>, bound: Severity): Record<Severity, number> =>
  Object.fromEntries(
    severities.map((severity) => [severity, isAtLeast(severity, bound) ? counts[severity] : 0]),
  ) as Record<Severity, number>;

function tell(session: Session, found: Finding[], output: Format | undefined, summary: string): void {
  const withFile = (finding: Finding): object => {
    const [start, end] =
      finding.range === null
        ? [null, null]
        : [session.input.place(finding.range.start), session.input.place(finding.range.end)];
    const { range: _, ...rest } = finding;
    return {
      file: start?.file ?? null,
      line: start?.line ?? null,
      column: start?.column ?? null,
      endLine: end?.line ?? null,
      endColumn: end?.column ?? null,
      ...rest,
    };
  };
  print(output, {
    json: () => found.map((finding) => JSON.stringify(withFile(finding))),
    names: () => [
      ...new Set(found.flatMap(({ range }) => (range === null ? [] : [session.input.place(range.start).file]))),
    ],
    people: () => [...textFindings(found, session.input), ...facts([strong(summary)], { isApart: true })],
  });
}
