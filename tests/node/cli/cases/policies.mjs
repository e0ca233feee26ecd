// Policy tests: what passes, what fails and why, faults of test files, and the formats for other programs.
import { cluster, joined, placement } from "./texts.mjs";

const head = "apiVersion: schedscope.dev/v1alpha1\nkind: SchedulingTest\n";
/** A file of tests of a folder. */
const tests = (text, input = "fleet.yaml") => `${head}inputs: [${input}]\nnow: 2026-01-01T00:00:00Z\ntests:\n${text}`;

/** Of four clusters, web selects a1 and a2; x does not tolerate its taint. */
const hub = joined(
  placement("web", "{numberOfClusters: 2}"),
  cluster("a1", { zone: "a" }),
  cluster("a2", { zone: "a" }),
  cluster("b1", { zone: "b" }),
  `${cluster("x", { zone: "b" })}spec: {taints: [{key: k, effect: NoSelect}]}\n`,
);
const node = (name, cpu, zone = "a") =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {zone: ${zone}}}\n` +
  `status: {allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 10}}\n`;
const pod = (name, cpu, on) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: x}, ` +
  `ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: rs, uid: u, controller: true}]}\n` +
  `spec:\n  containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]\n` +
  (on === undefined ? "status: {phase: Pending}\n" : `  nodeName: ${on}\nstatus: {phase: Running}\n`);
const replicas =
  "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs, namespace: shop, uid: u}\nspec: {replicas: 3, " +
  "selector: {matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}, spec: {containers: [{name: c}]}}}\n";
/** Without n1, its pod and the pending one need 3 CPUs of n2. */
const worldWith = (cpu) =>
  joined(replicas, node("n1", 4), node("n2", cpu, "b"), pod("old", 1, "n1"), pod("new", 2), pod("big", 9));
const world = worldWith(3);

/** A run of one test of the hub. */
const of = (text, expected, input = hub) => ({
  args: ["test", "{}"],
  files: { "fleet.yaml": input, "web.schedscope-test.yaml": tests(text) },
  ...expected,
});
const passes = (text, input) => of(text, { out: [/✓ t\n\n1 passed\n$/] }, input);
const fails = (text, out, input) => of(text, { out, code: 1 }, input);
/** A fault of a test, by its text. */
const faulty = (text, out) => ({
  args: ["test", "{}"],
  files: { "fleet.yaml": hub, "web.schedscope-test.yaml": text },
  out,
  code: 2,
});
/** Lines of one test. */
const one = (...lines) => `  - name: t\n${lines.map((line) => `    ${line}\n`).join("")}`;
const web = (...lines) => one("placement: prod/web", ...lines);

/** Of two tests the second passes. */
const withOther = (text) => tests(`${text}  - {name: other, placement: prod/web, expectCount: 2}\n`);

const failing = web("expect: b1", "expectCount: 3");
const xml = "a<b & \\u0001";

export const policies = {
  "test: clusters by name, glob and selector": passes(
    web("expect: [a1, zone=a, a*]", "expectAll: zone=a", "expectNone: [x, zone=b]", "expectCount: 2"),
  ),
  "test: reasons of clusters": passes(web("expectWhy: {x: taint, b1: not-reached}")),
  "test: without a zone": passes(web("without: {zone: a}", "expect: b1", "expectNone: [a1, x]", "expectCount: 1")),
  "test: without a cluster": passes(web("without: a1", "expect: [a2, b1]", "expectAll: zone=a")),
  "test: another number of clusters": passes(web("numberOfClusters: 1", "expectCount: 1", "expectNone: a2")),
  "test: weights": passes(web("weights: {Steady: 0}", "expectCount: 2")),
  "test: no findings": passes(one("expectNoFindings: warning")),
  "test: the node of a pod": passes(
    one("pod: shop/new", "expect: n2", "expectNone: zone=a", "expectPending: false"),
    world,
  ),
  "test: why a pod waits": passes(
    one("pod: big", "expectPending: true", "expectWhy: [Insufficient cpu, NodeResourcesFit]", "expectVictims: []"),
    world,
  ),
  "test: a drain": passes(one("drain: n1", "expectPending: []", "expectComplete: true"), world),
  "test: a pod after a drain": passes(one("pod: shop/old", "drain: n1", "expect: n2"), world),
  "test: lost nodes": passes(one("without: {zone: a}", "expectPending: [shop/old]"), worldWith(2)),

  "test: a selector that the form allows and that is none": faulty(withOther(web('expect: "zone in (a"')), [
    /\/web\.schedscope-test\.yaml:6:5: tests\[0\]: .*zone in \(a/,
    /✓ other\n/,
  ]),
  "test: a time that is none": faulty(tests(web("expectCount: 2")).replace("2026-01-01T00:00:00Z", "yesterday"), [
    /\/web\.schedscope-test\.yaml:4:6: now: yesterday is not an RFC 3339 time/,
  ]),

  "test: a cluster that is not selected": fails(web("expect: b1"), [
    / {2}✗ t\n {2}expect \(.*\/web\.schedscope-test\.yaml:8\)\n {4}expected: b1\n/,
    /\n {4}actual: prod\/web does not select b1 /,
    /\n {4}It ranks 3 of 3 feasible clusters .*\n {4}What would change it:\n {6}Set numberOfClusters to 3 /,
    /\n\n0 passed, 1 failed\n$/,
  ]),
  "test: a selector that matches nothing": fails(web("expectNone: zone=c"), [
    /actual: no cluster matches zone=c; did you mean zone=a, zone=b\?/,
  ]),
  "test: a count": fails(web("expectCount: 3"), [
    /expected: 3\n {4}actual: prod\/web selects 2 clusters, 3 are expected\n/,
  ]),
  "test: a loss": fails(web("without: {zone: a}", "expectCount: 2", "expect: a1"), [
    /actual: prod\/web without zone=a selects 1 cluster, 2 are expected\n/,
    /actual: prod\/web without zone=a does not select a1, which is gone\n {4}2 clusters are gone, all of them /,
  ]),
  "test: a reason": fails(web("expectWhy: {x: predicate}"), [/expected: x: predicate\n {4}actual: x: taint\n/]),
  "test: a lost zone that no cluster has": fails(web("without: {zone: c}", "expectCount: 2"), [
    /without \(.*:8\)\n {4}expected: zone=c\n {4}actual: the input has no such cluster\n/,
  ]),
  "test: a placement that is not there": fails(one("placement: prod/wep", "expectCount: 1"), [
    /actual: the input has no such placement\n {4}did you mean prod\/web\?\n/,
  ]),
  "test: an incomplete decision meets nothing": fails(
    web("expectCount: 2"),
    [/expected: a decision of prod\/web\n/],
    joined(placement("web", "{clusterSets: [gone]}"), cluster("a1")),
  ),
  "test: a node": fails(
    one("pod: shop/new", "expect: zone=a", "expectPending: true"),
    [/expected: zone=a\n {4}actual: shop\/new is on n2\n/, /expected: true\n {4}actual: shop\/new is on n2\n/],
    world,
  ),
  "test: victims": fails(
    one("pod: big", "expectVictims: [shop/old]"),
    [/expected: \[shop\/old\]\n {4}actual: \[\]\n/],
    world,
  ),
  "test: a reason of a pod": fails(
    one("pod: big", "expectWhy: NodeAffinity"),
    [/expected: NodeAffinity\n {4}actual: .*Insufficient cpu.*\n {4}.*fits 0 of 2 nodes/],
    world,
  ),
  "test: pods that wait after a drain": fails(
    one("drain: n1", "expectPending: []", "expectComplete: true"),
    [/actual: \[shop\/old\]\n/, /expected: true\n {4}actual: 1 evicted pod stays pending\n/],
    worldWith(2),
  ),
  "test: a node that is not there": fails(
    one("drain: n3", "expectPending: []"),
    [/actual: the input has no such node\n/],
    world,
  ),
  "test: findings": fails(
    one("expectNoFindings: error"),
    [/actual: 1 finding\n {4}.*fleet\.yaml:\d+:\d+: error: .* \(out-of-range\)\n/],
    joined(placement("web", "{numberOfClusters: -1}"), cluster("a1")),
  ),

  "test: a misspelt key": faulty(tests("  - nme: t\n    expectNoFindings: error\n"), [
    /error: .*web\.schedscope-test\.yaml:6:5: tests\[0\]: name is missing\n/,
    /error: .*web\.schedscope-test\.yaml:6:5: tests\[0\]\.nme: unknown key nme; did you mean name\?\n/,
  ]),
  "test: values of wrong types": faulty(
    `${head}inputs: []\nversion: 1.37\ntests:\n${web("expect: 3", "expectWhy: 1")}`,
    [
      /:3:9: inputs: must not be empty\n.*:4:10: version: must be a string: quote it, "1\.37"\n/,
      /:8:13: tests\[0\]\.expect: must be a string or a list: quote it, "3"\n/,
      /:9:16: tests\[0\]\.expectWhy: must be a string or a list or a map: quote it, "1"\n/,
    ],
  ),
  "test: another version of the format": faulty(tests(web("expectCount: 2")).replace("v1alpha1", "v2"), [
    /:1:13: apiVersion: must be schedscope\.dev\/v1alpha1\n/,
  ]),
  "test: an expectation about something else": faulty(tests(one("pod: a", "expectCount: 1")), [
    /:8:5: tests\[0\]\.expectCount: expectCount does not apply to a pod; these do: drain, without, expect, /,
  ]),
  "test: two subjects": faulty(tests(web("pod: a", "expectCount: 1")), [
    /:8:5: tests\[0\]\.pod: pod and placement cannot be/,
  ]),
  "test: no expectation": faulty(tests(web("without: a1")), [
    /:6:5: tests\[0\]: nothing is expected: add one of expect, /,
  ]),
  "test: no YAML": faulty("a: [b\n", [/web\.schedscope-test\.yaml:2:1: .*\n\n0 passed, 1 fault in a test file\n$/]),
  "test: an empty file": faulty("# nothing\n", [/:1:1: the file is empty\n/]),
  "test: an input that is not there": faulty(tests(web("expectCount: 1"), "gone.yaml"), [
    /:3:9: inputs: .*gone\.yaml cannot be read: no such file\n/,
  ]),
  "test: a fault does not keep other files from running": {
    ...faulty("a: [b\n", [/✓ t\n\n1 passed, 1 fault in a test file\n$/]),
    files: {
      "fleet.yaml": hub,
      "a.schedscope-test.yaml": "a: [b\n",
      "b/b.schedscope-test.yml": tests(web("expectCount: 2"), "../fleet.yaml"),
    },
  },
  "test: nothing to run": {
    args: ["test", "{}"],
    files: { "fleet.yaml": hub },
    err: [/^error: no file of tests is there\n/],
    code: 3,
  },
  "test: a path that is not there": { args: ["test", "{}/gone"], err: [/cannot be read/], code: 2 },

  "test: JUnit": {
    ...of(`${failing}  - name: "${xml}"\n    expectNoFindings: error\n`, {}),
    args: ["test", "{}", "-o", "junit"],
    out: [
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="2" failures="1" errors="0">\n/,
      /\n {2}<testsuite name=".*" tests="2" failures="1" errors="0">\n/,
      /<testcase name="t" classname=".*" file=".*" line="6">\n {6}<failure message="expect: expected b1, .*">expect: /,
      /<testcase name="a&lt;b &amp; \\u0001" classname=".*" line="10"\/>\n {2}<\/testsuite>\n<\/testsuites>\n$/,
    ],
    code: 1,
  },
  "test: annotations": {
    ...of(failing, {}),
    args: ["test", "{}", "-o", "github"],
    out: [
      /^::error file=.*web\.schedscope-test\.yaml,line=8,col=13,title=expect::t: expect: expected b1, .*%0AIt ranks 3 /,
    ],
    code: 1,
  },
  "test: SARIF": {
    ...of(failing, {}),
    args: ["test", "{}", "-o", "sarif"],
    out: [
      /"version": "2\.1\.0"/,
      /"rules": \[\s+\{\s+"id": "expect"\s+\},\s+\{\s+"id": "expectCount"\s+\}\s+\]/,
      /"startLine": 8,\s+"startColumn": 13/,
      /"partialFingerprints": \{\s+"schedscope\/v1": "[\da-f]{32}:0"\s+\}/,
    ],
    code: 1,
  },
  "test: names of tests that fail": { ...of(failing, {}), args: ["test", "{}", "-o", "name"], out: "t\n", code: 1 },
  "lint: SARIF": {
    args: ["lint", "-o", "sarif"],
    stdin: joined(placement("web", "{numberOfClusters: -1}"), cluster("a1")),
    out: [/"ruleId": "out-of-range",\s+"ruleIndex": \d,\s+"level": "error"/, /"uri": "%3Cstdin%3E"/],
    err: [/failed/],
    code: 1,
  },
  "test: a folder of manifests has no tests in it": {
    args: ["lint", "{}", "--fail-on", "hint"],
    files: { "fleet.yaml": hub, "web.schedscope-test.yaml": tests(web("expectCount: 2")) },
    out: [/^no findings$/m],
  },
};
