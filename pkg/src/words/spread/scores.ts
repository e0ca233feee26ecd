/** The scores of a candidate in a step of spread: by term, joined, and what blocks it. */
import type { SpreadCandidate, SpreadConstraintSummary } from "../../../types.js";
import { integer } from "../number.js";
import { termText, valueText } from "./words.js";

/** The scores by term: `63, 0`. */
export const termScoresText = ({ termScores }: SpreadCandidate): string => termScores.map(integer).join(", ");

/** How each term score is computed: `zone 63 × (3 − 1) / (3 − 1) = 63`. */
export const termFormulas = ({ termScores, counts }: SpreadCandidate, terms: SpreadConstraintSummary[]): string =>
  terms
    .map(({ topologyKey }, i) => {
      const of = counts[i];
      const score = integer(termScores[i] ?? 0);
      if (of === undefined) return `${topologyKey}: no domain, so 0`;
      const [count, low, high] = [of.count, of.lowest, of.highest].map(integer);
      return of.lowest === of.highest
        ? `${topologyKey}: all siblings have ${high}, so 0`
        : `${topologyKey}: 63 × (${high} − ${count}) / (${high} − ${low}) = ${score}`;
    })
    .join("; ");

/** `picking c3 would make zone b 4 against 1: skew 3 above 2`; empty if nothing blocks it. */
export function hypothesisText(candidate: SpreadCandidate, terms: SpreadConstraintSummary[]): string {
  const { name, values, blockedBy, counts } = candidate;
  const [term, of] = blockedBy === null ? [] : [terms[blockedBy], counts[blockedBy]];
  if (blockedBy === null || term === undefined || of === undefined) return "";
  const domain = `${term.topologyKey} ${valueText(values[blockedBy] ?? "")}`;
  return (
    `picking ${name} would make ${domain} ${integer(of.count + 1)} against ${integer(of.lowest)}: ` +
    `skew ${integer(of.count + 1 - of.lowest)} above ${integer(term.maxSkew)}`
  );
}

/** The same with the term: `blocked by term 2 (zone): picking c3 would make …`. */
export function blockedCandidateText(candidate: SpreadCandidate, terms: SpreadConstraintSummary[]): string {
  if (candidate.blockedBy === null) return "";
  const hypothesis = hypothesisText(candidate, terms);
  return `blocked by ${termText(terms, candidate.blockedBy)}${hypothesis === "" ? "" : `: ${hypothesis}`}`;
}
