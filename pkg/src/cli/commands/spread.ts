/** `schedscope spread`: the run over topology domains, step by step. */
import type { Command } from "commander";
import type { DecisionSummary } from "../../../types.js";
import { counted, integer } from "../../words/number.js";
import { caveats, fullName, sentenceText } from "../../words/placement.js";
import {
  absentText,
  beginText,
  blockedCandidateText,
  blockedText,
  domainText,
  endText,
  siblingGroupText,
  skewOf,
  skewText,
  domainStatusText,
  spreadScoreText,
  stepText,
  termScoresText,
  termText,
} from "../../words/spread.js";
import { showCaveats, showRecorded } from "../caveats.js";
import { decide, type DecidingOptions, failFaulty, placements, withDeciding } from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import { print } from "../format.js";
import { hubCommand } from "../kubectl.js";
import { filesArgument, whole } from "../options.js";
import { out } from "../screen.js";
import { open, type Session } from "../session.js";
import { type Cell, figure } from "../table.js";

interface SpreadOptions extends DecidingOptions {
  step?: number;
}

/** Adds the command. */
export function spread(program: Command): void {
  withDeciding(
    program
      .command("spread")
      .summary("how spread constraints select clusters, step by step")
      .description(
        "Shows how clusters are picked one by one over topology domains. Without --step: all picks and the final skew.",
      )
      .argument("[file...]", filesArgument),
  )
    .option("--step <n>", "one step: the domains after it, and every candidate; 0: before the first", whole())
    .addHelpText(
      "after",
      `
Examples:
  schedscope spread fleet.yaml
  schedscope spread fleet.yaml --step 4
  schedscope spread fleet.yaml --max-skew zone=2            what if
  ${hubCommand} | schedscope spread -p prod/web

-o json gives a line of JSON for every step: Scenario.spreadStep(); with --step one line, with
what Scenario.spreadDomains() and Scenario.spreadCandidates() have of it.`,
    )
    .action(async (files: string[], options: SpreadOptions) => {
      const session = await open(files, options);
      const all = placements(session, options).filter((entry, _, { length }) => {
        // Of many placements only those that spread are printed.
        return (
          length === 1 ||
          options.placement !== undefined ||
          session.scenario.decide({
            placement: entry.index,
            now: options.now ?? new Date().toISOString(),
            profile: options.profile,
          }).spread !== null
        );
      });
      if (all.length === 0) throw nothing("no placement in the text has spread constraints in effect");
      for (const [i, entry] of all.entries()) {
        const summary = decide(session, entry, options);
        if (summary.spread === null) {
          if (summary.spreadConstraints.length === 0)
            throw nothing(`${fullName(summary.placement)} has no spread constraints`);
          const why =
            options.profile === "Upstream"
              ? "today's hub ignores spread constraints; use --profile Proposal"
              : sentenceText(summary);
          throw nothing(`nothing was spread: ${why}`);
        }
        if (options.output === "yaml" && i > 0) out.raw("---");
        if (options.output === undefined || options.output === "wide") out.gap();
        tell(session, summary, options);
        failFaulty(summary);
      }
    });
}

function tell({ scenario }: Session, summary: DecisionSummary, { step, output }: SpreadOptions): void {
  const steps = summary.spread?.steps ?? 0;
  if (step !== undefined && step > steps)
    throw misuse(`there is no step ${step}: the run has ${counted(steps, "step")}`);
  const weight = summary.spread?.weight ?? 0;
  const terms = summary.spreadConstraints;
  const all = Array.from({ length: steps }, (_, i) => i + 1);
  print(output, {
    json: () =>
      step === undefined
        ? all.map((of) => JSON.stringify(scenario.spreadStep({ step: of })))
        : [JSON.stringify(stepJson(scenario, step, steps))],
    names: () => all.slice(0, step ?? steps).map((of) => scenario.spreadStep({ step: of }).picked.name),
    people: (isWide) => {
      showCaveats(caveats(summary), isWide, () => {
        out.line([{ text: fullName(summary.placement), look: "strong" }, { text: `: ${endText(summary)}` }]);
        showRecorded(summary);
      });
      if (step === undefined) {
        stepTable(scenario, all, weight, isWide);
        const worst = skewText(terms, summary.spread?.terms.map(({ worstSkew }) => worstSkew) ?? []);
        if (worst !== "") {
          out.gap();
          out.line(`The ${worst.replace(":", " at the end:")}.`);
        }
        for (const [i] of terms.entries()) {
          const absent = absentText(summary, i);
          if (absent !== "") out.line([{ text: `${termText(terms, i)}: ${absent}`, look: "warning" }]);
        }
      } else if (step === 0) out.line(beginText(summary.spread?.eligible ?? 0));
      else {
        const of = scenario.spreadStep({ step });
        out.line(stepText(of, weight));
        out.line(blockedText(of, terms));
      }
      domainTable(scenario, summary, step ?? steps, isWide);
      if (step !== undefined && step < steps + 1 && step > 0) candidateTable(scenario, summary, step, isWide);
    },
  });
}

/** A step with its domains and candidates. */
const stepJson = (scenario: Session["scenario"], step: number, steps: number): object => ({
  ...(step > 0 && { step: scenario.spreadStep({ step }) }),
  domains: scenario.spreadDomains({ step }),
  ...(step > 0 && step <= steps && { candidates: scenario.spreadCandidates({ step }) }),
});

function stepTable(scenario: Session["scenario"], steps: number[], weight: number, isWide: boolean): void {
  if (steps.length === 0) return;
  out.gap();
  out.table(
    [
      { head: "STEP", align: "right" },
      { head: "PICKED", gives: true },
      { head: "DOMAINS", gives: true },
      { head: "PRIORITIZERS", align: "right" },
      { head: "TERM SCORES", align: "right" },
      { head: "JOINED", align: "right" },
      { head: `SPREAD ×${integer(weight)}`, align: "right" },
      { head: "FINAL", align: "right" },
      { head: "RUNNER-UP", gives: true },
      { head: "GAP", align: "right" },
      { head: "CANDIDATES", align: "right" },
      { head: "BLOCKED", align: "right" },
    ],
    steps.map((step): Cell[] => {
      const { picked, runnerUp, gap, candidates, blocked } = scenario.spreadStep({ step });
      return [
        String(step),
        picked.name,
        domainText(picked.values),
        figure(picked.prioritizer),
        termScoresText(picked),
        figure(picked.raw),
        spreadScoreText(picked.spread, weight),
        figure(picked.final),
        runnerUp?.name ?? "",
        runnerUp === null ? "" : figure(gap ?? 0),
        figure(candidates),
        figure(blocked),
      ];
    }),
    isWide,
  );
}

/** The domains level by level, the siblings of each parent in a sentence. */
function domainTable(
  scenario: Session["scenario"],
  { spreadConstraints: terms }: DecisionSummary,
  step: number,
  isWide: boolean,
): void {
  const { domains } = scenario.spreadDomains({ step });
  for (const [level, term] of terms.entries()) {
    const here = domains.filter(({ values }) => values.length === level + 1);
    if (here.length === 0) continue;
    out.head(`${term.topologyKeyType} ${term.topologyKey}, ${term.whenUnsatisfiable}, max skew ${term.maxSkew}`);
    if (level === 0) out.line(`${siblingGroupText(here, term)}.`, "quiet");
    out.table(
      [
        { head: "DOMAIN", gives: true },
        { head: "SELECTED", align: "right" },
        { head: "ELIGIBLE", align: "right" },
        { head: "SKEW", align: "right" },
        { head: "STATUS" },
      ],
      here.map((domain): Cell[] => [
        domainText(domain.values),
        figure(domain.count),
        figure(domain.eligible),
        domain.eligible === 0 ? "-" : figure(skewOf(domain)),
        domainStatusText(domain, term),
      ]),
      isWide,
    );
  }
}

function candidateTable(
  scenario: Session["scenario"],
  { spreadConstraints: terms, spread }: DecisionSummary,
  step: number,
  isWide: boolean,
): void {
  const weight = spread?.weight ?? 0;
  const { candidates } = scenario.spreadCandidates({ step });
  out.head(`Candidates in step ${step}, best first`);
  out.table(
    [
      { head: "CLUSTER", gives: true },
      { head: "DOMAINS", gives: true },
      { head: "PRIORITIZERS", align: "right" },
      { head: "TERM SCORES", align: "right" },
      { head: "JOINED", align: "right" },
      { head: `SPREAD ×${integer(weight)}`, align: "right" },
      { head: "FINAL", align: "right" },
      { head: "WHY", gives: true },
    ],
    candidates.map((candidate, i): Cell[] => {
      const { name, values, prioritizer, raw, spread: score, final, blockedBy } = candidate;
      return [
        { text: name, look: i === 0 && blockedBy === null ? "good" : undefined },
        domainText(values),
        figure(prioritizer),
        termScoresText(candidate),
        figure(raw),
        spreadScoreText(score, weight),
        figure(final),
        blockedBy !== null ? blockedCandidateText(candidate, terms) : i === 0 ? "picked" : "",
      ];
    }),
    isWide,
  );
}
