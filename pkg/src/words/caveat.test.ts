import { expect, test } from "vitest";
import type { IncompleteText, MissingInput, NotLookedAt } from "../../types.js";
import { isBefore } from "./caveat.js";
import { type DataOf, findingsOf } from "./finding.js";
import { lacking, unmodelled } from "./fixture.js";
import { allCaveats } from "./pod-caveats.js";
import { objectNamed } from "./object-name.js";

const missing = (change: Partial<MissingInput>): MissingInput => ({
  kind: "Pod",
  namespace: "",
  name: "",
  why: "all-pods",
  assumed: false,
  command: "kubectl get pods -A -o yaml",
  ...change,
});
const volumes: NotLookedAt = {
  object: { kind: "Pod", namespace: "a", name: "db" },
  path: "spec.volumes[0]",
  why: "volumes",
  plugin: null,
  range: null,
  field: "spec.volumes[]",
  own: true,
  count: 1,
  more: [],
};

const messages = (...rows: MissingInput[]): string[] => allCaveats(lacking(...rows)).map(({ message }) => message);

test("what is missing comes first, what is not looked at last", () => {
  const before = { at: "before", severity: "warning" } as const;
  const other = { ...before, code: "other-profile" as const, message: "Today n1.", details: [] };
  const missingInputs = [missing({}), missing({ kind: "RuntimeClass", name: "kata", why: "runtime-class" })];
  const { findings } = lacking(...missingInputs);
  const beside = unmodelled({ ...volumes, own: false });
  const all = allCaveats({ findings: [...findings, ...beside.findings] }, [other]);
  expect(all.map(({ code }) => code)).toEqual(["missing-input", "other-profile", "not-looked-at"]);
  expect(all.map(isBefore)).toEqual([true, true, false]);
  // What stands in the pods themselves comes before their answer.
  const [own] = allCaveats(unmodelled(volumes));
  const depends = `The node depends on the pod's volumes. ${all[2]?.message}`;
  expect(own).toEqual({ ...all[2], message: depends, code: "not-modelled", at: "before" });
  expect(own !== undefined && isBefore(own)).toBe(true);
  expect(all[0]?.message).toBe(
    "Incomplete: the input lacks pods of other namespaces and RuntimeClass kata. The API server refuses new pods " +
      "whose RuntimeClass does not exist.",
  );
  expect(all[0]?.details[0]).toMatch(/^pods of other namespaces: every cluster has .*; kubectl get pods -A -o yaml$/);
  expect(all[2]?.message).toBe("This answer does not look at in-tree volumes.");
  expect(allCaveats({})).toEqual([]);
});

test("what has no name of its own", () => {
  const missingInputs = [
    missing({ kind: "Node", why: "other-nodes" }),
    missing({ kind: "ConfigMap", namespace: "kube-system", why: "vm-config" }),
  ];
  const [found] = allCaveats(lacking(...missingInputs));
  expect(found?.message).toBe("Incomplete: the input lacks other nodes and a ConfigMap with the plugin's config.");
  expect(found?.details[0]).toMatch(/^other nodes: kube-scheduler has tried more nodes for a pending pod/);
  expect(messages(missing({ why: "some-scores", assumed: true }))).toEqual([
    "Some feasible clusters have no AddOnPlacementScore that a prioritizer reads: theirs count 0.",
  ]);
});

test("clusters that a status counts", () => {
  const missingInputs = [missing({ kind: "ManagedClusterSet", name: "prod", why: "set-clusters", pods: 2 })];
  const [found] = allCaveats(lacking(...missingInputs));
  expect(found?.message).toBe("Incomplete: the input lacks 2 clusters of ManagedClusterSet prod.");
});

test("pods that a status counts", () => {
  const of = { namespace: "shop", why: "workload-pods" as const };
  const missingInputs = [
    missing({ ...of, kind: "Deployment", name: "cart", pods: 3 }),
    missing({ ...of, kind: "Job", name: "load", pods: 1 }),
  ];
  const [found] = allCaveats(lacking(...missingInputs));
  expect(found?.message).toBe("Incomplete: the input lacks 3 pods of Deployment shop/cart and 1 pod of Job shop/load.");
  expect(found?.details[1]).toMatch(/^1 pod of Job shop\/load: its status counts .*; kubectl get pods -A -o yaml$/);
});

test("pods that the status of a quota counts", () => {
  const of = (namespace: string, pods: number) =>
    missing({
      kind: "ElasticQuota",
      namespace,
      name: "quota",
      why: "quota-pods",
      used: { resource: "cpu", status: 5500, pods },
    });
  const first = (missingInputs: MissingInput[]) => allCaveats(lacking(...missingInputs))[0];
  const found = first([of("t", 1000)]);
  expect(found?.message).toBe(
    "Incomplete: the input seems to lack pods of t: `status.used` counts 5.5 CPUs, the pods of the input 1.",
  );
  expect(found?.details[0]).toMatch(/^pods of t: `status.used` counts .*: the room and quota .*; kubectl get pods -A/);
  expect(first([missing({}), of("t", 0), of("u", 0)])?.message).toBe(
    "Incomplete: the input lacks pods of other namespaces. It seems to lack pods of t and u: `status.used` counts " +
      "5.5 CPUs, the pods of the input 0 in t.",
  );
});

test("amounts of nodes, and VMs that an agent acts for", () => {
  const first = (missingInputs: MissingInput[]) => allCaveats(lacking(...missingInputs))[0]?.message;
  expect(
    first([
      missing({ kind: "Node", name: "n1", why: "allocatable" }),
      missing({ kind: "Node", name: "n2", why: "allocatable-pods" }),
    ]),
  ).toBe("Incomplete: the input lacks `status.allocatable` of Node n1 and `pods` in `status.allocatable` of Node n2.");
  const agent = missing({ kind: "VirtualMachine", namespace: "default", name: "a", why: "agent-vm" });
  const lacks = "Incomplete: the input lacks VirtualMachine default/a.";
  expect(first([agent])).toBe(`${lacks} A Timeline agent matches no VM.`);
  expect(
    first([{ ...agent, near: ["dev", "vms"].map((namespace) => ({ kind: "VirtualMachine", namespace, name: "a" })) }]),
  ).toBe(`${lacks} A Timeline agent matches no VM: did you mean dev/a or vms/a?`);
});

test("what is in the text and cannot be read is not lacking", () => {
  const range = { start: { line: 3, column: 1, offset: 0 }, end: { line: 3, column: 1, offset: 0 } };
  const unread = (kind: string, name: string): IncompleteText => ({
    why: "unreadable",
    object: { kind, namespace: "", name },
    fault: "x",
    range,
  });
  const missingInputs = [
    missing({ kind: "Node", why: "nodes" }),
    missing({ kind: "Node", name: "n1", why: "bound-node" }),
  ];
  const first = (incomplete: IncompleteText[]) =>
    allCaveats({
      findings: [...findingsOf("incomplete-text", incomplete), ...lacking(...missingInputs).findings],
    }).map(({ message }) => message);
  expect(first([])).toEqual(["Incomplete: the input lacks any Node and Node n1."]);
  expect(first([unread("Node", "n1")])).toEqual(["Incomplete: the input lacks any other Node."]);
  expect(first([unread("Pod", "n1")])).toEqual(["Incomplete: the input lacks any Node and Node n1."]);
  missingInputs.shift();
  expect(first([unread("Node", "n1")])).toEqual([]);
});

test("what need not exist is assumed not to", () => {
  const budgets = missing({ kind: "PodDisruptionBudget", why: "budgets", assumed: true });
  expect(messages(budgets, missing({ why: "no-sets", assumed: true }))).toEqual([
    "No PodDisruptionBudget is in the input, so none limits evictions.",
  ]);
  expect(allCaveats(lacking(budgets)).map(isBefore)).toEqual([false]);
});

test("what cannot change the answer is a note after it", () => {
  const claims = missing({ kind: "PersistentVolumeClaim", why: "volumes", cannotHelp: true });
  const rest = "Without a change, no pod gets a node either way; whether a change helps may depend on what is missing.";
  expect(messages(claims)).toEqual([`The input lacks any PersistentVolumeClaim. ${rest}`]);
  expect(messages(claims, missing({ cannotHelp: true }))).toEqual([
    `The input lacks any PersistentVolumeClaim and pods of other namespaces. ${rest}`,
  ]);
  expect(allCaveats(lacking(claims)).map(isBefore)).toEqual([false]);
});

test("what kube-scheduler recorded comes before the other profile", () => {
  const message = "0/2 nodes are available:\n2 Insufficient cpu.";
  const verdict = findingsOf("verdict-differs", [{ pod: null, message }], "warning");
  const otherCycle = { profile: "Upstream", outcome: "Unschedulable", node: null } as const;
  const findings = [...verdict, ...unmodelled(volumes).findings];
  const said = allCaveats({ findings, otherCycle: { ...otherCycle, victims: [] } });
  expect(said.map(({ code }) => code)).toEqual(["verdict-differs", "other-profile", "not-modelled"]);
  expect(said[0]).toEqual({
    at: "before",
    severity: "warning",
    code: "verdict-differs",
    message: "kube-scheduler reported a different result: 0/2 nodes are available: 2 Insufficient cpu.",
    details: ["the objects of the input may be newer than this record, or what decided is not in the input"],
  });
});

test("what failed once a node was picked is no other result", () => {
  const message = 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded';
  const [said] = allCaveats({ findings: findingsOf("verdict-differs", [{ pod: null, message }], "warning") });
  expect(said?.message).toBe(`kube-scheduler picked a node, and a later step failed: ${message}.`);
  expect(said?.details[0]).toContain("within bindTimeoutSeconds");
});

test("verdicts of several pods, and schedulers that pods ask for", () => {
  const recordedVerdicts = [
    { pod: objectNamed("a/in"), message: "0/1 nodes are available." },
    { pod: objectNamed("a/on"), message: "0/2 nodes are available" },
  ];
  const [verdict] = allCaveats({ findings: findingsOf("verdict-differs", recordedVerdicts) });
  expect(verdict?.message).toBe("kube-scheduler reported a different result for a/in: 0/1 nodes are available.");
  expect(verdict?.details[1]).toBe("also for a/on: 0/2 nodes are available");
  const schedulers = (name: string, pods: number) =>
    allCaveats({ findings: findingsOf("other-scheduler", [{ name, pods }]) }).map(({ message }) => message);
  expect(schedulers("volcano", 1)).toEqual([
    "1 pod asks for scheduler volcano: kube-scheduler does not look at it. " +
      "This answer is as if volcano ran the default profile.",
  ]);
  expect(schedulers("autoscale-scheduler", 3)).toEqual([
    "3 pods ask for scheduler autoscale-scheduler: its VM plugin decides by what VMs reserve on a node. " +
      "This answer is kube-scheduler's, which does not count that.",
  ]);
});

test("nodes that are not ready", () => {
  const of = (names: string[]) =>
    allCaveats({
      findings: findingsOf(
        "node-not-ready",
        names.map((node) => ({ node })),
      ),
    });
  expect(of(["n1"]).map(({ code, message }) => [code, message])).toEqual([
    [
      "node-not-ready",
      "n1 is not ready: kube-scheduler looks at taints only, and the node has none that says so. Pods there do not " +
        "start.",
    ],
  ]);
  expect(of(["n1", "n2"])[0]?.message).toMatch(/^n1 and n2 are not ready: .* and the nodes have none/);
});

test("pods of events that the input lacks", () => {
  const of = (...data: DataOf<"event-pods">[]): string | undefined =>
    allCaveats({ findings: findingsOf("event-pods", data) })[0]?.message;
  expect(of({ namespace: "", name: "web-0" })).toBe(
    "Events name 1 pod that the input lacks: web-0. This answer is as if it was deleted; if it exists, add the " +
      "output of `kubectl get pods -A -o yaml`.",
  );
  expect(of({ namespace: "shop", name: "web-0" }, { namespace: "shop", name: "web-1" })).toMatch(
    /^Events name 2 pods that the input lacks: shop\/web-0 and shop\/web-1\. This answer is as if they were deleted/,
  );
});
