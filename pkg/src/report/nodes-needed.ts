/** The report of how many nodes the pending pods need. */
import type { Findings, NodesNeededAnswer } from "../../types.js";
import { amountText } from "../words/amount.js";
import { allCaveats } from "../words/pod-caveats.js";
import { nodesNeededSentence, notHelpedText } from "../words/whatif.js";
import { answerBlocks, type Block, column, link, long, number, table } from "./block.js";

/** The number, the lower bound by each resource, and the pods that no such node helps. */
export const nodesNeededReport = (answer: NodesNeededAnswer & Findings): Block[] => [
  ...answerBlocks(allCaveats(answer), [nodesNeededSentence(answer)]),
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
