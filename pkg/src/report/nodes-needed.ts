/** The report of how many nodes the pending pods need. */
import type { Findings, NodesNeededAnswer } from "../../types.js";
import { amountText } from "../words/amount.js";
import { counted, integer } from "../words/number.js";
import { afterColon, plain, quiet } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { nodesNeededSentence, notHelpedText } from "../words/whatif.js";
import { answerBlocks, type Block, column, facts, link, long, number, table } from "./block.js";

/** The answer for nodes like one of the input; `null`: for a shape that is given. */
export interface NodesNeededOf {
  like: string | null;
  answer: NodesNeededAnswer & Findings;
}

/** How many pods wait with the new nodes. */
export const waitingOf = ({ end, leftTotal, notHelpedTotal, bound, placed, waiting }: NodesNeededAnswer): number =>
  end === "endless" ? bound + placed + waiting : leftTotal + notHelpedTotal;

/** `With nodes like n1: 2 nodes are needed: …` */
const neededBlocks = ({ like, answer }: NodesNeededOf): Block[] =>
  answerBlocks(allCaveats(answer), [
    like === null
      ? nodesNeededSentence(answer)
      : [plain(`With nodes like ${like}: `), ...afterColon(nodesNeededSentence(answer))],
  ]);

/** The shape with which the fewest pods wait first, then the one of which the fewest nodes are needed. */
export const bestFirst = (answers: NodesNeededOf[]): [NodesNeededOf, ...NodesNeededOf[]] =>
  answers.toSorted((a, b) => waitingOf(a.answer) - waitingOf(b.answer) || a.answer.nodes - b.answer.nodes) as [
    NodesNeededOf,
    ...NodesNeededOf[],
  ];

/** The shapes of the nodes of the input, best first; `others`: how many shapes were not tried. */
export const shapesReport = (answers: [NodesNeededOf, ...NodesNeededOf[]], others: number): Block[] => [
  ...neededBlocks(answers[0]),
  ...table(answers, [
    column("Nodes like", ({ like }) => like ?? ""),
    column("Nodes", ({ answer: { end, nodes } }) =>
      end === "enough" ? integer(nodes) : end === "most" ? `more than ${integer(nodes)}` : "no number",
    ),
    number("At least", ({ answer }) => answer.lowerBound),
    number("Pods that wait", ({ answer }) => waitingOf(answer)),
  ]),
  ...facts([quiet(others === 0 ? "" : `${counted(others, "more shape")} of the input not counted: give --like`)]),
];

/** The number, the lower bound by each resource, and the pods that no such node helps. */
export const nodesNeededReport = ({ like, answer }: NodesNeededOf): Block[] => [
  ...neededBlocks({ like, answer }),
  ...table(answer.bounds, [
    column("Resource", ({ resource }) => resource),
    number("Requested", ({ resource, requested }) => amountText(resource, requested)),
    number("On a new node", ({ resource, room }) => amountText(resource, room)),
    number("At least", ({ nodes }) => nodes),
  ]),
  ...table(
    answer.notHelped,
    [column("No such node helps", ({ pod }) => link("Pod", pod)), long("Because", (pod) => notHelpedText(pod))],
    { rest: { count: answer.notHelpedTotal - answer.notHelped.length, option: "--limit" } },
  ),
];
