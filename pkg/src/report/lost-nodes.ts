/** Reports of nodes that are drained, or lost. */
import type {
  DrainAnswer,
  DrainedPodAnswer,
  Findings,
  MovedPod,
  NodeLoss,
  ScaleDownPod,
  WithoutNodesAnswer,
} from "../../types.js";
import { counted, integer } from "../words/number.js";
import { fullName, objectText } from "../words/object-name.js";
import { quiet } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { untriedWhy } from "../words/quotas.js";
import {
  concernText,
  drainSentence,
  fateText,
  movedText,
  neededText,
  nodeLossText,
  remainingNodesText,
  scaleDownReason,
  scaleDownText,
} from "../words/whatif.js";
import {
  answerBlocks,
  bad,
  type Block,
  column,
  type ColumnOf,
  facts,
  long,
  link,
  number,
  table,
  warning,
} from "./block.js";

/** Where the input has a timeline of VMs, which this does not play. */
const noTimeline = (isTimed: boolean): Block[] =>
  facts([
    quiet(
      isTimed
        ? "The Timeline of the input is not looked at: its pods are scheduled once, by kube-scheduler. " +
            "`schedscope vm run` plays it."
        : "",
    ),
  ]);

/** Where the pods of a node land when it is drained. `isTimed`: the input has a timeline. */
export const drainReport = (answer: DrainAnswer & Findings, isTimed: boolean): Block[] => [
  ...answerBlocks(allCaveats(answer), [drainSentence(answer)]),
  ...noTimeline(isTimed),
  ...podsOfNode(
    answer.pods,
    (pod) => fateText(pod, untriedWhy(answer), answer.node),
    ({ node, neverEvicted }) => node === null || node === answer.node || neverEvicted,
  ),
  ...others(answer),
  ...scaleDown(answer),
];

/** What keeps a cluster autoscaler from removing the node. */
const scaleDown = (answer: DrainAnswer): Block[] => {
  const { pods, podsTotal } = answer.scaleDown ?? { pods: [], podsTotal: 0 };
  const columns = [column("Pod", ({ pod }: ScaleDownPod) => fullName(pod)), long("Why", scaleDownReason)];
  return [
    ...facts([quiet(scaleDownText(answer))]),
    ...(podsTotal > 1 ? table(pods, columns, { rest: { count: podsTotal - pods.length } }) : []),
  ];
};

/**
 * Where the pods of lost nodes land. `isOne`: one loss is asked about, and losses are not compared; `label`: of the
 * nodes with this label.
 */
export function withoutNodesReport(
  answer: WithoutNodesAnswer & Findings,
  { isOne, isTimed, label }: { isOne: boolean; isTimed: boolean; label?: string | undefined },
): Block[] {
  const [first] = answer.losses;
  const one = isOne ? first : undefined;
  const sentence =
    one === undefined
      ? `${counted(answer.count, "loss")}, worst first`
      : `Without ${label === undefined ? one.name : `the nodes with ${label}`}, ${nodeLossText(one)}`;
  return [
    ...answerBlocks(allCaveats(answer), [sentence]),
    ...facts([neededText(one ?? {})]),
    ...facts([remainingNodesText(one ?? { spreadOverLost: Math.max(0, ...answer.losses.map(overLost)) })]),
    ...noTimeline(isTimed),
    ...(one === undefined
      ? [...losses(answer), ...lostWorkloads(answer.losses), ...preempted(answer.losses)]
      : [
          ...podsOfNode(
            one.pods.map((pod) => ({ ...pod, violatesBudget: false, severalBudgets: false })),
            (pod) => (isMoved(pod) ? fateText(pod) : "ends with its node"),
            ({ node }) => node === null,
          ),
          ...others(one),
        ]),
  ];
}

const overLost = ({ spreadOverLost = 0 }: NodeLoss): number => spreadOverLost;

function losses({ losses: all, count }: WithoutNodesAnswer): Block[] {
  const worse = (of: number) => (of > 0 ? bad(integer(of)) : "0");
  const depends = ({ volumeDependent = 0 }: NodeLoss): number => volumeDependent;
  return table(
    all,
    [
      column("Gone", ({ name }) => name),
      number("Nodes", ({ nodes }) => nodes),
      number("Pods to place", ({ evicted }) => evicted),
      number("Landed", (loss) => loss.landed - depends(loss)),
      ...(all.some((loss) => depends(loss) > 0)
        ? [number("Depend on volumes", (loss: NodeLoss) => worse(depends(loss)))]
        : []),
      number("Waiting", ({ waiting }) => worse(waiting)),
      number("Deleted", ({ deleted }) => worse(deleted)),
      number("Preempted", ({ othersLost }) => worse(othersLost)),
      number("Others moved", ({ othersMoved, othersLost }) => othersMoved - othersLost),
      number("Pending otherwise", ({ othersTotal, othersMoved }) => othersTotal - othersMoved),
    ],
    { rest: { count: count - all.length, option: "--limit" } },
  );
}

/** The preempted pods of other nodes that end on no node, and who preempts them. */
function preempted(all: NodeLoss[]): Block[] {
  const rows = all.flatMap(({ name, others: pods }) => pods.map((pod) => ({ ...pod, gone: name })));
  const count = all.reduce((sum, { othersLost }) => sum + othersLost, 0);
  return table(rows, [column<(typeof rows)[number]>("Gone", ({ gone }) => gone), ...otherColumns], {
    title: "Preempted pods of other nodes that end on no node",
    rest: { count: count - rows.length },
  });
}

/** The losses that the table of workloads compares. */
const COMPARED = 6;

/** What each workload loses in each loss: `2 of 3`, of its pods that leave their nodes those that end on no node. */
function lostWorkloads(losses: NodeLoss[]): Block[] {
  const compared = losses.slice(0, COMPARED);
  const found = compared.flatMap(({ workloads }) => workloads).filter(({ lost }) => lost > 0);
  const names = new Map(found.map(({ workload }) => [objectText(workload), workload]));
  const total = (text: string): number => {
    const own = found.filter(({ workload }) => objectText(workload) === text);
    return own.reduce((sum, { lost }) => sum + lost, 0);
  };
  const rows = [...names].sort(([one], [other]) => total(other) - total(one) || (one < other ? -1 : 1));
  const cell = ({ workloads }: NodeLoss, text: string) => {
    const own = workloads.find(({ workload }) => objectText(workload) === text);
    if (own === undefined) return "-";
    const words = `${integer(own.lost)} of ${integer(own.pods)}`;
    return own.lost > 0 ? bad(words) : words;
  };
  return table(
    rows,
    [
      long("Workload", ([text, { kind, namespace, name }]) => ({ text, object: { kind, namespace, name } })),
      ...compared.map((loss) => ({
        ...number<(typeof rows)[number]>(loss.name, ([text]) => cell(loss, text)),
        isName: true,
      })),
    ],
    { title: "Pods without a node, of those that leave or are preempted" },
  );
}

/** Whether a pod leaves its node. */
const isMoved = ({ kind }: Pick<DrainedPodAnswer, "kind">): boolean => kind === "evicted" || kind === "deleted";

/** The pods of a node, where each ends, and whether that is bad. */
const podsOfNode = (
  pods: DrainedPodAnswer[],
  fate: (pod: DrainedPodAnswer) => string,
  isBad: (pod: DrainedPodAnswer) => boolean,
): Block[] =>
  table(pods, [
    long("Pod", ({ pod }) => link("Pod", pod)),
    number("Priority", ({ priority }) => priority),
    long("Result", (pod) => ({ text: fate(pod), look: isMoved(pod) ? (isBad(pod) ? "bad" : "good") : undefined })),
    long("Note", (pod) => warning(concernText(pod))),
  ]);

/** What becomes of pods of other nodes, and of pods that wait. */
const otherColumns: ColumnOf<MovedPod>[] = [
  long("Pod", ({ pod }) => link("Pod", pod)),
  number("Priority", ({ priority }) => priority),
  column("From", ({ from }) => from ?? "waiting"),
  long("Result", (pod) => ({ text: movedText(pod), look: pod.node === null || pod.bare ? "bad" : undefined })),
];

const others = ({ others: pods, othersTotal }: Pick<NodeLoss, "others" | "othersTotal">): Block[] =>
  table(pods, otherColumns, { title: "Other pods", rest: { count: othersTotal - pods.length } });
