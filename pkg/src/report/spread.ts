/** The report of a spread run, whole or in one step. */
import type { DecideAnswer, Findings, SpreadCandidatesAnswer, SpreadDomain, SpreadStepAnswer } from "../../types.js";
import { integer } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import { caveats } from "../words/placement.js";
import {
  absentText,
  beginText,
  blockedCandidateText,
  blockedText,
  domainStatusText,
  domainText,
  endText,
  siblingGroupText,
  skewOf,
  skewText,
  spreadScoreText,
  stepText,
  termScoresText,
  termText,
} from "../words/spread.js";
import { answerBlocks, type Block, column, facts, long, link, number, table, warning } from "./block.js";
import { recordedLine } from "./placement.js";

/** What is shown of a run: all steps, or one of them with its candidates. */
export type Shown =
  | { steps: SpreadStepAnswer[] }
  | { step: SpreadStepAnswer | null; candidates: SpreadCandidatesAnswer | null };

/** A run, with the domains at its end, or after a step. */
export function spreadReport(summary: DecideAnswer & Findings, domains: SpreadDomain[], shown: Shown): Block[] {
  const terms = summary.spreadConstraints;
  const weight = summary.spread?.weight ?? 0;
  const head = answerBlocks(caveats(summary), [
    [link("Placement", summary.placement, "strong"), { text: `: ${endText(summary)}` }],
    recordedLine(summary),
  ]);
  if ("steps" in shown) {
    const worst = skewText(terms, summary.spread?.terms.map(({ worstSkew }) => worstSkew) ?? []);
    const absent = terms.map((_, i) => ({ term: termText(terms, i), text: absentText(summary, i) }));
    return [
      ...head,
      ...stepTable(shown.steps, weight),
      ...facts([worst === "" ? "" : `The ${worst.replace(":", " at the end:")}.`], { isApart: true }),
      ...facts(absent.map(({ term, text }) => warning(text === "" ? "" : `${term}: ${text}`))),
      ...domainTables(summary, domains),
    ];
  }
  const { step, candidates } = shown;
  return [
    ...head,
    ...facts(
      step === null ? [beginText(summary.spread?.eligible ?? 0)] : [stepText(step, weight), blockedText(step, terms)],
    ),
    ...domainTables(summary, domains),
    ...(step === null || candidates === null ? [] : candidateTable(summary, step.step, candidates)),
  ];
}

const stepTable = (steps: SpreadStepAnswer[], weight: number): Block[] =>
  table(steps, [
    number("Step", ({ step }) => String(step)),
    long("Picked", ({ picked }) => link("ManagedCluster", picked.name)),
    long("Domains", ({ picked }) => domainText(picked.values)),
    number("Prioritizers", ({ picked }) => picked.prioritizer),
    number("Term scores", ({ picked }) => termScoresText(picked)),
    number("Joined", ({ picked }) => picked.raw),
    number(`Spread ×${integer(weight)}`, ({ picked }) => spreadScoreText(picked.spread, weight)),
    number("Final", ({ picked }) => picked.final),
    long("Runner-up", ({ runnerUp }) => runnerUp?.name ?? ""),
    number("Gap", ({ runnerUp, gap }) => (runnerUp === null ? "" : (gap ?? 0))),
    number("Candidates", ({ candidates }) => candidates),
    number("Blocked", ({ blocked }) => blocked),
  ]);

/** The domains level by level, the siblings of each parent in a sentence. */
const domainTables = ({ spreadConstraints: terms }: DecideAnswer, domains: SpreadDomain[]): Block[] =>
  terms.flatMap((term, level) => {
    const here = domains.filter(({ values }) => values.length === level + 1);
    if (here.length === 0) return [];
    const title = `${term.topologyKeyType} ${term.topologyKey}, ${term.whenUnsatisfiable}, maxSkew ${term.maxSkew}`;
    return [
      { kind: "facts", title, lines: level === 0 ? [quiet(`${siblingGroupText(here, term)}.`)] : [] },
      ...table(
        here,
        [
          long("Domain", ({ values }) => domainText(values)),
          number("Selected", ({ count }) => count),
          number("Eligible", ({ eligible }) => eligible),
          number("Skew", (domain) => (domain.eligible === 0 ? "-" : skewOf(domain))),
          column("Status", (domain) => domainStatusText(domain, term)),
        ],
        { isApart: false },
      ),
    ];
  });

function candidateTable(
  { spreadConstraints: terms, spread }: DecideAnswer,
  step: number,
  { candidates }: SpreadCandidatesAnswer,
): Block[] {
  const weight = spread?.weight ?? 0;
  return table(
    candidates,
    [
      long("Cluster", ({ name, blockedBy }, i) =>
        link("ManagedCluster", name, i === 0 && blockedBy === null ? "good" : undefined),
      ),
      long("Domains", ({ values }) => domainText(values)),
      number("Prioritizers", ({ prioritizer }) => prioritizer),
      number("Term scores", termScoresText),
      number("Joined", ({ raw }) => raw),
      number(`Spread ×${integer(weight)}`, (of) => spreadScoreText(of.spread, weight)),
      number("Final", ({ final }) => final),
      long("Why", (of, i) => (of.blockedBy !== null ? blockedCandidateText(of, terms) : i === 0 ? "picked" : "")),
    ],
    { title: `Candidates in step ${step}, best first` },
  );
}
