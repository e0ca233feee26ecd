// Names without a namespace, with `--namespace`: of each command that takes one.
import { cluster, joined, placement } from "./texts.mjs";

const pod = (namespace, name, cpu) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: ${namespace}}\n` +
  `spec: {containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]}\n`;
const deployment = (namespace, cpu) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: ${namespace}}\nspec: {replicas: 1, ` +
  "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, " +
  `resources: {requests: {cpu: ${cpu}}}}]}}}\n`;
const node =
  "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n";
const pods = joined(node, pod("shop", "web", 1), pod("test", "web", 9), deployment("shop", 1), deployment("test", 9));
const hub = joined(cluster("a"), placement("web"), placement("web", "{numberOfClusters: 0}", "test"));
const timeline = (namespace) =>
  `apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {name: one, namespace: ${namespace}}\n` +
  "spec: {duration: 10s}\n";

/** A call about `test`, where a name has no namespace. */
const call = (args, stdin, more) => ({ args: [...args, "-", "-q", "-n", "test"], stdin, ...more });
const large = [/^test\/web fits 0 of 1 node: /];

export const namespaces = {
  "-n: why of a pod": call(["why", "web"], pods, { code: 1, out: large }),
  "-n: a namespace in the name counts": call(["why", "shop/web", "-o", "name"], pods, { out: "n1\n" }),
  "-n: why of all": call(["why"], pods, {
    code: 1,
    out: [
      /\ntest\/web +waits/,
      /\ntest\/api-0 +waits/,
      /^(?!.*\nshop\/)/s,
      /\nOther namespaces have 2 pending pods\.\n/,
    ],
  }),
  "-n: no other namespace is meant": call(["why", "web"], pods.replaceAll("namespace: test", "namespace: dev"), {
    code: 3,
    err: [/^error: no object of the input is called `web`\n/],
  }),
  "-n: nodes of a pod": call(["pods", "web"], pods, { code: 1, out: large }),
  "-n: the list of pods": {
    args: ["pods", "-", "-n", "test", "-o", "name"],
    stdin: pods,
    out: "test/web\ntest/api-0\n",
  },
  "-n: a page of the list": call(["pods", "--limit", "1", "-o", "name"], pods, { out: "test/web\n" }),
  "-n: quota why": call(["quota", "why", "web"], pods, { code: 1, out: [/^test\/web waits: /] }),
  "-n: change": call(["whatif", "change", "--pod", "web", "--admitted", "-o", "name"], pods, {
    out: "Set the cpu request to 4 (was 9) in Pod test/web\n",
  }),
  "-n: more": call(["whatif", "more", "--like", "web"], pods, { out: [/^No more pod like test\/web fits\./] }),
  "-n: rollout": call(["whatif", "rollout", "api"], pods, {
    code: 1,
    out: [/^The rollout of Deployment test\/api stops /],
    err: "failed: the rollout of Deployment test/api does not complete\n",
  }),
  "-n: a placement": call(["place", "-p", "web", "-o", "name"], hub, { out: "" }),
  "-n: the placements of a namespace": call(["place"], hub, { out: [/^test\/web selects no cluster: /] }),
  "-n: a namespace without placements": {
    args: ["place", "-", "-q", "-n", "dev"],
    stdin: hub,
    code: 3,
    err: "error: no Placement in namespace `dev`\n  the input has prod/web, test/web\n",
  },
  "-n: a timeline": call(
    ["vm", "run", "--timeline", "one", "--pod", "p"],
    joined(node, timeline("shop"), timeline("test")),
    {
      code: 1,
      err: [/\nerror: no event matches --pod test\/p\n$/],
    },
  ),
};
