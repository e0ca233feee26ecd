/** `schedscope lint`: what is wrong with a text, and where. */
import { type Command, Option } from "commander";
import type { Diagnostic, MissingInput, ObjectName, Severity } from "../../../types.js";
import { facts } from "../../report/block.js";
import { strong } from "../../words/phrase.js";
import { exit, nothing } from "../exit.js";
import {
  countsText,
  type Finding,
  findingOf,
  isAtLeast,
  missingFinding,
  notLookedAtFinding,
  severities,
  textFindings,
} from "../../report/text-findings.js";
import { formats, print, type Format } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { filesArgument, type TextOptions, withScheduler, withText } from "../options.js";
import { placementFindings } from "../placement-findings.js";
import { err, out } from "../screen.js";
import { unservedVersions } from "../served.js";
import { plainText } from "../../report/width.js";
import { failOn, note, start, type Session } from "../session.js";

interface LintOptions extends Omit<TextOptions, "output"> {
  output?: Format | "github";
  severity?: Severity;
}

const kindOf = ({ kind }: ObjectName): string => kind;

/** Adds the command. */
export function lint(program: Command): void {
  const command = withScheduler(
    withText(
      program
        .command("lint")
        .summary("findings of a text, with file, line and column")
        .description(
          "Checks a text as strictly as the API server would, and prints findings: unknown and misspelt fields, " +
            "values out of range, expressions that do not compile, contradictory quotas.",
        )
        .argument("[file...]", filesArgument),
      "error",
    ),
  );
  const output = command.options.find(({ long }) => long === "--output");
  output?.choices([...formats, "github"]);
  if (output !== undefined)
    output.description =
      "json, yaml: findings with their files; wide: the same as without; name: files that have findings; " +
      "markdown: a list for an issue; github: annotations for GitHub Actions";
  command
    .addOption(
      new Option("--severity <severity>", "only findings of this severity or worse")
        .choices(severities)
        .default("hint"),
    )
    .addHelpText(
      "after",
      `
Examples:
  schedscope lint manifests/                                exits with 1 if there is an error
  schedscope lint manifests/ --fail-on warning
  schedscope lint manifests/ --profile Upstream              also what released OCM 1.3 does not know
  schedscope lint manifests/ -o github                      marks the lines of a pull request
  ${hubCommand} | schedscope lint

Lines and columns count from 1; columns in UTF-16 code units, as editors do.`,
    )
    .action(async (files: string[], options: LintOptions) => {
      const session = await start(files, options);
      note(session.unrendered, options);
      if (session.reading.documents === 0 && session.reading.diagnostics.length === 0)
        throw nothing("no object in the input");
      // Expressions are compiled when a placement is decided.
      await session.scenario.loadCel();
      const reading = session.scenario.reading();
      const has = (wanted: string): boolean => session.reading.kinds.some(({ kind }) => kind === wanted);
      const hasElastic = has("ElasticQuota");
      const quotaDiagnostics =
        hasElastic || has("ResourceQuota")
          ? session.scenario
              .quotas({ profile: options.profile })
              .quotaDiagnostics.filter((found) => hasElastic || found.resourceQuota !== null)
          : [];
      const ofPlacements = placementFindings(session, reading, options.profile);
      const notLookedAt = session.scenario.notLookedAt();
      const lacking = session.scenario.missingInputs().filter(isLint).map(missingFinding);
      // Objects that are not modelled are listed once, with the reason.
      const told = new Set(
        notLookedAt.filter(({ path }) => path === "").flatMap(({ object, more }) => [object, ...more].map(kindOf)),
      );
      const isTold = ({ code, severity, object }: Diagnostic): boolean =>
        code === "unknown-kind" && severity === "info" && object !== null && told.has(kindOf(object));
      const diagnostics = reading.diagnostics.filter((diagnostic) => !isTold(diagnostic));
      const unserved = unservedVersions(session.input);
      const found = [
        ...[...diagnostics, ...quotaDiagnostics].map((found) => findingOf(found, session.input)),
        ...unserved,
        ...ofPlacements,
        ...notLookedAt.map(notLookedAtFinding),
        ...lacking,
      ].filter(({ severity }) => isAtLeast(severity, options.severity ?? "hint"));
      const counts = { ...reading.counts };
      for (const { severity } of [...quotaDiagnostics, ...ofPlacements]) counts[severity] += 1;
      counts.info +=
        unserved.length + lacking.length + notLookedAt.length - (reading.diagnostics.length - diagnostics.length);
      if (options.output === "github") for (const finding of found) out.raw(annotation(session, finding));
      else {
        const { error, warning, info, hint } = reading.counts;
        const listed = reading.diagnostics.length;
        const more = listed < error + warning + info + hint ? `; the first ${listed} are shown` : "";
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
    });
}

/** Who checks manifests does not give nodes and classes with them. */
const isLint = ({ assumed, why }: MissingInput): boolean => !assumed && why !== "nodes" && why !== "priority-class";

/** The counts of what is shown. */
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

/** A finding as a command of GitHub Actions: it marks the line of a change. */
function annotation({ input }: Session, { severity, code, message, range }: Finding): string {
  const kind = severity === "error" || severity === "warning" ? severity : "notice";
  const escaped: Record<string, string> = { "%": "%25", "\r": "%0D", "\n": "%0A" };
  const value = (text: string): string =>
    text
      .split(/([%\r\n])/)
      .map((part) => escaped[part] ?? plainText(part))
      .join("");
  const property = (text: string): string => value(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  if (range === null) return `::${kind} title=${property(code)}::${value(message)}`;
  const { file, line, column } = input.place(range.start);
  return `::${kind} file=${property(file)},line=${line},col=${column},title=${property(code)}::${value(message)}`;
}
