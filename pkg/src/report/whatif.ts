/** Reports of what-ifs about a placement. */
import type {
  ChangeAnswer,
  ChangeEdit,
  DecideAnswer,
  Findings,
  MoreAnswer,
  RankAnswer,
  StabilityAnswer,
  StablePrioritizer,
  WithoutAnswer,
} from "../../types.js";
import { counted, integer } from "../words/number.js";
import { capital, plain, quiet, strong, unended } from "../words/phrase.js";
import { caveats, isRanked, sentenceText } from "../words/placement.js";
import { allCaveats } from "../words/pod-caveats.js";
import {
  advised,
  alikeText,
  celText,
  changesText,
  cycleText,
  differenceText,
  differingEdits,
  editText,
  statedEdits,
  exchangeText,
  likeText,
  lossText,
  moreSentence,
  outsideText,
  radiusText,
  rangeText,
  rankText,
  runText,
  sideEffects,
  stopText,
  weightText,
  wholeText,
} from "../words/whatif.js";
import {
  answerBlocks,
  bad,
  type Block,
  column,
  facts,
  list,
  long,
  link,
  number,
  type Part,
  table,
  wide,
} from "./block.js";

/** A sentence of an answer about a placement. A decision without selection is reported first, for each question. */
export const aboutPlacement = (summary: DecideAnswer & Findings, sentence: string): Block[] =>
  answerBlocks(caveats(summary), [
    isRanked(summary) ? "" : { text: sentenceText(summary), look: "warning" },
    [link("Placement", summary.placement, "strong"), plain(": "), plain(sentence)],
  ]);

/** The decision without clusters. `name`: of the only loss; null: losses are compared. */
export function withoutReport(
  summary: DecideAnswer & Findings,
  { losses, count }: WithoutAnswer,
  name: string | null,
): Block[] {
  const [only] = losses;
  if (name !== null && only !== undefined) return aboutPlacement(summary, `Without ${name}, ${lossText(only)}`);
  return [
    ...aboutPlacement(summary, `${counted(count, "loss")}, worst first`),
    ...table(
      losses,
      [
        column("Gone", (loss) => loss.name),
        number("Clusters", (loss) => loss.clusters),
        number("Lost", (loss) => loss.lostCount),
        number("Empty places", ({ unscheduled }) => (unscheduled > 0 ? bad(integer(unscheduled)) : "0")),
        number("Selected", (loss) => loss.selected),
        losses.some(({ skews }) => skews.length > 0) && column("Skew", ({ skews }) => skews.map(integer).join(", ")),
        long("Change", (loss) => exchangeText(loss) || (loss.lostCount > 0 ? "no replacement" : "the selection stays")),
      ],
      { rest: { count: count - losses.length, option: "--limit" } },
    ),
  ];
}

/** The ranks of a cluster over the weights of a prioritizer. */
export const rankReport = (summary: DecideAnswer & Findings, answer: RankAnswer): Block[] => [
  ...aboutPlacement(summary, rankText(answer)),
  ...table(answer.pieces, [number("Rank", ({ rank }) => rank), long("Weights", rangeText)], {
    rest: { count: answer.count - answer.pieces.length, option: "--limit" },
  }),
];

/** How far weights may change; if all details are wanted, for each cluster. */
export const stabilityReport = (
  summary: DecideAnswer & Findings,
  answer: StabilityAnswer,
  isWide: boolean,
): Block[] => [
  ...aboutPlacement(summary, radiusText(answer)),
  ...table(answer.prioritizers, [
    column("Prioritizer", ({ prioritizer }) => prioritizer),
    number("Now", ({ weight }) => weight),
    column("Stays at", wholeText),
    long("Below", ({ below, from }) => firstText(below, from)),
    long("Above", ({ above, to }) => firstText(above, to)),
    wide(column("Exactly", rangeText)),
  ]),
  ...(isWide ? answer.prioritizers : []).flatMap(({ prioritizer, clusters }) =>
    table(
      clusters,
      [column("Cluster", ({ cluster }) => link("ManagedCluster", cluster)), column("Stays selected at", rangeText)],
      { title: prioritizer },
    ),
  ),
];

/** What is exchanged at an end, `b for a`; with the weight where it is not whole: the next whole one may do more. */
function firstText(exchange: StablePrioritizer["below"], bound: StablePrioritizer["from"]): string {
  if (exchange === null) return "";
  const at = bound === null || bound.at.whole === 1 ? "" : ` at ${weightText(bound.at)}`;
  return `${exchange.added} for ${exchange.removed}${at}`;
}

/** How many more pods like one fit. */
export const moreReport = (answer: MoreAnswer & Findings, pending: number): Block[] => [
  ...answerBlocks(allCaveats(answer), [moreSentence(answer, pending)]),
  ...(answer.rounds !== undefined && answer.rounds.shapes.length > 1
    ? table(answer.rounds.shapes, [
        column("More pods like", (shape) => ({ text: likeText(shape), object: shape.object })),
        number("In a round", ({ copies }) => copies),
        number("Fit", ({ count }) => count),
        number("Nodes", ({ nodesTotal }) => nodesTotal),
        long("At the end", (shape) => unended(stopText(shape))),
      ])
    : []),
  ...table(answer.nodes, [long("Node", ({ node }) => link("Node", node)), number("More pods", ({ pods }) => pods)]),
];

/** Where an edit is made, in words. */
type PlaceOf = (edit: ChangeEdit) => string;

/** The smallest changes below their sentence. `summary`: of the placement; null: of a pod or a timeline. */
export function changeReport(
  answer: ChangeAnswer & Findings,
  summary: (DecideAnswer & Findings) | null,
  { sentence, advice, pod, place }: { sentence: string; advice: string; pod: string | undefined; place: PlaceOf },
): Block[] {
  // Of a pod that a workload makes, the edits are those of the workload.
  const { kind } = answer.object;
  const subject = pod === undefined ? link(kind, answer.object, "strong") : link("Pod", pod, "strong");
  return [
    ...(summary === null
      ? answerBlocks(allCaveats(answer), [[subject, plain(": "), plain(sentence)], quiet(advice)])
      : aboutPlacement(summary, sentence)),
    ...changeList(answer, place, summary === null),
    // Without changes the sentence says what is outside.
    ...facts([quiet(celText(answer.space)), quiet(answer.changes.length === 0 ? "" : outsideText(answer))], {
      isApart: true,
    }),
  ];
}

/** What can have differed when the hub decided, below a decision that is not as recorded. */
export const differenceReport = (answer: ChangeAnswer, place: PlaceOf): Block[] => [
  ...facts([plain(changesText(answer))], { isApart: true }),
  ...changeList(answer, place, false),
];

function changeList(answer: ChangeAnswer, place: PlaceOf, isOfPod: boolean): Block[] {
  const { recorded: isOfRecord = false } = answer;
  const changes = isOfRecord ? answer.changes : advised(answer.changes);
  const edited = (edit: ChangeEdit): Part[] => [
    strong(isOfRecord ? capital(differenceText({ edits: [edit] })) : editText(edit)),
    { ...quiet(`  (${place(edit)})`), ...(edit.range !== null && { range: edit.range }) },
  ];
  return list(
    changes.map((found) => {
      const stated = statedEdits(found.edits);
      const [first, ...others] = (isOfRecord ? differingEdits(stated) : stated).map(edited);
      const end = found.run !== null ? runText(found) : isOfPod ? cycleText(found) : exchangeText(found);
      // What was different then is nothing to do now.
      const effects = isOfRecord ? [] : sideEffects(found);
      const notes = [end === "" ? "the same clusters are selected" : end, alikeText(found), ...effects];
      return { line: first ?? [], about: [...others, ...notes.filter((text) => text !== "").map(quiet)] };
    }),
    { isNumbered: true, isApart: true },
  );
}

/** What is wanted in a sentence; of a placement whose decisions the hub deletes, the clusters are selected in vain. */
export function changeSentence(answer: ChangeAnswer, summary: DecideAnswer | null, waits: boolean): string {
  const { status, clusterCounts } = summary ?? {};
  if (answer.met && status?.code === "Misconfigured" && clusterCounts !== undefined && clusterCounts.selected > 0)
    return "Already true, but the hub deletes the decisions of a misconfigured placement, which no search edits";
  return changesText(answer, waits);
}
