/** What makes the decision of a placement void, as findings: `lint` decides every placement for it. */
import type { DecisionNote, DecideAnswer, ProfileChoice, ReadingAnswer } from "../../types.js";
import { missingText } from "../words/missing.js";
import { counted, integer } from "../words/number.js";
import { filteredText, hintText, noteText } from "../words/placement.js";
import { dataOf, type Found as Answered } from "../words/finding.js";
import { misspeltRequirementText, unknownScoreText } from "../words/findings.js";
import type { Finding } from "../report/text-findings.js";
import type { Session } from "./session.js";

/** What is found by deciding, beside what is found by reading. */
export function placementFindings(
  { scenario }: Session,
  reading: ReadingAnswer,
  profile: ProfileChoice | undefined,
): Finding[] {
  const now = new Date().toISOString();
  const has = (wanted: string): boolean => reading.kinds.some(({ kind }) => kind === wanted);
  const [hasSets, hasClusters] = [has("ManagedClusterSet"), has("ManagedCluster")];
  const faulty = new Set(
    reading.diagnostics
      .filter(({ severity, object }) => severity === "error" && object?.kind === "Placement")
      .map(({ object }) => `${object?.namespace}/${object?.name}`),
  );
  return reading.placements.flatMap(({ index, namespace, name }) => {
    // Before the decision that is asked about: what is found behind it is of the last one.
    const today =
      profile === "Upstream" ? [] : faults(scenario.decide({ placement: index, now, profile: "Upstream", limit: 0 }));
    const summary = scenario.decide({ placement: index, now, profile, limit: 0 });
    const finding = (found: Omit<Finding, "object" | "range">): Finding => {
      const object = summary.placement;
      return { ...found, object, range: scenario.locate({ object, path: found.path }) };
    };
    const isKnown = faulty.has(`${namespace}/${name}`);
    const unknown = unknownScores(summary);
    // This finding already implies that the score is the same for all clusters.
    const isUnknown = ({ path }: Found): boolean => unknown.some((score) => path.startsWith(score.path));
    return [
      ...(isKnown ? [] : faults(summary)),
      ...(isKnown || faults(summary).length > 0 ? [] : today.map(ofToday)),
      ...(hasClusters ? lacking(summary) : unknownSets(summary, hasSets)),
      ...ignored(summary),
      ...unmatched(scenario, summary),
      ...misspelt(summary),
      ...unknown,
      ...hints(scenario, summary).filter((hint) => !isUnknown(hint)),
    ].map(finding);
  });
}

/** A finding before its place is known. */
type Found = Omit<Finding, "object" | "range">;

function faults({ status }: DecideAnswer): Found[] {
  if (status.code !== "Misconfigured") return [];
  const plugin = status.plugin === "" ? "" : `${status.plugin}: `;
  const message = `the placement is misconfigured and selects no cluster: ${plugin}${status.message}`;
  return [{ severity: "error", code: "misconfigured", message, path: status.path ?? "spec" }];
}

/** A fault that only the hub of today finds. */
const ofToday = (fault: Found): Found => ({
  ...fault,
  severity: "warning",
  message: `for released OCM 1.3 ${fault.message}; --profile Upstream makes this an error`,
});

/** What makes a decision incomplete; a text without clusters is not there to decide. */
const lacking = (summary: Answered): Found[] =>
  dataOf(summary, "missing-input").map((row) => ({
    severity: "error",
    code: row.why,
    message: `the input lacks ${missingText(row)}`,
    path: row.kind.startsWith("ManagedClusterSet") ? "spec.clusterSets" : "spec",
  }));

const meant = (name: string): string => `did you mean \`${name}\``;

/** In a text without any set, none is meant to be there. */
const unknownSets = (summary: Answered, hasSets: boolean): Found[] =>
  dataOf(summary, "missing-input")
    .filter(({ why }) => hasSets && why === "set-wanted")
    .map(({ name, near = [] }) => ({
      severity: "warning",
      code: "unknown-object",
      message: [
        `ManagedClusterSet \`${name}\` is not in the input`,
        ...near.map(({ name: other }) => meant(other)),
      ].join(", "),
      path: "spec.clusterSets",
    }));

/** Predicates that let no candidate through; if an expression fails on all of them, its error. */
function unmatched(scenario: Session["scenario"], { clusterCounts }: DecideAnswer): Found[] {
  const { candidates, feasible } = clusterCounts;
  if (candidates === 0 || feasible > 0) return [];
  const rows = scenario.clusters().rows.filter(({ state }) => state === "filtered");
  const reasons = rows.flatMap(({ reason }) => (reason?.type === "predicate" ? [reason] : []));
  const [first] = reasons;
  if (first === undefined || reasons.length < rows.length) return [];
  const predicates = first.others === 0 ? "the predicate" : `each of the ${integer(first.others + 1)} predicates`;
  const none = `${predicates} matches none of the ${counted(candidates, "candidate")}`;
  const failing = reasons.filter(({ requirement, others }) => others === 0 && requirement.error !== null);
  const [fault] = failing;
  if (fault === undefined)
    return [{ severity: "warning", code: "predicates-match-none", message: none, path: "spec.predicates" }];
  const on = failing.length === reasons.length ? "all of them" : `${integer(failing.length)} of them`;
  const message = `${none}: on ${on} ${filteredText(fault, true)}`;
  return [{ severity: "warning", code: "predicates-match-none", message, path: fault.requirement.path }];
}

const misspelt = (summary: DecideAnswer & Answered): Found[] =>
  dataOf(summary, "misspelt-requirement").map((word) => ({
    severity: "warning",
    code: "misspelt-requirement",
    message: misspeltRequirementText(word),
    path: word.path,
  }));

const unknownScores = (summary: DecideAnswer & Answered): Found[] =>
  dataOf(summary, "unknown-score").map((score) => ({
    severity: "warning",
    code: "unknown-score",
    message: unknownScoreText(score),
    path: summary.prioritizers.find(({ name }) => name === score.prioritizer)?.path ?? "spec",
  }));

const ignored = ({ notes }: DecideAnswer): Found[] =>
  notes
    .filter(({ code }) => code === "spread-ignored")
    .map((note) => ({ severity: "warning", code: note.code, message: noteText(note), path: note.path ?? "spec" }));

/** The notes that are about what has no effect. */
const idle: DecisionNote["code"][] = ["spread-without-terms", "spread-max-skew-ignored", "spread-lone-domain"];

/** The hints about the latest decision, whose summary this is; none about what is not in the text. */
function hints(scenario: Session["scenario"], { notes }: DecideAnswer): Found[] {
  const found = [
    ...notes.filter(({ code }) => idle.includes(code)).map((note) => ({ ...note, message: noteText(note) })),
    ...scenario.hints().map((hint) => ({ ...hint, message: hintText(hint) })),
  ];
  return found.flatMap(({ code, message, path }) => (path === null ? [] : [{ severity: "hint", code, message, path }]));
}
