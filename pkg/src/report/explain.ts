/** The report of one cluster: why it is selected, or not. */
import type {
  Change,
  ChangeAnswer,
  ExplainClusterAnswer,
  DecisionHint,
  DecideAnswer,
  Family,
  Findings,
  TaintResult,
} from "../../types.js";
import { missingOf } from "../words/missing.js";
import { integer } from "../words/number.js";
import { capital, quiet } from "../words/phrase.js";
import {
  actualText,
  candidacy,
  caveats,
  hintText,
  inputsText,
  isDecided,
  isEvaluated,
  isRanked,
  lookOf,
  predicateText,
  rejection,
  requirementText,
  scoreNoteText,
  sentenceText,
  stateName,
  taintedStatus,
  taintText,
  toleratedText,
} from "../words/placement.js";
import { termFormulas } from "../words/spread.js";
import { advised, celText, changesText, changeText, exchangeText, isOutside, sideEffects } from "../words/whatif.js";
import {
  answerBlocks,
  type Block,
  type CheckLine,
  checklist,
  column,
  type Line,
  list,
  long,
  link,
  number,
  table,
} from "./block.js";
import { applications, recordedLine, stateLook } from "./placement.js";

/** The inputs of a report of a cluster, besides its explanation. */
export interface ClusterAbout {
  summary: DecideAnswer & Findings;
  hints: DecisionHint[];
  /** What became of the cluster, in sentences. */
  verdict: string;
  /** `file:line` of the cluster. */
  place: string;
  /** The cheapest changes by which it is selected; null: it is, or none can be. */
  wouldChange: ChangeAnswer | null;
}

/** Why one cluster is selected, or not. */
export function clusterReport(explanation: ExplainClusterAnswer, about: ClusterAbout, isWide: boolean): Block[] {
  const { name, state, reason, range, rank, predicates, taints } = explanation;
  const { summary, hints, verdict, place, wouldChange } = about;
  const word = stateName(lookOf(state, reason), rank !== null && isRanked(summary), isDecided(summary));
  return [
    ...answerBlocks(caveats(summary), [
      [
        link("ManagedCluster", name, "strong"),
        { text: " for " },
        link("Placement", summary.placement, "strong"),
        { text: ": " },
        { text: word, look: stateLook[state] },
        { ...quiet(`  (${place})`), range },
      ],
      isRanked(summary) ? verdict : sentenceText(summary),
      quiet(isDecided(summary) ? candidacy(explanation, summary) : ""),
      recordedLine(summary),
    ]),
    ...checklist(
      predicates.flatMap((of, i) => predicateChecks(of, predicates.length > 1 ? i + 1 : null)),
      { title: predicates.length === 1 ? "Predicate" : "Predicates, one must match" },
    ),
    ...checklist(
      taints.map((taint) => ({
        holds: taint.tolerated,
        line: [
          { text: `${taintText(taint)}, ` },
          { text: tolerationText(taint), look: taint.tolerated ? "quiet" : "bad" },
        ],
      })),
      { title: "Taints" },
    ),
    ...scoreTable(explanation, summary),
    ...computed(explanation, summary),
    ...applications(summary, isWide),
    ...list(
      // Hints are about candidates.
      (state === "excluded" ? [] : hints).map((hint) => quiet(hintText(hint))),
      { title: "Without effect" },
    ),
    ...waysIn(explanation, wouldChange),
  ];
}

/** The cheapest changes by which a cluster is selected; null: it is, or none can be. */
export const waysIn = (explanation: ExplainClusterAnswer, wouldChange: ChangeAnswer | null): Block[] =>
  wouldChange === null ? [] : list(wayIn(explanation, wouldChange), { title: "What would change it" });

/** `at`: which of several predicates it is. */
function predicateChecks(predicate: ExplainClusterAnswer["predicates"][number], at: number | null): CheckLine[] {
  const { requirements } = predicate;
  const isBelow = at !== null;
  return [
    ...(isBelow ? [{ line: `${at}: ${predicateText(predicate)}` }] : []),
    ...(requirements.length === 0 ? [{ holds: predicate.matches, line: "matches every cluster", isBelow }] : []),
    ...requirements.map((requirement): CheckLine => {
      const holds = isEvaluated(requirement) ? requirement.holds : null;
      const actual = actualText(requirement);
      return {
        holds,
        line: [
          { text: `${requirementText(requirement)}: ` },
          { text: actual, look: holds === false ? "bad" : "quiet" },
        ],
        isBelow,
      };
    }),
  ];
}

function tolerationText(taint: TaintResult): string {
  if (taint.tolerated) return `${toleratedText(taint)}${taint.expires === null ? "" : ` until ${taint.expires}`}`;
  const status = taintedStatus(taint.key);
  const added = taint.byHub === "added" ? `added by the hub: ManagedClusterConditionAvailable is ${status}; ` : "";
  if (taint.rejected.length === 0) return `${added}no toleration`;
  const rejected = taint.rejected.map(({ toleration, why }) => `toleration ${toleration + 1} ${rejection(why)}`);
  return added + rejected.join(", ");
}

/** The step that the numbers of a cluster are from: that of its pick, or the last one. */
const spreadStep = (spread: ExplainClusterAnswer["spread"], { spread: run }: DecideAnswer): number =>
  spread?.picked ?? run?.steps ?? 0;

/** Raw × weight = product, and what the last selected cluster has more of. */
function scoreTable({ scores, spread, gap, total }: ExplainClusterAnswer, summary: DecideAnswer): Block[] {
  if (scores.length === 0) return [];
  const numbers = spread?.numbers ?? null;
  const isCounted = numbers !== null && numbers.spread !== null;
  const step = spreadStep(spread, summary);
  const behind = new Map(gap?.terms.map(({ name, difference }) => [name, difference]));
  const rows = scores.map(({ name, raw, weight, product, note }) => {
    const isSpread = name === "Spread" && isCounted;
    return {
      name,
      raw: isSpread ? numbers.spread : raw,
      weight,
      product: isSpread ? weight * (numbers.spread ?? 0) : product,
      behind: behind.get(name) ?? 0,
      note: isSpread ? `in step ${step}` : note === null ? "" : scoreNoteText(note),
    };
  });
  const sum = {
    name: isCounted ? "final" : "total",
    raw: "",
    weight: null,
    product: (isCounted ? numbers.final : total) ?? 0,
    behind: gap?.total ?? 0,
    note: "",
  };
  return table(
    [...rows, sum],
    [
      column("Prioritizer", (row) => row.name),
      number("Raw", (row) => row.raw),
      number("Weight", ({ weight }) => (weight === null ? "" : `×${integer(weight)}`)),
      number("Product", (row) => row.product),
      gap !== null && { ...number(`BEHIND ${gap.to} BY`, (row) => row.behind), isName: true },
      long("Note", (row) => row.note),
    ],
  );
}

/** How each raw score comes about. */
function computed({ scores, spread }: ExplainClusterAnswer, summary: DecideAnswer & Findings): Block[] {
  const step = integer(spreadStep(spread, summary));
  const items = scores.flatMap((score) => {
    const numbers = score.name === "Spread" ? (spread?.numbers ?? null) : null;
    const isBlocked = numbers !== null && numbers.spread === null;
    const text = isBlocked ? `blocked in step ${step}, so it has no score` : inputsText(score, missingOf(summary));
    const formulas = numbers === null ? "" : `before step ${step}: ${termFormulas(numbers, summary.spreadConstraints)}`;
    const about = formulas === "" ? [] : [quiet(formulas)];
    return text === "" && formulas === "" ? [] : [{ line: `${score.name}: ${text}`, about }];
  });
  return list(items, { title: "How each raw score is computed" });
}

/** The predicates that match every cluster after a change, because it removes their only requirement. */
const opened = ({ predicates }: ExplainClusterAnswer, { edits }: Change): string[] =>
  edits.flatMap(({ family, keys, new: now }) => {
    const at = keys[keys.indexOf("predicates") + 1];
    const isOnly = family === "predicate" && now === null && keys.at(-2) !== "values" && typeof at === "number";
    return isOnly && predicates[at]?.requirements.length === 1
      ? [`Predicate ${integer(at + 1)} has no other requirement: without this one, it matches every cluster`]
      : [];
  });

/** The cheapest change by which a cluster is selected, or that none was found. */
function wayIn(explanation: ExplainClusterAnswer, answer: ChangeAnswer): Line[] {
  const { name, state } = explanation;
  const [first] = advised(answer.changes);
  // Scores, and the absence of others, choose among feasible clusters alone.
  const ranks: Family[] = ["weight", "count", "skew", "release"];
  if (answer.space.some(({ reason }) => reason === "deleting")) return [changesText(answer)];
  const isHopeless =
    state !== "feasible" && answer.space.every(({ family, reason }) => reason !== null || ranks.includes(family));
  if (first === undefined && isHopeless) {
    const none = "No edit of a toleration, label, claim, predicate or cluster set that can be tried selects it";
    return [isOutside(answer.space) ? "" : none, celText(answer.space)].filter((text) => text !== "");
  }
  const command = `schedscope whatif change --selects ${name}`;
  if (first === undefined)
    return [changesText(answer), ...(answer.stopped === null ? [] : [quiet(`a longer search: ${command}`)])];
  const untried = capital(celText(answer.space));
  return [
    `${changeText(first)}: ${exchangeText(first)}`,
    ...[...opened(explanation, first), ...sideEffects(first)],
    ...(untried === "" ? [] : [quiet(untried)]),
    quiet(`decided again with it; for others: ${command}`),
  ];
}
