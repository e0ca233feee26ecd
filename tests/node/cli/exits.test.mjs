// Every exit code: what leads to it, and what it says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cluster, fleet, joined, placement } from "./cases/texts.mjs";
import { cli, run, withFiles } from "./run.mjs";

const broken = joined(placement("web"), cluster("a"), `${cluster("b")}spec: {taints: [\n`);
const misconfigured = joined(placement("web", "{tolerations: [{key: a, value: b, operator: Exists}]}"), cluster("a"));
const invalid = joined(
  placement(
    "web",
    "{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: a, operator: In}]}}}]}",
  ),
  cluster("a"),
);

const refused = joined(placement("web", "{sortBy: Scores}"), cluster("a"));
const taint = joined(placement("web"), `${cluster("a")}spec: {taints: [{key: a, effect: NoSchedule}]}\n`);
const forbidden = joined(fleet, "Error from server (Forbidden): x is forbidden\n");

const lacking = joined(placement("web", "{clusterSets: [x]}"), cluster("a"));
const node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, pods: 9}}\n";
const nodeless =
  "apiVersion: v1\nkind: Pod\nmetadata: {name: api, namespace: d}\nspec: {containers: [{name: c, image: i}]}\n";
const brokenPod = nodeless.replace("spec: {", "\tspec: {");
const pods = joined(node, nodeless.replace("image: i", "image: i, resources: {requests: {cpu: -1}}"));
const claiming = joined(
  node,
  nodeless.replace(
    "image: i}]",
    "image: i, resources: {requests: {cpu: 1}}}], volumes: [{name: v, persistentVolumeClaim: {claimName: x}}]",
  ),
);

/** Fits its node. */
const fitting = joined(node, nodeless.replace("image: i", "image: i, resources: {requests: {cpu: 1}}"));
/** What kubectl says of a kind that the cluster does not have. */
const absent = (kind) => `error: the server doesn't have a resource type "${kind}"\n`;
/** Its node has 4 CPUs. */
const rejected = joined(
  node,
  nodeless.replace("spec: {", "spec: {nodeName: n1, ").replace("image: i", "image: i, resources: {requests: {cpu: 5}}"),
);

/** A node n1 with a pod and a budget, and a node n2 with these amounts. */
const draining = (allocatable, bound) =>
  joined(
    node,
    node.replace("n1", "n2").replace("{cpu: 4, pods: 9}", allocatable),
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: d, uid: u, labels: {a: b}, ownerReferences: " +
      "[{kind: ReplicaSet, name: r, uid: r, controller: true}]}\n" +
      "spec: {nodeName: n1, containers: [{name: c, image: i, resources: {requests: {cpu: 2}}}]}\n",
    "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: d}\n" +
      `spec: {selector: {matchLabels: {a: b}}${bound}}\n`,
  );

/** A Deployment with one pod, which a second one beside it has room for if the node has 2 CPUs. */
const rolling = (cpu, requested = 1) => {
  const spec = (image, of = 1) =>
    `spec: {containers: [{name: c, image: ${image}, resources: {requests: {cpu: ${of}}}}]`;
  return joined(
    node.replace("{cpu: 4, pods: 9}", `{cpu: ${cpu}, pods: 9}`),
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: d}\nspec: {replicas: 1, selector: " +
      `{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, ${spec("new", requested)}}}}\n`,
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web-5b-x, namespace: d, uid: u, labels: {a: b, pod-template-hash: " +
      "5b}, ownerReferences: [{kind: ReplicaSet, name: web-5b, uid: r, controller: true}]}\n" +
      `${spec("old")}, nodeName: n1}\nstatus: {phase: Running}\n`,
  );
};

/** A code, the arguments, the text, what standard error ends with. */
const CASES = [
  [0, ["place", "-"], fleet, ""],
  [0, ["lint", "-"], cluster("a"), ""],
  [0, ["--version"], "", ""],
  [0, ["place", "--help"], "", ""],
  [1, ["place", "-", "--expect", "lab-1"], fleet, "failed: prod/web does not select lab-1"],
  [1, ["place", "-", "--expect-not", "prod-1"], fleet, "failed: prod/web selects prod-1"],
  // What names no cluster holds of none: it fails.
  ...[
    ["--expect-not", "prod-11", "failed: no cluster prod-11 in the input; did you mean prod-1"],
    ["--expect-not", "env=prod", "failed: no cluster env=prod in the input; --expect-none takes label selectors and"],
    ["--expect-not", "prod-*", "failed: no cluster prod-* in the input; --expect-none takes label selectors and globs"],
    ["--expect", "prod-*", "failed: no cluster prod-* in the input; --expect-all takes label selectors and globs"],
    ["--expect-none", "env=prod", "failed: prod/web selects prod-2"],
    ["--expect-none", "region=eu", "failed: no cluster matches region=eu; no cluster has the label region\n"],
    ["--expect-none", "evn=prod", "no cluster matches evn=prod; no cluster has the label evn; did you mean env?\n"],
    ["--expect-all", "evn in (lab)", "; no cluster has the label evn; did you mean env?\n"],
    ["--expect-all", "evn,env", "; no cluster has the label evn; did you mean env?\n"],
    ["--expect-none", "env=prd", "failed: no cluster matches env=prd; did you mean env=prod?\n"],
    ["--expect-none", "env==prd", "failed: no cluster matches env==prd; did you mean env=prod?\n"],
    ["--expect-none", "env in (prd, lob)", "; did you mean env=prod, env=lab?\n"],
    ["--expect-none", "env=staging", "; env has the values lab, prod\n"],
    ["--expect-none", "env=lab,env=prod", "failed: no cluster matches env=lab,env=prod\n"],
    ["--expect-none", "env", "; it is the key of a label: select by its values, as in env in (lab, prod)\n"],
    ["--expect-all", "eu-*", "failed: no cluster matches eu-*"],
    ["--expect-all", "*-1", "failed: prod/web does not select lab-1"],
  ].map(([option, value, says]) => [1, ["place", "-", option, value], fleet, says]),
  ...[
    ["--expect-all", "prod-*"],
    ["--expect-none", "env in (lab)"],
  ].map((options) => [0, ["place", "-", ...options], fleet, ""]),
  // Written decisions are checked, too, and are those of the released hub.
  ...[
    ["--expect", "lab-1", "failed: prod/web does not select lab-1"],
    ["--expect-not", "prod-1", "failed: prod/web selects prod-1"],
    ["--expect-none", "nope", "failed: no cluster matches nope"],
    ["--expect-count", "7", "failed: prod/web selects 2 clusters, 7 are expected"],
  ].map(([option, value, says]) => [1, ["place", "-", "--decisions", "ocm", option, value], fleet, says]),
  [0, ["place", "examples/spread-over-regions.yaml", "--decisions", "ocm", "--verify"], "", ""],
  ...[[], ["--profile", "auto"], ["--profile", "Upstream"]].map((profile) => [
    1,
    ["place", "examples/story-1-cpu-and-memory-ratio.yaml", "--decisions", "ocm", ...profile],
    "",
    "note: The preview reads configurations[].name and selects edge-store-17, gcp-prod-1 and local-cluster.\n",
  ]),
  [
    0,
    ["place", "examples/story-1-cpu-and-memory-ratio.yaml", "--decisions", "ocm", "--profile", "Proposal"],
    "",
    "note: Preview of a design document: OCM 1.3 takes the placement as misconfigured",
  ],
  [2, ["place", "-", "--expect-none", "env in ("], fleet, "`env in (` is neither a name, a glob nor a requirement of"],
  // Quotas of other projects are named.
  ...[
    ["apiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: q, namespace: d}\n", "Kueue's"],
    ["apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: q}\n", "Volcano's"],
  ].map(([queue, whose]) => [
    3,
    ["quota", "-"],
    joined(node, queue),
    `error: its quotas are ${whose}, which are not modelled\n`,
  ]),
  [1, ["place", "-", "--expect-count", "7"], fleet, "failed: prod/web selects 2 clusters, 7 are expected"],
  [
    1,
    ["place", "-", "--fail-on", "hint"],
    joined(fleet, "kind: Nope\n"),
    "failed: the input has 1 warning (--fail-on hint)",
  ],
  [
    1,
    ["place", "tests/reality/drift.yaml", "--verify", "--now", "2025-11-26T12:00:00Z"],
    "",
    "failed: prod-apps/web differs from what the hub recorded (--verify)",
  ],
  [3, ["compare", "-", "--profile", "Upstream"], node, "the input has no pending pod"],
  [1, ["compare", "-", "--number-of-clusters", "1", "--exit-code"], fleet, "failed: prod/web selects different"],
  [1, ["lint", "-"], invalid, "failed: the input has 1 error (--fail-on error)"],
  [1, ["place", "-"], misconfigured, "failed: prod/web is misconfigured"],
  [1, ["why", "a", "-"], misconfigured, "failed: prod/web is misconfigured"],
  [1, ["place", "-"], refused, "failed: prod/web is invalid"],
  [1, ["place", "-", "-o", "json"], refused, "failed: prod/web is invalid"],
  [1, ["why", "a", "-"], refused, "failed: prod/web is invalid"],
  [1, ["compare", "-", "--weight", "Steady=2"], refused, "failed: prod/web is invalid"],
  [1, ["place", "-"], taint, "failed: ManagedCluster a is invalid"],
  [1, ["place", "-"], forbidden, "failed: the input is incomplete"],
  // Whatever begins with `Incomplete` or `Invalid` ends with 1, and so does its `lint`.
  [1, ["place", "-"], lacking, "failed: the input is incomplete"],
  [1, ["place", "-", "-o", "json"], lacking, "failed: the input is incomplete"],
  [1, ["why", "a", "-"], lacking, "failed: the input is incomplete"],
  [1, ["lint", "-"], lacking, "failed: the input has 2 errors (--fail-on error)"],
  [1, ["lint", "-"], broken, "failed: the input has 1 error (--fail-on error)"],
  [1, ["place", "-"], broken.replace(/kind: Placement/, "kind: Other"), "error: no Placement in the input"],
  [
    1,
    ["place", "-"],
    "hi\n\n> apiVersion: cluster.open-cluster-management.io/v1beta1\n> kind: Placement\n> metadata: {name: web}\n",
    "error: a Placement cannot be read (line 4), and the input has no other Placement",
  ],
  [1, ["pods", "-"], "kind: List\nitems:\n- {a: [", "error: no Pod in the input"],
  [
    1,
    ["queue", "-"],
    `${brokenPod}---\n${node}`,
    "error: Pod d/api cannot be read (line 4), and the input has no other Pod",
  ],
  [
    1,
    ["quota", "why", "api", "-"],
    brokenPod,
    "error: Pod d/api cannot be read (line 4), and the input has no other Pod",
  ],
  [1, ["queue", "-"], nodeless, "failed: the input is incomplete"],
  [1, ["pods", "-"], pods, "failed: Pod d/api is invalid"],
  [1, ["pods", "api", "-", "-o", "json"], pods, "failed: Pod d/api is invalid"],
  [1, ["queue", "-"], pods, "failed: Pod d/api is invalid"],
  ...[
    ["pods", "api", "-"],
    ["quota", "why", "api", "-"],
    ["queue", "-"],
    ["whatif", "more", "--like", "api", "-"],
  ].map((args) => [1, args, claiming, "failed: the answer depends on volumes that are unknown"]),
  ...[
    ["pods", "api", "-"],
    ["quota", "why", "api", "-"],
    ["quota", "why", "api", "-", "-o", "name"],
    ["queue", "-"],
  ].map((args) => [1, args, rejected, "failed: the kubelet rejects 1 pod"]),
  [1, ["quota", "why", "api", "-"], claiming.replace("cpu: 1}", "cpu: 5}"), ""],
  [1, ["queue", "-", "-o", "name"], pods, "failed: Pod d/api is invalid"],
  [1, ["quota", "why", "api", "-"], pods, "failed: Pod d/api is invalid"],
  [1, ["whatif", "more", "--like", "api", "-"], pods, "failed: Pod d/api is invalid"],
  [1, ["vm", "run", "tests/reality/vm-refused.yaml"], "", "failed: VirtualMachine vms/db is invalid"],
  [1, ["place", "-"], broken, "failed: the input is incomplete"],
  [1, ["place", "-", "-o", "json"], broken, "failed: the input is incomplete"],
  [1, ["place", "-", "-q", "-o", "name"], broken, "failed: the input is incomplete"],
  [1, ["why", "a", "-"], broken, "failed: the input is incomplete"],
  [2, ["nope"], "", "error: unknown command 'nope'"],
  [2, ["place", "--nope"], "", "error: unknown option '--nope'"],
  [2, ["place", "nowhere.yaml"], "", "error: `nowhere.yaml` cannot be read: no such file"],
  [2, ["vm", "step", "abc"], "", "error: argument <n> 'abc' is invalid. It must be a whole number."],
  [2, ["place", "-", "--now", "soon"], fleet, "It must be an RFC 3339 time, for example 2026-01-31T12:00:00Z."],
  // What a text looks like that has nothing to decide.
  ...[
    [
      "local k = import 'k.libsonnet';\n{}\n",
      "Jsonnet\n  Evaluate it first, and paste what it prints: jsonnet -y <file>",
    ],
    [
      "resources:\n- ../base\n",
      "a kustomization\n  Build it first, and paste what it prints: kubectl kustomize <folder>",
    ],
  ].map(([text, look]) => [3, ["place", "-"], text, `error: no Placement in the input: this looks like ${look}`]),
  [
    1,
    ["pods", "-"],
    "{{- if .Values.on }}\nkind: Deployment\n{{- end }}\n",
    "error: no Pod in the input: this looks like a Helm template\n  " +
      "Render it first, and paste what it prints: helm template <release> <chart>",
  ],
  [
    3,
    ["quota", "-"],
    'error: the server doesn\'t have a resource type "elasticquotas"\n',
    "error: no ElasticQuota in the input: this cluster has no resource type elasticquotas, so kubectl printed none " +
      "of the other objects either\n  Leave it out: kubectl get nodes,pods,",
  ],
  // Beside other objects, nothing is missing.
  [0, ["queue", "-"], `${fitting}---\n${absent("elasticquotas")}`, ""],
  [0, ["queue", "-"], `${absent("virtualmachines")}${absent("eq")}---\n${fitting}`, ""],
  [0, ["place", "-"], `${absent("addonplacementscores")}${absent("applicationsets")}---\n${fleet}`, ""],
  [
    3,
    ["quota", "-"],
    `${fitting}---\n${absent("elasticquotas")}`,
    "error: no ElasticQuota in the input: this cluster has no resource type elasticquotas\n" +
      "  It has no objects of this kind",
  ],
  [1, ["queue", "-"], `${fitting}---\n${absent("pods")}`, "failed: the input is incomplete"],
  // Checks hold of the released scheduler.
  [
    1,
    ["place", "examples/story-1-cpu-and-memory-ratio.yaml", "--expect", "local-cluster", "-q"],
    "",
    "failed: ns1/placement1 does not select local-cluster",
  ],
  [0, ["place", "examples/spread-over-regions.yaml", "--verify"], "", ""],
  // `auto` names no profile.
  [
    1,
    ["place", "examples/story-1-cpu-and-memory-ratio.yaml", "--expect", "local-cluster", "-q", "--profile", "auto"],
    "",
    "failed: ns1/placement1 does not select local-cluster",
  ],
  [0, ["place", "examples/spread-over-regions.yaml", "--verify", "--profile", "auto"], "", ""],
  [0, ["compare", "examples/spread-over-regions.yaml", "--recorded", "--exit-code", "--profile", "auto"], "", ""],
  [1, ["compare", "examples/spread-over-regions.yaml", "--recorded", "--exit-code", "--profile", "Proposal"], "", ""],
  [1, ["compare", "examples/spread-over-regions.yaml", "--profile", "Proposal", "--exit-code"], "", "failed: shop/web"],
  ...[[], ["--profile", "auto"]].flatMap((profile) => [
    [
      2,
      ["compare", "examples/spread-over-regions.yaml", "--max-skew", "3", "--exit-code", ...profile],
      "",
      "error: --exit-code is about the released scheduler, which ignores max skews\n  name the preview: --profile",
    ],
    [
      3,
      ["compare", "examples/spread-over-regions.yaml", "--weight", "Spread=0", "--exit-code", ...profile],
      "",
      "error: there is no prioritizer `Spread`",
    ],
  ]),
  [1, ["place", "-"], "", "error: standard input is empty: the command before the pipe printed nothing\n"],
  [3, ["place", "-"], cluster("a"), "error: no Placement in the input"],
  [3, ["place", "-", "-p", "nope"], fleet, "error: there is no placement `nope` in the input"],
  [3, ["place", "-", "--find", "zzz"], fleet, "error: no cluster matches --find zzz; a label is found as key=value"],
  [3, ["place", "-", "--verify"], fleet, ""],
  [3, ["why", "nope", "-"], fleet, "error: no object of the input is called `nope`"],
  [3, ["queue", "-"], cluster("a"), "error: no Pod in the input"],
  [3, ["quota", "-"], cluster("a"), "error: no ElasticQuota"],
  // Names that match nothing, with those that there are.
  [3, ["whatif", "without", "--each", "rack", "-"], fleet, "error: no cluster has the label `rack`; available: "],
  [3, ["whatif", "without", "--label", "rack=a", "-"], fleet, "error: no cluster has the label `rack"],
  [3, ["whatif", "without", "--nodes", "--each", "rack", "-"], fleet, "error: no Node in the input"],
  [3, ["whatif", "without", "--nodes", "--each", "rack", "-"], node, "error: no node has the label `rack`"],
  [3, ["whatif", "sweep", "--max-skew", "rack", "-"], fleet, "error: no spread constraint has the topology key `rack`"],
  ...[
    [["--max", "gpu"], "no object of the input names the resource `gpu`; available: `cpu`, `memory`, "],
    [["--min", "gpu"], "no object of the input names the resource `gpu`; available: `cpu`, `memory`, "],
    [["--request", "gpu"], "no container of team-a/train-3 requests `gpu`; available: `cpu`, "],
    [["--max", "cpu", "--quota", "x/y"], "there is no ElasticQuota `x/y`; available: `team-a/team-a`"],
  ].map(([options, says]) => [
    3,
    ["whatif", "sweep", "--pod", "train-3", ...options, "examples/what-if/pods-quota.yaml"],
    "",
    `error: ${says}`,
  ]),
  [
    3,
    ["vm", "run", "--variant", "nope", "examples/vm-watermark-crossed.yaml"],
    "",
    "error: there is no variant `nope`\n  available: no migrations",
  ],
  [
    3,
    ["whatif", "change", "--stays", "nope", "examples/vm-watermark-crossed.yaml"],
    "",
    "error: there is no node `nope` in the input\n  available: n1, n2, n3, n4",
  ],
  [
    3,
    ["whatif", "change", "--granted", "nope", "examples/vm-watermark-crossed.yaml"],
    "",
    "error: there is no pod `nope` in the input\n  available: default/",
  ],
  [
    3,
    ["pods", "--node", "nope", "-"],
    joined(node, nodeless),
    "error: there is no node `nope` in the input\n  available: n",
  ],
  [3, ["vm", "run", "-"], cluster("a"), "error: neither a Node nor a Timeline in the input"],
  [1, ["why", "b", "-"], broken, "error: ManagedCluster b cannot be read"],
  [0, ["whatif", "drain", "n1", "-"], draining("{cpu: 2, pods: 9}", ", maxUnavailable: 1"), ""],
  [
    1,
    ["whatif", "drain", "n1", "-"],
    draining("{cpu: 2, pods: 9}", ", maxUnavailable: 0"),
    "failed: the drain of n1 never completes",
  ],
  [
    1,
    ["whatif", "drain", "n1", "-", "-o", "json"],
    draining("{cpu: 2, pods: 9}", ", maxUnavailable: 0"),
    "failed: the drain of n1",
  ],
  [
    1,
    ["whatif", "drain", "n1", "-"],
    joined(
      draining("{cpu: 2, pods: 9}", ", minAvailable: 1"),
      nodeless.replace("d}", "d, labels: {a: b}}").replace("spec: {", "spec: {nodeName: n2, ") +
        "status: {phase: Running, conditions: [{type: Ready, status: 'False'}]}\n",
    ),
    "failed: the drain of n1 waits for a PodDisruptionBudget",
  ],
  [
    1,
    ["whatif", "drain", "n1", "-"],
    draining("{cpu: 1, pods: 9}", ", maxUnavailable: 1"),
    "failed: 1 evicted pod stays pending",
  ],
  ...[
    ["drain n1", "1 pod without an owner is deleted and does not come back"],
    ["without n1", "without n1, 1 pod without an owner is deleted and does not come back"],
    ["without --nodes --each node", "1 loss of 1 leaves pods without a node"],
  ].map(([words, says]) => [
    1,
    ["whatif", ...words.split(" "), "-"],
    rejected.replace("cpu: 5", "cpu: 1"),
    `failed: ${says}`,
  ]),
  [1, ["whatif", "without", "n1", "-"], draining("{cpu: 1, pods: 9}", ""), "failed: without n1, 1 pod stays pending"],
  [0, ["whatif", "without", "n1", "-"], draining("{cpu: 2, pods: 9}", ""), ""],
  [
    1,
    ["whatif", "drain", "n1", "-"],
    draining("{cpu: 1, pods: 9}", ", maxUnavailable: 1").replace(
      "{nodeName",
      "{tolerations: [{operator: Exists}], nodeName",
    ),
    "failed: 1 evicted pod returns to n1",
  ],
  [0, ["rollout", "web", "-"], rolling(2), ""],
  [1, ["rollout", "deployment/d/web", "-"], rolling(1), "failed: the rollout of Deployment d/web does not complete"],
  // The later copy is the new one.
  [1, ["rollout", "web", "-"], joined(rolling(2), rolling(2, 5)), "failed: the rollout of Deployment d/web does not"],
  [3, ["rollout", "n1", "-"], rolling(2), "give one of Deployment, StatefulSet, DaemonSet"],
];

test("exit codes", { concurrency: 3 }, async (t) => {
  const calls = CASES.map(([code, args, stdin, says]) =>
    t.test(`${code}: ${args.join(" ")}`, async () => {
      const result = await run(args, { stdin });
      assert.equal(result.code, code, result.stderr);
      assert.ok(result.stderr.includes(says), result.stderr);
    }),
  );
  await Promise.all(calls);
});

/** Of both texts the preview selects eu-1 and us-1, and the released scheduler the first two names. */
const spreading = (name) =>
  joined(
    placement(
      "web",
      "{numberOfClusters: 2, spreadPolicy: {spreadConstraints: [{topologyKey: region, topologyKeyType: Label}]}}",
    ),
    ...["eu-1", name, "us-1"].map((of) => cluster(of, { region: of === "us-1" ? "us" : "eu" })),
  );

test("compare --exit-code is about the released scheduler", () =>
  withFiles({ "a.yaml": spreading("eu-2"), "b.yaml": spreading("zz-2") }, async (folder) => {
    for (const [code, profile] of [
      [1, []],
      [1, ["--profile", "auto"]],
      [1, ["--profile", "Upstream"]],
      [0, ["--profile", "Proposal"]],
    ]) {
      const result = await run(["compare", join(folder, "a.yaml"), join(folder, "b.yaml"), "--exit-code", ...profile]);
      assert.equal(result.code, code, result.stderr);
    }
  }));

const noFull = !existsSync("/dev/full") && "this system has no /dev/full";

test("74: a full disk, whatever is written to it", { skip: noFull }, () =>
  withFiles({ "fleet.yaml": fleet }, (folder) => {
    const file = join(folder, "fleet.yaml");
    const calls = [
      ...["json", "name"].flatMap((format) => [
        ["place", file, "-o", format],
        ["lint", file, "-o", format, "--severity", "hint"],
      ]),
      ["lint", file, "-o", "github"],
      ["place", "--help"],
      ["--version"],
      ["completion", "bash"],
    ];
    for (const args of calls) {
      const call = `"$0" "$@" > /dev/full`;
      const { status, stderr } = spawnSync("bash", ["-c", call, process.execPath, cli, ...args], { encoding: "utf8" });
      const isSilent = args[0] === "lint" && status === 0;
      assert.ok(isSilent || status === 74, `${args.join(" ")}: ${status} ${stderr}`);
      assert.doesNotMatch(stderr, /\n\s+at /, "no trace of the stack");
    }
    // Without standard error, too, the code tells.
    const call = `"$0" "$@" > /dev/full 2> /dev/full`;
    const { status } = spawnSync("bash", ["-c", call, process.execPath, cli, "place", file]);
    assert.equal(status, 74);
  }),
);

test("70: a fault of schedscope itself", () => {
  // No input leads to one: a function of the runtime that the answer is made by is broken.
  const breaks = "data:text/javascript,Array.prototype.flatMap = () => { throw new RangeError('broken'); };";
  const { status, stderr } = spawnSync(process.execPath, ["--import", breaks, cli, "place", "-"], {
    encoding: "utf8",
    input: fleet,
  });
  assert.equal(status, 70, stderr);
  assert.match(stderr, /internal error in schedscope: RangeError: broken\n/);
});
