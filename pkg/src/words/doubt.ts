/** Why an answer is doubtful: it meets no expectation, and fails a run. */
import type { DecideAnswer, Findings } from "../../types.js";
import { dataOf, type Found } from "./finding.js";
import { faultyObject } from "./findings.js";
import { fullName } from "./object-name.js";
import { dependsOnVolumes, type OnVolumes } from "./volumes.js";

/** Of an answer that begins with `Incomplete`. */
export const incomplete = "the input is incomplete";

/** What of an answer can be doubtful. */
export type Doubtful = Found & OnVolumes;

/** Why an answer about pods is doubtful: invalid objects, missing ones, and volumes that the text does not have. */
export const doubts = (answer: Doubtful): string[] => [
  ...[...new Set(dataOf(answer, "invalid-field").map(faultyObject))].map((name) => `${name} is invalid`),
  ...(dataOf(answer, "missing-input").length > 0 ? [incomplete] : []),
  ...(dependsOnVolumes(answer) ? ["the answer depends on volumes that are unknown"] : []),
];

/**
 * Why a decision is doubtful: what the text lacks, faults because of which no cluster is selected or nothing is
 * decided, and invalid fields that it rests on.
 */
export function decisionDoubts(summary: DecideAnswer & Findings): string[] {
  const { placement, status, outcome } = summary;
  const skipped = dataOf(summary, "cel-skipped").length > 0;
  const invalid = dataOf(summary, "invalid-field");
  const isOwn = invalid.some(({ object: { kind } }) => kind === "Placement");
  const [first] = invalid;
  const fault =
    status.code === "Misconfigured"
      ? `${fullName(placement)} is misconfigured`
      : outcome === "sync-error"
        ? `${fullName(placement)} is not decided`
        : outcome === "invalid" || isOwn
          ? `${fullName(placement)} is invalid`
          : first === undefined
            ? null
            : `${first.object.kind} ${fullName(first.object)} is invalid`;
  return [
    ...(dataOf(summary, "missing-input").length > 0 ? [incomplete] : []),
    ...(skipped ? [`${fullName(placement)} is not decided on all clusters`] : []),
    ...(fault === null ? [] : [fault]),
  ];
}
