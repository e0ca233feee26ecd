// `why`: whether more nodes would help.
import { joined } from "./texts.mjs";
import { node, pod, proxy } from "./why-admitted.mjs";

/** `high` evicts `web`, which would not get its node again; `big` fits no node. */
const evicting = joined(
  node("n1"),
  proxy,
  pod("web", 1.5, "nodeName: n1, ", "phase: Running"),
  "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 9\n",
  pod("high", 1, "priorityClassName: high, "),
  pod("big", 3),
);

export const whyNodes = {
  "why a pod evicts: nodes are not counted for it": {
    args: ["why", "high", "-", "-q"],
    stdin: evicting,
    out: [/\n {2}Add Node n1-2, a node like n1: the pod goes to n1-2\n$/],
  },
  "why a pod on a node would wait behind others: its node is compared as it is": {
    args: ["why", "web", "-", "-q"],
    stdin: evicting,
    out: [/^shop\/web is on n1 already\. (?:(?!Scheduled again now|nodes like n1)(?:.|\n))*$/],
  },
  "why a DaemonSet fits no node: another node is no help": {
    args: ["why", "ds/agent", "-", "-q"],
    stdin: joined(
      node("n1"),
      proxy,
      pod("web", 1.5, "nodeName: n1, priority: 9, ", "phase: Running"),
      pod("big", 2),
      "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: shop}\nspec: {selector: " +
        "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {preemptionPolicy: Never, " +
        "containers: [{name: c, resources: {requests: {cpu: 900m}}}]}}}\n",
    ),
    code: 1,
    out: [
      /^DaemonSet shop\/agent has no pods in the input\. A pod of it fits 0 of 1 node\.\n/,
      /\nWhat would change it\n(?: {2}(?!Add Node)\S.* goes to n1\n)+$/,
    ],
  },
};
