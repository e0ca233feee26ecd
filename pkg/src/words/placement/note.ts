/** Notes on a decision, and why no decision is defined. */
import type { DecisionNote, DecideAnswer, PlacementProblem, ScoreNote } from "../../../types.js";
import { dataOf, type Found } from "../finding.js";
import { counted, integer } from "../number.js";
import { listed, shortened } from "../phrase.js";
import { RELEASED_HUB } from "../released.js";
import { spreadNoteText } from "../spread/note.js";

/** The notes of a decision that no sentence in front of it says, too. */
export const notesBeside = ({
  notes,
  otherProfile,
  findings = [],
  outcome,
}: Pick<DecideAnswer, "notes" | "otherProfile" | "outcome"> & Found): DecisionNote[] => {
  // What an invalid placement means is not known; where the hub looks at no cluster, none is a candidate.
  const invalid = dataOf({ findings }, "invalid-field");
  if (invalid.some(({ object }) => object.kind === "Placement") || outcome === "skipped") return [];
  const isSaid = (note: DecisionNote): boolean =>
    note.code === "addon-score-expired"
      ? note.all
      : note.code === "spread-ignored" && otherProfile?.because.includes("spread-policy") === true;
  return notes.filter((note) => !isSaid(note));
};

/** The status of `ManagedClusterConditionAvailable` with which the hub adds a taint of its own. */
export const taintedStatus = (taint: string): "Unknown" | "False" =>
  taint.includes("/unreachable") ? "Unknown" : "False";

/** A note on a decision, as a sentence in lower case without a full stop. */
export function noteText(note: DecisionNote): string {
  switch (note.code) {
    case "all-clusters-considered":
      return "no ManagedClusterSet or binding in the input: every cluster is a candidate";
    case "cel-not-evaluated":
      return "CEL was not evaluated";
    case "addon-score-expired": {
      const verbs = note.clusters === 1 ? ["has", "counts"] : ["have", "count"];
      return `${counted(note.clusters, "score")} of \`${note.prioritizer}\` ${verbs[0]} expired and ${verbs[1]} 0`;
    }
    case "hub-taint": {
      const named = listed(shortened(note.clusters, note.count));
      const are = note.count === 1 ? "is" : "are";
      return note.upkeep === "added"
        ? `${named} ${are} not available: the hub adds the taint \`${note.taint}\` within seconds, so it counts here`
        : `ManagedClusterConditionAvailable is not ${taintedStatus(note.taint)} on ${named}: the hub removes the ` +
            `taint \`${note.taint}\`, so it does not count here`;
    }
    case "group-cel-ignored":
      return "CEL in a decision group has no effect";
    case "foreign-decision":
      return "a PlacementDecision of the input was decided by another scheduler: it does not count and is not compared";
    case "scores-ignored":
      return `${RELEASED_HUB} ignores \`sortBy\` and \`scoreRateLimit\`, and writes no scores`;
    case "scores-unchanged":
      return "the scores of the decisions are the recorded ones: the hub would write nothing";
    case "scores-written":
      return "the hub would write the decisions with their scores now";
    case "scores-wait":
      return `the hub would wait until ${note.until} before it writes the changed scores`;
    default:
      return spreadNoteText(note);
  }
}

/** Why no decision is defined; the faulty field is named elsewhere. */
export function problemText(problem: PlacementProblem): string {
  switch (problem.code) {
    case "negative-number-of-clusters":
      return `must be at least 0, not ${problem.numberOfClusters}`;
    case "cel-not-evaluated":
      return "CEL was not evaluated";
    case "too-many-spread-constraints":
      return `${counted(problem.count, "spread constraint")}, but at most ${integer(problem.most)} are allowed`;
    case "max-skew-too-small":
      return `must be at least 1, not ${problem.maxSkew}`;
  }
}

/** A note on a score, in a few words. */
export function scoreNoteText(note: ScoreNote): string {
  switch (note) {
    case "step-by-step":
      return "counted step by step";
    case "expired":
      return "expired";
    case "no-score":
      return "no score";
  }
}
