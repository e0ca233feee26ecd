/** How many nodes the pending pods need, in words. */
import type { NewNodeRoomAnswer, NodeLike, NodesNeededAnswer, NotHelpedPod } from "../../../types.js";
import { amountText, amountWords } from "../amount.js";
import { misfitNumbers, misfitText } from "../nodes/misfit.js";
import { counted, integer } from "../number.js";
import { fullName, fullNames } from "../object-name.js";
import { listed, type Phrase, plain, quiet, strong } from "../phrase.js";
import { refusalText, refusesText } from "../quotas/resource-quota.js";
import { rejectionText } from "../quotas/sentence.js";

/** `n1 with zone=c`. */
export function nodeLikeText({ like, labels }: NodeLike): string {
  const written = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return written.length === 0 ? like : `${like} with ${listed(written)}`;
}

/** The number, the lower bound next to it, and what it does not help. */
export function nodesNeededSentence(answer: NodesNeededAnswer): Phrase[] {
  const [result, rest] = resultOf(answer);
  return [strong(result), plain(rest), ...notesOf(answer).map((note) => quiet(` ${note}`))];
}

/** What is in bold, and what follows it. */
function resultOf(answer: NodesNeededAnswer): [string, string] {
  const { nodes, end, bound, waiting, placed, leftTotal, notHelpedTotal, lowerBound } = answer;
  if (end === "endless") return ["No number", ": pods preempt each other forever, or there are too many steps."];
  if (nodes === 0 && waiting + notHelpedTotal === 0)
    return bound === 0
      ? ["No pod is pending", ": no more nodes are needed."]
      : [
          "No more nodes are needed",
          `: ${bound === 1 ? "the pending pod gets" : `all ${integer(bound)} pending pods get`} a node that is there.`,
        ];
  if (nodes === 0)
    return ["No such node helps", `: ${counted(notHelpedTotal, "pod")} would wait with any number of them.`];
  const pods = `${counted(placed, "pod")} ${placed === 1 ? "gets" : "get"} a place on ${nodes === 1 ? "it" : "them"}`;
  const least = leastText(answer);
  if (end === "most")
    return [
      `More than ${counted(nodes, "node")} ${nodes === 1 ? "is" : "are"} needed`,
      `: ${pods}, and ${counted(leftTotal, "pod")} that one more would help ${leftTotal === 1 ? "waits" : "wait"}; ` +
        `the limit of ${counted(nodes, "node")} ended the count${least}.`,
    ];
  const are = nodes === 1 ? "is" : "are";
  if (notHelpedTotal > 0)
    return [
      "No number of such nodes is enough",
      `: ${counted(placed, "pod")} ${placed === 1 ? "gets" : "get"} a place on ${counted(nodes, "node")}${least}.`,
    ];
  // Fewer can be enough: where pods are placed depends on the order in which nodes join.
  const isLeast = nodes === 1 || nodes === lowerBound;
  return isLeast
    ? [`${counted(nodes, "node")} ${are} needed`, `: ${pods}${least}.`]
    : [
        `At least ${counted(lowerBound, "node")} ${lowerBound === 1 ? "is" : "are"} needed, and ${integer(nodes)} ` +
          "are enough",
        `: added one at a time, ${pods}${least}.`,
      ];
}

/** `; the sum of cpu alone needs at least 2 (7, 3.5 on each)`; `; 2 of the 5 pods like a/web-1 fit one node` */
function leastText({ bounds, lowerBound, identical }: NodesNeededAnswer): string {
  if (identical !== undefined) {
    const { pod, pods, onOne } = identical;
    const fit = onOne === 1 ? "fits" : "fit";
    return `; ${integer(onOne)} of the ${integer(pods)} pods like ${fullName(pod)} ${fit} one node`;
  }
  const deciding = bounds.find(({ nodes }) => nodes === lowerBound);
  if (deciding === undefined) return "";
  const { resource, requested, room } = deciding;
  const [all, each] = [amountText(resource, requested), amountText(resource, room)];
  return `; the sum of ${resource} alone needs at least ${integer(lowerBound)} (${all}, ${each} on each)`;
}

function notesOf(answer: NodesNeededAnswer): string[] {
  const { nodes, end, bound, notHelpedTotal, moreWaitingAtOnce, room } = answer;
  if (end === "endless") return [];
  const there = `${counted(bound, "pending pod")} ${bound === 1 ? "gets a node that is" : "get nodes that are"} there.`;
  const not =
    nodes > 0 && notHelpedTotal > 0
      ? [
          `${counted(notHelpedTotal, "pod")} ${notHelpedTotal === 1 ? "waits" : "wait"} with any number of them.`,
          ...otherDomainsText(answer.notHelped),
        ]
      : [];
  const together =
    (moreWaitingAtOnce ?? 0) > 0
      ? [
          "Nodes are filled one by one. If all of them join together, kube-scheduler spreads the " +
            `pods, and ${integer(moreWaitingAtOnce ?? 0)} more ${moreWaitingAtOnce === 1 ? "waits" : "wait"}.`,
        ]
      : [];
  return [
    ...not,
    ...(nodes > 0 && bound > 0 ? [there] : []),
    ...together,
    ...(room === null ? [] : [...lackedText(room, answer.notHelped), ...firstText(room)]),
  ];
}

/** That nodes of other domains are needed beside such ones. A new node is a host of its own. */
function otherDomainsText(notHelped: NotHelpedPod[]): string[] {
  const spreads = notHelped.flatMap(({ misfit }) => misfit?.spread ?? []);
  const keys = spreads.flatMap(({ key, minValue }) => (minValue === null || key.endsWith("hostname") ? [] : [key]));
  return [...new Set(keys)].map((key) => `The spread over ${key} needs nodes with other values of it, too.`);
}

/** What every node has, and an example of it. */
const usual = { cpu: "cpu=4", memory: "memory=16Gi" };

/** What every node has, or a pod that is not helped requests, and the shape does not have. */
function lackedText({ allocatable }: NewNodeRoomAnswer, notHelped: NotHelpedPod[]): string[] {
  const examples = new Map<string, string>();
  for (const name of ["cpu", "memory"] as const) if ((allocatable[name] ?? 0) === 0) examples.set(name, usual[name]);
  const shortages = notHelped.flatMap(({ misfit }) => misfit?.shortages ?? []);
  const most = [...shortages].sort((one, other) => other.requested - one.requested);
  for (const { resource, requested } of most)
    if ((allocatable[resource] ?? 0) === 0 && !examples.has(resource))
      examples.set(resource, `${resource}=${amountText(resource, requested)}`);
  if (examples.size === 0) return [];
  const written = [...examples.values()].map((example) => `\`${example}\``);
  return [
    `Such a node has no ${[...examples.keys()].join(" and no ")}: no pod that requests some fits it. Add ` +
      `${listed(written)}, or what your nodes have, to the shape.`,
  ];
}

/** What a new node runs before other pods. */
function firstText({ daemonSets, staticPods, requested }: NewNodeRoomAnswer): string[] {
  const uncounted = staticPods === null;
  const statics = staticPods ?? 0;
  if (daemonSets.length + statics === 0)
    return uncounted ? ["No DaemonSet of the input runs on such a node; static pods are not counted."] : [];
  const taken = Object.entries(requested).filter(([, amount]) => amount !== 0);
  const amounts = taken.map(([resource, amount]) => amountWords(resource, amount ?? 0));
  const all = daemonSets.length + statics;
  const take = amounts.length === 0 ? "" : `, which ${all === 1 ? "takes" : "take"} ${listed(amounts)}`;
  const named = daemonSets.length > 5 ? "" : ` (${listed(fullNames(daemonSets))})`;
  const first = [
    ...(daemonSets.length === 0 ? [] : [`${counted(daemonSets.length, "pod")} of DaemonSets${named}`]),
    ...(statics === 0 ? [] : [counted(statics, "static pod")]),
  ];
  return [`Each node first runs ${listed(first)}${take}${uncounted ? "; static pods are not counted" : ""}.`];
}

/** Why no number of such nodes helps a pod. */
export function notHelpedText({ pod, why, misfit, rejection, resourceQuota, gates }: NotHelpedPod): string {
  switch (why) {
    case "misfit":
      return misfit === null ? "it does not fit" : misfitNumbers(misfit) || misfitText(misfit);
    case "other-node":
      return "its affinity names other nodes";
    case "quota":
      return rejection === null ? "its ElasticQuota rejects it" : rejectionText(rejection, pod.namespace);
    case "resource-quota":
      return resourceQuota === null
        ? "the API server refuses it"
        : `${refusesText(resourceQuota)}: ${refusalText(resourceQuota)}`;
    case "gates":
      return `scheduling gates hold it back: ${gates.join(", ")}`;
    case "stateful-set":
      return "its StatefulSet creates it once an earlier pod is on a node";
    case "error":
      return "kube-scheduler fails with an error";
  }
}
