/** Spread in words: terms, domains, steps. Sentences are plain text, also for screen readers. */
import type {
  DecideAnswer,
  SpreadCandidate,
  SpreadConstraintSummary,
  SpreadDomain,
  SpreadStepAnswer,
} from "../../../types.js";
import { counted, integer, signed } from "../number.js";
import { listed } from "../phrase.js";

/** A value as it is shown; an empty text is a value, too. */
export const valueText = (value: string): string => (value === "" ? "(empty)" : value);

/** `us-east / us-east-1a` */
export const domainText = (values: string[]): string => values.map(valueText).join(" / ");

/** `term 2 (zone)` */
export const termText = (terms: SpreadConstraintSummary[], term: number): string =>
  `term ${term + 1} (${terms[term]?.topologyKey ?? "?"})`;

/** Whether a term is hard. */
export const isHard = (term: SpreadConstraintSummary): boolean => term.whenUnsatisfiable === "DoNotSchedule";

/** The skew of a domain: its count less the smallest count among its siblings. */
export const skewOf = ({ count: selected, lowest }: SpreadDomain): number => selected - lowest;

/** `3/12 · skew +1` */
export const cellText = (domain: SpreadDomain): string =>
  domain.eligible === 0
    ? "no domain"
    : `${integer(domain.count)}/${integer(domain.eligible)} · skew ${signed(skewOf(domain))}`;

/** The status of a domain against maxSkew of its term. */
export type DomainStatus = "no-domain" | "full" | "room" | "limit" | "beyond" | "soft";

/** The status of a domain, from its count and its skew. */
export function domainStatus(domain: SpreadDomain, term: SpreadConstraintSummary): DomainStatus {
  const skew = skewOf(domain);
  if (domain.eligible === 0) return "no-domain";
  if (skew > term.maxSkew) return "beyond";
  if (domain.count >= domain.eligible) return "full";
  if (!isHard(term)) return "soft";
  return skew === term.maxSkew ? "limit" : "room";
}

/** The same in words; may be empty. */
export function domainStatusText(domain: SpreadDomain, term: SpreadConstraintSummary): string {
  switch (domainStatus(domain, term)) {
    case "no-domain":
      return "no domain";
    case "full":
      return "full";
    case "room":
      return `room for ${integer(Math.min(term.maxSkew - skewOf(domain), domain.eligible - domain.count))}`;
    case "limit":
      return "at the limit";
    case "beyond":
      return isHard(term) ? "beyond maxSkew" : "beyond, allowed";
    case "soft":
      return "";
  }
}

/**
 * The siblings of one parent in a sentence: `3 domains, 2 to 3 selected: skew 1, max 1`. `isCut`: these are not all
 * siblings; the smallest and the largest count are those of all.
 */
export function siblingGroupText(domains: SpreadDomain[], term: SpreadConstraintSummary, isCut = false): string {
  const real = domains.filter(({ eligible }) => eligible > 0);
  const first = real[0];
  if (first === undefined) return "no domain";
  const { lowest, highest } = first;
  const range = lowest === highest ? integer(lowest) : `${integer(lowest)} to ${integer(highest)}`;
  const each = real.length > 1 && lowest === highest ? " each" : "";
  const bound = isHard(term) ? `, max ${integer(term.maxSkew)}` : ", no limit";
  const lone = isHard(term) ? "a single domain is never blocked" : "no limit";
  const skew = real.length > 1 ? `skew ${integer(highest - lowest)}${bound}` : lone;
  return `${isCut ? "more than " : ""}${counted(real.length, "domain")}, ${range}${each} selected: ${skew}`;
}

/**
 * How evenly clusters are spread, by the worst skew of each term: `spread: skew 1 by zone (maxSkew 2), even by
 * region`; empty without terms.
 */
export function skewText(terms: SpreadConstraintSummary[], worst: number[]): string {
  const skewOfTerm = (i: number): number => worst[i] ?? 0;
  const uneven = terms.flatMap((term, i) => {
    const bound = isHard(term) ? ` (maxSkew ${integer(term.maxSkew)})` : "";
    return skewOfTerm(i) === 0 ? [] : [`skew ${integer(skewOfTerm(i))} by ${term.topologyKey}${bound}`];
  });
  const even = terms.filter((_, i) => skewOfTerm(i) === 0).map(({ topologyKey }) => topologyKey);
  const parts = even.length === 0 ? uneven : [...uneven, `even by ${listed(even)}`];
  return parts.length === 0 ? "" : `spread: ${parts.join(", ")}`;
}

const product = (weight: number, spread: number): string =>
  `${integer(weight)} × ${spread < 0 ? `(${integer(spread)})` : integer(spread)}`;

/** `238 + 2 × 100 = 438`; `238` where spread counts for nothing */
export function sumText(candidate: SpreadCandidate, weight: number): string {
  const { prioritizer, spread, final } = candidate;
  if (spread === null || final === null || weight === 0) return integer(prioritizer);
  const sum = weight < 0 ? ` − ${product(-weight, spread)}` : ` + ${product(weight, spread)}`;
  return `${integer(prioritizer)}${sum} = ${integer(final)}`;
}

/** The pick of a step and its reason. */
export function stepText(step: SpreadStepAnswer, weight: number): string {
  const { picked, runnerUp, gap } = step;
  const won =
    `Step ${integer(step.step)} picks ${picked.name}: prioritizers + weight × spread is ` +
    `${sumText(picked, weight)}.`;
  if (runnerUp === null) return `${won} It is the only candidate.`;
  return gap === null || gap === 0
    ? `${won} ${runnerUp.name} has the same; its name comes later.`
    : `${won} It is ${integer(gap)} ahead of ${runnerUp.name}.`;
}

/** The number of candidates, and the number of clusters that each term blocks. */
export function blockedText(step: SpreadStepAnswer, terms: SpreadConstraintSummary[]): string {
  const candidates = counted(step.candidates, "candidate");
  if (step.blocked === 0) return `${candidates}, none blocked.`;
  const by = step.blockedBy.map((count, term) => ({ count, term })).filter(({ count }) => count > 0);
  const [only] = by;
  if (by.length === 1 && only !== undefined) {
    return `${candidates}; ${integer(step.blocked)} blocked by ${termText(terms, only.term)}.`;
  }
  const each = by.map(({ count, term }) => `${integer(count)} by ${termText(terms, term)}`);
  return `${candidates}; ${integer(step.blocked)} blocked, ${each.join(", ")}.`;
}

/** The state before the first step. */
export const beginText = (eligible: number): string =>
  `Before the first step, nothing is selected; ${counted(eligible, "cluster")} ` +
  `${eligible === 1 ? "is" : "are"} eligible.`;

/** A note that no feasible cluster has the key of a term, which may be misspelt; empty if one has it. */
export function absentText(
  { spread, spreadConstraints: terms, clusterCounts: { feasible } }: DecideAnswer,
  index: number,
): string {
  const term = terms[index];
  const without = (level: number): number => (level < 0 ? 0 : (spread?.terms[level]?.missing ?? 0));
  // If all clusters lack an earlier key, this one is not counted.
  if (term === undefined || feasible === 0 || without(index) < feasible || without(index - 1) >= feasible) return "";
  const before = index === 0 || without(index - 1) === 0 ? "" : " that has the keys before it";
  return `no feasible cluster${before} has the ${term.topologyKeyType.toLowerCase()} \`${term.topologyKey}\``;
}

/** The end of a run and its reason. */
export function endText(summary: DecideAnswer): string {
  const { spread } = summary;
  if (spread === null) return "";
  const steps = counted(spread.steps, "step");
  switch (spread.end) {
    case "reached":
      return `${steps}: all wanted clusters are selected.`;
    case "exhausted":
      return `${steps}: no eligible cluster is left.`;
    case "blocked":
      return `${steps}: every remaining cluster would exceed maxSkew.`;
  }
}

/** Why a domain keeps a cluster out: `zone eu-1a has 3, the lowest of its siblings has 1, maxSkew 2`. */
export function blockingText(domain: SpreadDomain | null, terms: SpreadConstraintSummary[], index: number): string {
  const term = terms[index];
  const by = `blocked by ${termText(terms, index)}`;
  if (term === undefined || domain === null) return by;
  const value = valueText(domain.values[domain.values.length - 1] ?? "");
  const around = domain.values.slice(0, -1);
  const where = around.length === 0 ? "" : ` in ${domainText(around)}`;
  return (
    `${by}: ${term.topologyKey} ${value}${where} has ${integer(domain.count)}, the lowest of its siblings ` +
    `has ${integer(domain.lowest)}, maxSkew ${integer(term.maxSkew)}`
  );
}
