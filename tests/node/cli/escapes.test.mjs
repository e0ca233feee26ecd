// Names come from the input: no form of output has control characters, or what turns the direction of a line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./run.mjs";

const EVIL = "\\e[31mred\\e[0m\\e]8;;http://evil\\e\\\\\\u202ertl\\u2066\\a\\x9b2J";
const TEXT = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: "p${EVIL}", namespace: "n${EVIL}"}
spec:
  clusterSets: ["s${EVIL}"]
  prioritizerPolicy:
    configurations:
    - {scoreCoordinate: {type: AddOn, addOn: {resourceName: "r${EVIL}", scoreName: "s${EVIL}"}}}
    - {scoreCoordinate: {type: BuiltIn, builtIn: "b${EVIL}"}, weight: 0}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: "c${EVIL}", labels: {"k${EVIL}": "v"}}
---
kind: "\\e[31m::warning::x"
apiVersion: "\\r\\n::error::y"
---
apiVersion: v1
kind: Node
metadata: {name: "d${EVIL}"}
status: {allocatable: {cpu: 4, memory: 4Gi, pods: 9}}
---
apiVersion: v1
kind: Pod
metadata: {name: "\\e[31mx\\r\\n::set-output name=x::y", namespace: "a\\u202eb"}
spec: {nodeName: "n${EVIL}", containers: [{name: c, resources: {requests: {cpu: "\\e[2Jx"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: "w${EVIL}", namespace: t}
spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}
---
apiVersion: v1
kind: "Broken"
metadata: {name: "\u0085\u200b\u202e\u001b[5mx\ufeff"}
spec: [
`;

/** ESC, BEL, C1, separators of lines, marks of direction; line ends are what parts lines. */
const isControl = (code) =>
  (code < 0x20 && code !== 0x0a) ||
  (code >= 0x7f && code <= 0x9f) ||
  [0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff].includes(code) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069);
const controls = (text) => [...text].filter((char) => isControl(char.codePointAt(0)));

const FORMS = ["json", "yaml", "wide", "name"];
const CALLS = [
  ["lint"],
  ["lint", "-o", "github"],
  ["lint", "-o", "sarif"],
  ...["lint", "place", "pods", "queue", "quota"].flatMap((command) => FORMS.map((form) => [command, "-o", form])),
  ["place"],
  ["place", "-p", "nope\u001b[31m"],
  ["place", "--\u001b[31m"],
  ["\u001b[31m"],
  ["completion", "\u001b[31m"],
  ["whatif", "sweep", "--weight", "a\n::set-output name=x::y"],
  ["pods"],
  ["queue"],
];

test("control characters", { concurrency: 3 }, async (t) => {
  const all = CALLS.map((args) =>
    t.test(args.join(" "), async () => {
      const { stdout, stderr } = await run([...args], { stdin: TEXT });
      assert.deepEqual(controls(stdout), [], stdout);
      assert.deepEqual(controls(stderr), [], stderr);
      assert.doesNotMatch(stdout + stderr, /^::set-output/m);
    }),
  );
  await Promise.all(all);
});
