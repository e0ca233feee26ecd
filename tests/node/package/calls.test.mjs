// The functions of one call: text and objects in, an answer with the findings out.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Scenario,
  compareDecision,
  drain,
  evictAcrossNodes,
  explainNode,
  lint,
  more,
  place,
  nodesNeeded,
  scoreNodes,
  quotas as askQuotas,
  queue,
  rollout,
  simulatePod,
  spread,
  vmStep,
  vmTimeline,
} from "schedscope";

import { everyOption } from "./every-option.mjs";
import { example } from "./project.mjs";
import { rejects } from "./rejects.mjs";
import { placement, quotas } from "./texts.mjs";

const now = "2025-06-01T12:00:00Z";
test("compareDecision: what is recorded, and the other profile", async () => {
  const recorded = `${placement}status: {numberOfSelectedClusters: 1}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata: {name: p-decision-1, namespace: default, labels: {cluster.open-cluster-management.io/placement: p}}
status: {decisions: [{clusterName: far}]}
`;
  const { comparison, decision } = await compareDecision(recorded, { now });
  assert.deepEqual(comparison, {
    baseline: "recorded",
    same: false,
    added: ["near"],
    removed: ["far"],
    stays: [],
    clusters: null,
    written: null,
    message: "The hub recorded far instead of near. Likeliest cause: the input lacks objects.",
  });
  const codes = decision.caveats.map(({ code }) => code);
  assert.deepEqual(codes, ["missing-input", "recorded-differs"]);
  assert.deepEqual((await compareDecision(placement, { now })).comparison.same, null);
  assert.deepEqual((await compareDecision(placement, { now, baseline: "other-profile" })).comparison.same, true);
  const ratio = placement.replace(
    "spec:",
    "spec:\n  prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: ResourceRatioCPU}}]}",
  );
  const { comparison: other } = await compareDecision(ratio, { now, baseline: "other-profile" });
  assert.deepEqual([other.same, other.added, other.removed], [false, ["near"], []]);
  assert.match(other.message, /^Preview of a design document: OCM 1.3 takes the placement as misconfigured/);
  await assert.rejects(compareDecision(placement, { baseline: "yesterday" }), { code: "invalid-argument" });
});

test("place: Applications, and PlacementDecisions of SIG Multicluster", async () => {
  const label = "cluster.open-cluster-management.io/placement: p";
  const set = `---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: s, namespace: default}
spec:
  generators: [{clusterDecisionResource: {configMapRef: c, labelSelector: {matchLabels: {${label}}}}}]
  template: {metadata: {name: "s-{{name}}"}, spec: {destination: {name: "{{clusterName}}"}}}
`;
  const { decision, diagnostics } = await place(`${placement}\n${set}`, { now });
  assert.deepEqual(diagnostics, []);
  const [{ made, message, notes }] = decision.applications;
  assert.deepEqual(
    [made.map(({ name, destination }) => [name, destination.name]), message, notes],
    [
      [["s-near", "near"]],
      "ApplicationSet default/s makes 1 Application: s-near.",
      [
        "ConfigMap c is not in the input: Argo CD is assumed to read `clusterName` of `decisions`",
        "no cluster Secret of Argo CD is in the input: one for each cluster is assumed",
      ],
    ],
  );
  const scenario = new Scenario();
  scenario.replace(placement);
  scenario.decide({ now });
  const written = scenario.decisionsYaml({ form: "multicluster" });
  scenario.free();
  assert.match(written, /^apiVersion: multicluster\.x-k8s\.io\/v1alpha1\n/);
  const again = await compareDecision([placement, written], { now });
  assert.deepEqual([again.comparison.same, again.decision.recorded.form], [true, "multicluster"]);
});

test("place: names and words rather than numbers", async () => {
  const { decision, diagnostics, counts } = await place(placement, { now, explain: ["far"] });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(counts, { error: 0, warning: 0, info: 0, hint: 0 });
  assert.deepEqual(decision.selected, ["near"]);
  assert.deepEqual(decision.clusterCounts, { all: 2, candidates: 2, feasible: 1, selected: 1 });
  assert.equal(decision.now, now);
  const [near, far] = decision.clusters;
  assert.deepEqual([near.name, near.state, near.rank, near.reason, near.why], ["near", "selected", 1, null, null]);
  assert.deepEqual(near.scores, { Balance: 100, Steady: 0 });
  assert.deepEqual(
    [far.name, far.state, far.rank, far.total, far.reason.type],
    ["far", "filtered", null, null, "predicate"],
  );
  assert.equal(far.why, "label `zone` is `b`, but must be `a`");
  assert.deepEqual(
    decision.explanations.map(({ name, state, why }) => [name, state, why]),
    [["far", "filtered", far.why]],
  );
  const { decision: explained } = await place(placement, { now, explain: true });
  assert.deepEqual(
    explained.explanations.map(({ name }) => name),
    ["near", "far"],
  );
  // All of it can be written as JSON.
  assert.deepEqual(JSON.parse(JSON.stringify(explained)), explained);
});

test("place: what a scenario decides, for every example", async () => {
  for (const { name, text, placements } of example.all()) {
    for (let index = 0; index < placements; index += 1) {
      const scenario = new Scenario();
      scenario.replace(text);
      await scenario.loadCel(index);
      const summary = scenario.decide({ placement: index, now });
      const report = scenario.report({ placement: index, now });
      const { decision } = await place(text, { placement: index, now });
      assert.deepEqual(decision.selected, report.selected, name);
      assert.deepEqual(decision.conditions, summary.conditions);
      const totals = decision.clusters.filter(({ total }) => total !== null).map((row) => [row.name, row.total]);
      assert.deepEqual(Object.fromEntries(totals), report.scores, name);
      scenario.free();
    }
  }
});

test("place: what if", async () => {
  const { text } = example("taints-and-tolerations");
  const { decision } = await place(text, { now: new Date(now) });
  assert.notEqual(decision.selected.length, 1);
  const { decision: other } = await place(text, {
    now,
    numberOfClusters: 1,
    profile: "Proposal",
    candidates: "given",
    weights: { Steady: 3 },
  });
  assert.deepEqual([decision.profile, other.profile, other.selected.length], ["Upstream", "Proposal", 1]);
  assert.equal(other.prioritizers.find(({ name }) => name === "Steady").weight, 3);
  const { decision: all } = await place(text, { now, numberOfClusters: null });
  assert.equal(all.numberOfClusters, null);
});

test("place: what if no cluster were wanted", async () => {
  const { decision } = await place(example("story-1-cpu-and-memory-ratio").text, { now, numberOfClusters: 0 });
  assert.deepEqual([...new Set(decision.clusters.map(({ why }) => why))], ["numberOfClusters is 0"]);
  const { run, decision: spreaded } = await spread(example("use-case-4-joint-spread").text, {
    now,
    numberOfClusters: 0,
  });
  assert.deepEqual([run.steps, run.end], [[], "reached"]);
  assert.ok(spreaded.clusters.every(({ state, why }) => state !== "feasible" || why === "numberOfClusters is 0"));
});

test("place: weights of prioritizers that there are", async () => {
  const known = "Steady, Balance, ResourceAllocatableCPU, ResourceAllocatableMemory";
  for (const [name, ask] of Object.entries({ place, spread })) {
    await rejects(
      ask(placement, { now, weights: { Nope: 1 } }),
      "invalid-argument",
      `${name}.weights: there is no prioritizer \`Nope\`; the prioritizers are ${known}, ResourceRatioCPU, ` +
        "ResourceRatioMemory, Spread",
    );
    await rejects(
      ask(placement, { now, weights: { Nope: 0 }, profile: "Upstream" }),
      "invalid-argument",
      `${name}.weights: there is no prioritizer \`Nope\`; the prioritizers are ${known}`,
    );
  }
  // Beyond what the hub allows, and of an add-on that has given no score.
  const { decision } = await place(placement, { now, weights: { Balance: 99, "AddOn/a/b": 1 } });
  assert.equal(decision.status.code, "Success");
  assert.equal(decision.clusters[0].total, 9900);
});

test("place: which placement", async () => {
  const alone = placement.slice(placement.indexOf("apiVersion: cluster.open-cluster-management.io/v1beta1"));
  const two = `${placement}\n---\n${alone.replace("namespace: default", "namespace: other")}`;
  for (const [wanted, namespace] of [
    [0, "default"],
    [1, "other"],
    ["default/p", "default"],
    ["other/p", "other"],
    [{ namespace: "other", name: "p" }, "other"],
    // As kubectl: a name without a namespace is of `default`.
    ["p", "default"],
  ]) {
    const { decision } = await place(two, { placement: wanted, now });
    assert.equal(decision.placement.namespace, namespace);
  }
  const { decision, decisions } = await place(two, { now });
  assert.deepEqual(
    decisions.map(({ placement: { namespace }, selected }) => [namespace, selected.length > 0]),
    [
      ["default", true],
      ["other", true],
    ],
  );
  assert.equal(decision, decisions[0]);
  await rejects(
    spread(two),
    "ambiguous-placement",
    "there are several placements, say which one: `default/p`, `other/p`",
  );
  await rejects(
    place(two.replaceAll("namespace: default", "namespace: third"), { placement: "p" }),
    "ambiguous-placement",
    "there are several placements, say which one: `third/p`, `other/p`",
  );
  await rejects(place(two, { placement: "q" }), "no-such-placement", "there is no placement `q`: the input has 2");
  await rejects(place(two, { placement: 2 }), "no-such-placement", "there is no placement `2`: the input has 2");
  await rejects(
    place(two, { placement: -1 }),
    "invalid-argument",
    "decide.placement: `-1` is out of range: it must be from 0 to 4294967295",
  );
  await rejects(place("", { placement: "q" }), "no-such-placement", "there is no placement `q`: the input has 0");
});

const missing = ({ findings }) => findings.filter(({ code }) => code === "missing-input").map(({ data }) => data);

test("place: where there is nothing to decide, the answer says what is missing", async () => {
  for (const text of ["", "kind: ConfigMap", "{", []]) {
    const answer = await place(text, { now });
    const { decisions, decision, diagnostics, counts } = answer;
    assert.deepEqual([decisions, decision], [[], null]);
    assert.deepEqual(
      missing(answer).map(({ kind }) => kind),
      ["Placement"],
    );
    assert.match(missing(answer)[0].command, /^kubectl get managedclusters,placements,.*,addonplacementscores -A/);
    assert.equal(counts.error, diagnostics.filter(({ severity }) => severity === "error").length);
  }
  await rejects(spread(""), "no-such-placement", "there is no placement: the input has 0");
  const alone = await place(
    `{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: p}}`,
  );
  assert.deepEqual(
    missing(alone.decision).map(({ kind }) => kind),
    ["ManagedCluster"],
  );
});

test("CEL loads by itself", async () => {
  const cel = placement.replace(
    "labelSelector: {matchLabels: {zone: a}}",
    `celSelector: {celExpressions: ["managedCluster.metadata.labels.zone == 'b'"]}`,
  );
  const { decision } = await place(cel, { now });
  assert.deepEqual(decision.selected, ["far"]);
  const wrong = cel.replace(" == 'b'", ".(");
  for (const ask of [place, lint]) {
    const { diagnostics } = await ask(wrong);
    assert.deepEqual(
      diagnostics.map(({ code, input }) => [code, input]),
      [["invalid-expression", 0]],
    );
  }
});

test("spread: pick by pick", async () => {
  const { text } = example("use-case-4-joint-spread");
  const { decision, run } = await spread(text, { now });
  assert.deepEqual(
    run.steps.map(({ picked }) => picked.name),
    decision.selected,
  );
  assert.equal(run.terms.length, decision.spreadConstraints.length);
  for (const term of run.terms) assert.equal(term.skews.length, run.steps.length + 1);
  assert.equal(
    run.domains.reduce((sum, { count, values }) => sum + (values.length === 1 ? count : 0), 0),
    decision.selected.length,
  );
  assert.deepEqual(JSON.parse(JSON.stringify({ decision, run })), { decision, run });
  assert.ok(!JSON.stringify(run).includes('"cluster":'));
  const { run: none, decision: ignored } = await spread(text, { now, profile: "Upstream" });
  assert.deepEqual([none.steps, none.terms, none.end], [[], [], "not-in-profile"]);
  assert.ok(ignored.notes.some(({ code }) => code === "spread-ignored"));
});

test("a step that the run does not have", async () => {
  const { text } = example("vm-over-correction");
  const { stepsTotal: steps } = await vmTimeline(text);
  assert.equal((await vmStep(text, { step: steps })).step, steps);
  for (const step of [steps + 1, 1e9]) {
    await rejects(
      vmStep(text, { step }),
      "invalid-argument",
      `vmStep.step: there is no step ${step}: the run has ${steps} steps`,
    );
  }
  const scenario = new Scenario();
  scenario.replace(text);
  assert.equal(scenario.vmStep({ step: 1e9 }).step, steps);
  scenario.free();
});

const withoutMessage = ({ message: _, ...part }) => part;

/** The parts of answers that functions of one call give a sentence. */
const withSentences = ["pods", "blocks", "waits", "notes", "steps", "overBudget", "event", "request", "candidates"];

function withoutSentences(answer) {
  const part = ([name, value]) => {
    if (!withSentences.includes(name) || value === null) return [name, value];
    return [name, Array.isArray(value) ? value.map(withoutMessage) : withoutMessage(value)];
  };
  return Object.fromEntries(Object.entries(answer).map(part));
}

test("sentences stand beside the data", async () => {
  const { decision } = await place(placement, { now });
  const note = "no ManagedClusterSet or binding in the input: every cluster is a candidate";
  assert.deepEqual(decision.notes, [{ code: "all-clusters-considered", path: null, message: note }]);
  const none = placement.replace("spec:", "spec:\n  numberOfClusters: -1");
  const { outcome, invalidPath, problem } = (await place(none, { now })).decision;
  assert.deepEqual([outcome, invalidPath], ["invalid", "spec.numberOfClusters"]);
  const message = "must be at least 0, not -1";
  assert.deepEqual(problem, { code: "negative-number-of-clusters", numberOfClusters: -1, message });
  const pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n}, spec: {containers: [{name: c}]}}";
  const { notes } = await scoreNodes(`${quotas}\n---\n${pod}`, { pod: "n/p" });
  assert.deepEqual(notes[0], {
    code: "best-effort",
    counts: "allocatable",
    message: "the pod has neither requests nor limits: it counts as everything that a node can allocate",
  });
  for (const { quotaDiagnostics } of [
    await askQuotas(example("quota-lint").text),
    await lint(example("quota-lint").text),
  ])
    for (const { code, message } of quotaDiagnostics) assert.match(message, /^\S.*[^.]$/, code);
});

test("the other questions are those of a scenario", async () => {
  const functions = {
    scoreNodes,
    simulatePod,
    explainNode,
    evictAcrossNodes,
    drain,
    nodesNeeded,
    rollout,
    more,
    queue,
    vmTimeline,
    vmStep,
  };
  const scenario = new Scenario();
  scenario.replace(quotas);
  for (const [question, ask] of Object.entries(functions)) {
    const options = everyOption[question];
    const { diagnostics, counts, caveats, ...answer } = await ask(quotas, options);
    const { message, ...told } = withoutSentences(answer);
    const { message: fitError, ...expected } = scenario[question](options);
    assert.deepEqual(told, expected, question);
    if (question === "simulatePod") assert.equal(message, fitError);
    assert.deepEqual(
      diagnostics,
      scenario.reading().diagnostics.map((found) => ({ ...found, input: 0 })),
    );
    assert.deepEqual(counts, scenario.reading().counts);
    assert.equal(ask.name, question);
    assert.ok(Array.isArray(caveats), question);
    const isSaid = ["scoreNodes", "drain", "nodesNeeded", "rollout", "more", "queue"].includes(question);
    if (isSaid) assert.match(message, /^\S.*\S$/, question);
  }
  const { diagnostics, counts, caveats, message, ...report } = await askQuotas(quotas);
  assert.deepEqual(
    caveats.map(({ code }) => code),
    ["kubernetes-version", "quotas-as-before"],
  );
  assert.match(message, /^\S.*\S$/);
  const ofScenario = scenario.quotas();
  assert.deepEqual(
    report.quotaDiagnostics.map(({ message, input, ...found }) => found),
    ofScenario.quotaDiagnostics,
  );
  assert.deepEqual({ ...report, quotaDiagnostics: [] }, { ...ofScenario, quotaDiagnostics: [] });
  scenario.free();
});

test("a drain says what refuses it, and what becomes of each pod", async () => {
  const owner = "{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u, controller: true}";
  const text = `
{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 2, pods: 9}}}
---
{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: shop, uid: u}, spec: {replicas: 1,
  selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: shop, labels: {app: web}, ownerReferences: [${owner}]},
  spec: {nodeName: n1, containers: [{name: c}]}, status: {phase: Running}}
`;
  const { pods, blocks, waits } = await drain(text, { node: "n1" });
  assert.deepEqual(blocks, []);
  assert.equal(waits, undefined);
  assert.match(pods[0].message, /^waits: /);
  const budget = `---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: shop},
  spec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}}
`;
  const guarded = await drain(text + budget, { node: "n1" });
  assert.deepEqual(
    guarded.blocks.map(({ message }) => message),
    ["PodDisruptionBudget shop/web has maxUnavailable: 0, so it allows no disruption"],
  );
  assert.equal(guarded.pods[0].message, "stays: never evicted (blocked by a budget, would wait)");
  // A workload by its name.
  const { object } = await rollout(quotas, { object: "deploy/web" });
  assert.deepEqual(object, { kind: "Deployment", namespace: "team-a", name: "web" });
  await rejects(
    rollout(text, { object: "deployment/web" }),
    "no-such-object",
    "rollout.object: no object of the input is called `deployment/web`; did you mean replicaset/shop/web, " +
      "pod/shop/web-1?",
  );
});

test("what is listed is all there is, as a rule", async () => {
  const pod = (index) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${index}`, namespace: "n" },
    spec: { containers: [{ name: "c" }] },
  });
  const pods = Array.from({ length: 150 }, (_, index) => pod(index));
  const { steps, stepsTotal } = await queue(pods);
  assert.deepEqual([steps.length, stepsTotal], [150, 150]);
  const { steps: few } = await queue(pods, { limit: 3 });
  assert.equal(few.length, 3);
});

test("VMs: a timeline and one of its steps", async () => {
  const { text } = example("vm-watermark-crossed");
  const { steps, stepsTotal, migrations } = await vmTimeline(text);
  assert.equal(steps.length, stepsTotal);
  assert.ok(migrations.length > 0);
  const { event } = await vmStep(text, { step: migrations[0].startStep });
  assert.ok(event.migrate);
  await rejects(vmTimeline(text, { timeline: "none" }), "no-such-timeline", "there is no timeline `none`");
  await rejects(vmTimeline(text, { variant: "none" }), "no-such-variant", "the timeline has no variant `none`");
});

test("VMs: problems with their sentences", async () => {
  const { text } = example("vm-startup-uncertainty");
  const { steps } = await vmTimeline(text);
  const problems = steps.filter(({ problem }) => problem !== null);
  assert.deepEqual(problems[0].problem, { code: "no-room" });
  assert.equal(problems[0].message, "no node has room");
  assert.ok(steps.every(({ problem, message }) => (problem === null) === (message === null)));
  const { event, candidates } = await vmStep(text, { step: problems[0].step });
  assert.equal(event.message, "no node has room");
  assert.deepEqual(candidates[0].problem, {
    code: "over-reservable",
    used: { vCPUs: 15, mem: 60 },
    reservable: { vCPUs: 10, mem: 40 },
  });
  assert.equal(
    candidates[0].message,
    "not enough room: 15 vCPUs with this pod, 10 reservable; 60 memory slots with this pod, 40 reservable",
  );
  const unit = example("vm-compute-unit-changed").text;
  const { request } = await vmStep(unit, { step: 11 });
  assert.match(request.message, /^the request is not a multiple of the compute unit last sent, 2 vCPUs and 6 memory/);
});

test("lint: both sorts of findings", async () => {
  const fine = await lint(quotas);
  const codes = fine.quotaDiagnostics.map(({ code }) => code);
  assert.deepEqual([fine.ok, codes, fine.diagnostics], [true, ["min-equals-capacity"], []]);
  const { ok, quotaDiagnostics: found } = await lint(example("quota-lint").text);
  assert.equal(ok, false);
  assert.ok(found.length > 3);
  for (const one of found) assert.equal(one.input === null, one.range === null, one.message);
  const broken = await lint("kind: Pod\nmetadata: [");
  assert.deepEqual([broken.ok, broken.diagnostics[0].code], [false, "syntax"]);
});
