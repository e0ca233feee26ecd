import { expect, test } from "vitest";
import { looksLike } from "./looks-like.js";
import { failedAfterChoice } from "./verdict.js";
import { podsCommandLine, podsWithClaimsCommandLine } from "./kubectl.js";

const MESSAGE =
  "0/4 nodes are available: 1 Insufficient cpu, 3 node(s) had untolerated taint " +
  "{node-role.kubernetes.io/control-plane: }. " +
  "preemption: 0/4 nodes are available: 1 No preemption victims found for incoming pod, 3 Preemption is not " +
  "helpful for scheduling.";

const DETAILS = [
  "1 Insufficient cpu: on 1 node, the pods request too much cpu to add this one",
  "3 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }: 3 nodes have the taint " +
    "node-role.kubernetes.io/control-plane, which the pod does not tolerate",
  "preemption: 1 No preemption victims found for incoming pod: on 1 node, no pods of lower priority make room",
  "preemption: 3 Preemption is not helpful for scheduling: no eviction changes why 3 nodes do not fit",
];

test.each([
  ["alone", MESSAGE],
  ["in an event", `  Warning  FailedScheduling  3m  default-scheduler  ${MESSAGE}`],
  ["in a log line of JSON", JSON.stringify({ level: "info", msg: "no fit", details: { err: MESSAGE } })],
  ["in a condition", `- message: '${MESSAGE}'\n  reason: Unschedulable\n  status: "False"\n  type: PodScheduled\n`],
  [
    "in an Event, which kubectl folds",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  involvedObject:\n    kind: Pod\n    name: web\n" +
      `  kind: Event\n  message: '${MESSAGE.replace("1 No", "1\n    No")}'\n  reason: FailedScheduling\n`,
  ],
  [
    "in an Event in JSON",
    JSON.stringify({ kind: "Event", message: MESSAGE, involvedObject: { kind: "Pod" } }, null, 1),
  ],
])("a message of kube-scheduler %s", (_, text) => {
  const look = looksLike(text);
  expect(look?.title).toBe("This is a message of kube-scheduler.");
  expect(look?.command).toBe(podsCommandLine);
  expect(look?.details).toEqual(DETAILS);
});

test.each([
  ["1 Too many pods", "1 node has as many pods as the kubelet allows"],
  ["2 node(s) didn't match Pod's node affinity/selector", "2 nodes lack labels that"],
  ["2 node(s) didn't match pod anti-affinity rules", "this one's anti-affinity excludes"],
  ["2 node(s) didn't satisfy existing pods anti-affinity rules", "keep this one away"],
  [
    "1 node(s) didn't match pod topology spread constraints (missing required label)",
    "1 node lacks the label of a topologyKey",
  ],
  ["1 node(s) didn't match pod topology spread constraints", "exceed maxSkew"],
  ["1 node(s) were unschedulable", "1 node is cordoned"],
  ["1 node(s) had taint {a: b}, that the pod didn't tolerate", "1 node has the taint a: b, which"],
  ["pod has unbound immediate PersistentVolumeClaims", "not bound to a volume yet"],
  ["Pod a/b is rejected in PreFilter because ElasticQuota q is more than Max", "more than its max"],
  ["Pod a/b is rejected in PreFilter because total ElasticQuota used is more than min", "more than their mins"],
  ['persistentvolumeclaim "x" not found', "the claim x does not exist"],
  ["3 node(s) didn't match pod affinity/anti-affinity", "an affinity or anti-affinity between pods"],
  ["1 node(s) didn't match PersistentVolume's node affinity", "volumes cannot be used on 1 node"],
  ["1 cannot allocate all claims", "no free device meets a ResourceClaim"],
])("%s", (clause, meaning) => {
  const [first = ""] = looksLike(`0/9 nodes are available: ${clause}.`)?.details ?? [];
  expect(first).toContain(meaning);
});

test("an event about claims names no nodes", () => {
  const text = "  Warning  FailedScheduling  2m  default-scheduler  pod has unbound immediate PersistentVolumeClaims";
  expect(looksLike(text)?.details?.[0]).toContain("not bound to a volume yet");
});

test.each([
  ['PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded', "within bindTimeoutSeconds"],
  ['PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "d"', "made no volume"],
  ['PreBind plugin "VolumeBinding": binding volumes: pv "x" node affinity', "could not be bound on the picked node"],
  ['PreBind plugin "DynamicResources": x', "ResourceClaims of the pod could not be allocated"],
  ['Permit plugin "Coscheduling": x', "the plugin Coscheduling failed before the pod was bound"],
])("once a node is picked: running %s", (failure, meaning) => {
  const message = `running ${failure}`;
  const said = [`${message}: ${failedAfterChoice(message)}`];
  expect(said[0]).toContain(meaning);
  for (const text of [
    `  Warning  FailedScheduling  2m  default-scheduler  ${message}`,
    `kind: Event\nmessage: '${message}'\n`,
    JSON.stringify({ kind: "Event", message, type: "Warning" }, null, 1),
  ])
    expect(looksLike(text)?.details).toEqual(said);
});

test("volumes need more of a cluster", () => {
  const look = looksLike("0/1 nodes are available: 1 node(s) had no available volume zone.");
  expect(look?.command).toBe(podsWithClaimsCommandLine);
});

test("a message in a Pod is not alone", () => {
  expect(looksLike(`kind: Pod\nstatus:\n  message: '${MESSAGE}'\n`)).toBe(null);
});

test("a clause that is not known stands alone", () => {
  expect(looksLike("0/9 nodes are available: 9 of their own.")?.details).toEqual(["9 of their own"]);
});

test("an object that has such a message is an object", () => {
  expect(looksLike(`kind: Pod\nstatus: {conditions: [{message: "${MESSAGE}"}]}`)).toBeNull();
});
