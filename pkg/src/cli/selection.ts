/** What a placement is expected to select, and what of that does not hold, with the reason. */
import type { DecideAnswer, DecideOptions, Findings, KeptDecision } from "../../types.js";
import { selectedNames } from "../difference/why.js";
import type { Scenario } from "../entries/node.js";
import { counted } from "../words/number.js";
import { fullName } from "../words/object-name.js";
import { isDecided, sentenceText } from "../words/placement.js";
import { patternLike } from "./cluster-pattern.js";
import { bareName, clustersLike, shortReason, verdictOf } from "./clusters.js";

/** An expectation that does not hold. */
export interface Unmet {
  message: string;
  /** Sentences that say why. */
  details: string[];
}

/** A selection after a what-if, of which only the clusters are known. */
export interface Foreseen {
  selected: ReadonlySet<string>;
  /** The clusters that no longer exist. */
  gone: ReadonlySet<string>;
  /** Such as `without zone=a`. */
  called: string;
  /** What changes, in a sentence. */
  why: string;
}

/** The clusters of a pattern that are named at most, each with its reason. */
const mostTold = 5;

const said = (message: string, ...details: string[]): Unmet[] => [{ message, details }];

/**
 * The clusters that the latest decision of a scenario selects. A pattern that no cluster matches is an unmet
 * expectation: it would hold for any decision.
 */
export class Selection {
  readonly #scenario: Scenario;
  readonly #summary: DecideAnswer & Findings;
  readonly #asked: DecideOptions;
  readonly #placement: string;
  readonly #selected: ReadonlySet<string>;
  /** What a hub has recorded that leaves the placement alone: it stays in force. */
  readonly #kept: KeptDecision | undefined;
  readonly #foreseen: Foreseen | undefined;

  constructor(scenario: Scenario, summary: DecideAnswer & Findings, asked: DecideOptions, foreseen?: Foreseen) {
    this.#scenario = scenario;
    this.#summary = summary;
    this.#asked = asked;
    this.#placement = `${fullName(summary.placement)}${foreseen === undefined ? "" : ` ${foreseen.called}`}`;
    this.#kept = summary.kept;
    this.#foreseen = foreseen;
    this.#selected = foreseen?.selected ?? new Set(selectedNames(scenario, summary));
  }

  /** The selected clusters by name. */
  get names(): string[] {
    return [...this.#selected].sort();
  }

  /** What of this does not hold: that a cluster is selected, or that it is not. */
  named(typed: string, isWanted: boolean): Unmet[] {
    const scenario = this.#scenario;
    const name = bareName(typed);
    const index = scenario.clusterIndex({ name });
    if (index === null) {
      const option = `--expect-${isWanted ? "all" : "none"}`;
      const isPattern = /[=!,(*?]/.test(name);
      const help = isPattern ? [`${option} takes label selectors and globs`] : clustersLike(scenario, name);
      return said([`no cluster \`${name}\` in the input`, ...help].join("; "));
    }
    if (this.#foreseen !== undefined) return this.#foreseenNamed(name, this.#foreseen, isWanted);
    if (this.#kept !== undefined) return this.#keptNamed(name, this.#kept, isWanted);
    const explanation = scenario.explainCluster({ cluster: index });
    if ((explanation.state === "selected") === isWanted) return [];
    const reason = shortReason(explanation, this.#summary);
    return said(
      `${this.#placement} ${isWanted ? "does not select" : "selects"} ${name}${reason === "" ? "" : ` (${reason})`}`,
      isDecided(this.#summary) ? verdictOf(scenario, explanation, this.#summary) : sentenceText(this.#summary),
    );
  }

  #foreseenNamed(name: string, { selected, gone, why }: Foreseen, isWanted: boolean): Unmet[] {
    if (selected.has(name) === isWanted) return [];
    const verb = isWanted ? "does not select" : "selects";
    return said(`${this.#placement} ${verb} ${name}${gone.has(name) ? ", which is gone" : ""}`, why);
  }

  #keptNamed(name: string, { isWhole }: KeptDecision, isWanted: boolean): Unmet[] {
    const isKept = this.#selected.has(name);
    if (isKept === isWanted && (isKept || isWhole)) return [];
    const verb = isKept ? "selects" : "does not select";
    const message = isKept || isWhole ? `${this.#placement} ${verb}` : `cannot tell whether ${this.#placement} selects`;
    return said(`${message} ${name}`, sentenceText(this.#summary));
  }

  /** The clusters that a pattern matches, the gone ones apart; unmet: it matches none. */
  #matched(pattern: string): { matched: string[]; gone: string[]; unmet: Unmet[] } {
    const all = this.#scenario.matchClusters({ pattern });
    const gone = all.filter((name) => this.#foreseen?.gone.has(name) === true);
    const help = all.length > 0 ? [] : patternLike(this.#scenario, pattern, this.#asked);
    const unmet = all.length > 0 ? [] : said([`no cluster matches \`${pattern}\``, ...help].join("; "));
    return { matched: all.filter((name) => !gone.includes(name)), gone, unmet };
  }

  /** What of this does not hold: that all clusters of a pattern are selected, or that none is. */
  matching(pattern: string, isWanted: boolean): Unmet[] {
    const { matched, gone, unmet } = this.#matched(pattern);
    // What is not selected in a kept decision that is not whole may be selected.
    const isKnown = this.#kept?.isWhole !== false;
    const wrong = matched.filter((name) => this.#selected.has(name) !== isWanted || (!isWanted && !isKnown));
    // All of no clusters are selected: that would hold for any decision.
    const lost = isWanted && matched.length === 0 ? gone : [];
    const more = wrong.length + lost.length - mostTold;
    return [
      ...unmet,
      ...[...wrong, ...lost].slice(0, mostTold).flatMap((name) => this.named(name, isWanted)),
      ...(more > 0 ? said(`${counted(more, "more cluster")} of \`${pattern}\``) : []),
    ];
  }

  /** What of this does not hold: that a cluster of a pattern is selected. */
  some(pattern: string): Unmet[] {
    const { matched, gone, unmet } = this.#matched(pattern);
    if (unmet.length > 0 || matched.some((name) => this.#selected.has(name))) return unmet;
    const all = [...matched, ...gone];
    const [one] = all;
    if (one !== undefined && all.length === 1) return this.named(one, true);
    const whys = all.slice(0, mostTold).flatMap((name) => this.named(name, true));
    return said(
      `${this.#placement} selects no cluster of \`${pattern}\``,
      ...new Set(whys.flatMap(({ message, details }) => (details.length === 0 ? [message] : details))),
    );
  }

  /** What of this does not hold: that so many clusters are selected. */
  count(expected: number): Unmet[] {
    const isCounted = this.#kept === undefined && this.#foreseen === undefined;
    const count = isCounted ? this.#summary.clusterCounts.selected : this.#selected.size;
    const isWhole = this.#kept?.isWhole !== false;
    if (count === expected && isWhole) return [];
    return said(
      `${this.#placement} selects ${isWhole ? "" : "at least "}${counted(count, "cluster")}, ${expected} ` +
        `${expected === 1 ? "is" : "are"} expected`,
      ...(this.#foreseen === undefined ? [] : [this.#foreseen.why]),
    );
  }
}
