/** What makes the decision of a placement void, as findings: `lint` decides every placement for it. */
import type { DecisionSummary, Profile, Reading } from "../../types.js";
import { missingText } from "../words/caveat.js";
import { noteText } from "../words/placement.js";
import type { Finding } from "./findings.js";
import { hints } from "./placement-hints.js";
import type { Session } from "./session.js";

/** What is found by deciding, beside what is found by reading. */
export function placementFindings({ scenario }: Session, reading: Reading, profile: Profile): Finding[] {
  const now = new Date().toISOString();
  const has = (wanted: string): boolean => reading.kinds.some(({ kind }) => kind === wanted);
  const [hasSets, hasClusters] = [has("ManagedClusterSet"), has("ManagedCluster")];
  const faulty = new Set(
    reading.diagnostics
      .filter(({ severity, object }) => severity === "error" && object?.kind === "Placement")
      .map(({ object }) => `${object?.namespace}/${object?.name}`),
  );
  return reading.placements.flatMap(({ index, namespace, name }) => {
    const summary = scenario.decide({ placement: index, now, profile, limit: 0 });
    const finding = (found: Omit<Finding, "object" | "range">): Finding => {
      const object = summary.placement;
      return { ...found, object, range: scenario.locate({ object, path: found.path }) };
    };
    const isKnown = faulty.has(`${namespace}/${name}`);
    return [
      ...(isKnown ? [] : faults(summary)),
      ...(hasClusters ? lacking(summary) : unknownSets(summary, hasSets)),
      ...ignored(summary),
      ...hints(scenario, summary),
    ].map(finding);
  });
}

/** A finding before its place is known. */
export type Found = Omit<Finding, "object" | "range">;

function faults({ status, prioritizers }: DecisionSummary): Found[] {
  if (status.code !== "Misconfigured") return [];
  const plugin = status.plugin === "" ? "" : `${status.plugin}: `;
  const named = prioritizers.find(({ name, path }) => path !== null && status.message.endsWith(` ${name}`));
  const message = `the placement is misconfigured and selects no cluster: ${plugin}${status.message}`;
  return [{ severity: "error", code: "misconfigured", message, path: named?.path ?? "spec" }];
}

/** What makes a decision incomplete; a text without clusters is not there to decide. */
const lacking = ({ missingInputs }: DecisionSummary): Found[] =>
  missingInputs
    .filter(({ assumed }) => !assumed)
    .map((row) => ({
      severity: "error",
      code: row.why,
      message: `the text lacks ${missingText(row)}`,
      path: row.kind.startsWith("ManagedClusterSet") ? "spec.clusterSets" : "spec",
    }));

/** In a text without any set, none is meant to be there. */
const unknownSets = ({ missingInputs }: DecisionSummary, hasSets: boolean): Found[] =>
  missingInputs
    .filter(({ why }) => hasSets && why === "set-wanted")
    .map(({ name }) => ({
      severity: "warning",
      code: "unknown-object",
      message: `ManagedClusterSet \`${name}\` is not in the text`,
      path: "spec.clusterSets",
    }));

const ignored = ({ notes }: DecisionSummary): Found[] =>
  notes
    .filter(({ code }) => code === "spread-ignored")
    .map((note) => ({ severity: "warning", code: note.code, message: noteText(note), path: note.path ?? "spec" }));
