// The JSON Schema: it takes every answer and every option there is, and refuses what the engine refuses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import * as schedscope from "schedscope";

import { everyOption } from "./every-option.mjs";
import { example, project } from "./project.mjs";
import { placement, quotas } from "./texts.mjs";

const { Scenario, compare, compareDecision, lint, place, spread } = schedscope;
const { default: Ajv } = createRequire(join(project, "package.json"))("ajv/dist/2020.js");
const { resolve } = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(resolve("schedscope/schema.json"), "utf8"));
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  strictTuples: false,
  allErrors: true,
  code: { optimize: false },
  formats: { "date-time": true },
});
ajv.addSchema(schema);

/** Whether something is of a type; with what is wrong. */
function check(type, value) {
  const validate = ajv.getSchema(`urn:schedscope:v1#/$defs/${type}`);
  assert.ok(validate, `there is no type ${type}`);
  // What has gone through JSON, as files and requests have.
  const holds = validate(JSON.parse(JSON.stringify(value)));
  return holds ? null : ajv.errorsText(validate.errors);
}
const isOf = (type, value, about = "") => assert.equal(check(type, value), null, `${type} ${about}`);

/** The types of a question's options and of its answer. */
function typesOf(question) {
  const name = question[0].toUpperCase() + question.slice(1);
  return [question === "vmDump" ? "VmStepOptions" : `${name}Options`, `${name}Answer`];
}

test("it names its version, and every type that it mentions is there", () => {
  assert.equal(schema.$id, "urn:schedscope:v1");
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  for (const type of Object.keys(schema.$defs)) check(type, null);
  const timeline = JSON.parse(readFileSync(resolve("schedscope/timeline.schema.json"), "utf8"));
  assert.equal(timeline.$id, "urn:schedscope:timeline:v1alpha1");
});

test("every type and every field of it is explained", () => {
  const missing = [];
  const walk = (part, path) => {
    if (Array.isArray(part)) for (const item of part) walk(item, path);
    if (typeof part !== "object" || part === null) return;
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      // What tells one of several types from another explains itself.
      if (field.description === undefined && field.const === undefined) missing.push(`${path}.${name}`);
      walk(field, `${path}.${name}`);
    }
    for (const key of ["items", "anyOf", "prefixItems", "additionalProperties"]) walk(part[key], path);
  };
  for (const [name, type] of Object.entries(schema.$defs)) {
    if (type.description === undefined) missing.push(name);
    walk(type, name);
  }
  assert.deepEqual(missing, []);
});

test("options of every question, and their answers", () => {
  const scenario = new Scenario();
  scenario.replace(quotas);
  for (const [question, options] of Object.entries(everyOption)) {
    const [asked, answered] = typesOf(question);
    isOf(asked, options, question);
    isOf(answered, scenario[question](options), question);
  }
  isOf("DecideOptions", {
    placement: 0,
    now: "2025-06-01T12:00:00Z",
    profile: "Upstream",
    candidates: "given",
    weights: { Steady: -3 },
    numberOfClusters: null,
  });
  isOf("DecisionOptions", {
    placement: "n/p",
    now: "2025-06-01T12:00:00Z",
    explain: true,
    numberOfClusters: 3,
    weights: {},
  });
  isOf("QuantityAnswer", scenario.quantity({ text: "1500m" }));
  scenario.free();
});

test("the answers about every example", async () => {
  let asked = 0;
  for (const { name, text, placements } of example.all()) {
    const scenario = new Scenario();
    isOf("ReadingAnswer", scenario.replace(text), name);
    isOf("ClusterKeysAnswer", scenario.clusterKeys(), name);
    const ask = (question, options) => {
      asked += 1;
      const answer = scenario[question](options);
      isOf(typesOf(question)[1], answer, `${name} ${question}`);
      return answer;
    };
    for (let index = 0; index < placements; index += 1) {
      for (const profile of ["Upstream", "Proposal"]) {
        await scenario.loadCel(index);
        const decision = scenario.decide({ placement: index, now: "2025-06-01T12:00:00Z", profile });
        isOf("DecideAnswer", decision, name);
        isOf("ClustersAnswer", scenario.clusters(), name);
        for (let cluster = 0; cluster < decision.clusters; cluster += 1)
          isOf("ExplainClusterAnswer", scenario.explainCluster({ cluster }), name);
        for (let step = 1; step <= (decision.spread?.steps ?? 0); step += 1) {
          isOf("SpreadStepAnswer", scenario.spreadStep({ step }), name);
          isOf("SpreadCandidatesAnswer", scenario.spreadCandidates({ step, limit: 5 }), name);
          isOf("SpreadDomainsAnswer", scenario.spreadDomains({ step, limit: 100 }), name);
        }
        for (const hint of scenario.hints()) isOf("DecisionHint", hint, name);
        if (decision.spread !== null) isOf("SpreadSkewsAnswer", scenario.spreadSkews(), name);
        const options = { placement: index, profile };
        isOf("PlaceAnswer", await place(text, { ...options, explain: true }), name);
        isOf("SpreadAnswer", await spread(text, options), name);
        for (const baseline of ["recorded", "other-profile"])
          isOf("CompareDecisionAnswer", await compareDecision(text, { ...options, baseline }), name);
        isOf("CompareAnswer", await compare(text, text, options), name);
      }
    }
    const { pods } = ask("pods", {});
    const { nodes } = ask("nodes", {});
    for (const { pod } of pods.slice(0, 10)) {
      for (const profile of ["Upstream", "Proposal"]) ask("simulatePod", { pod, profile });
      ask("scoreNodes", { pod });
      ask("evictAcrossNodes", { pod });
      for (const { name: node } of nodes.slice(0, 3)) ask("explainNode", { pod, node });
    }
    for (const { name: node } of nodes.slice(0, 3)) ask("drain", { node });
    ask("compareRecorded", {});
    if (nodes.length > 0) ask("withoutNodes", { each: "node" });
    for (const { pod } of pods.slice(0, 3)) ask("more", { pod, most: 5 });
    ask("quotas", undefined);
    const { stepsTotal } = ask("queue", {});
    for (let step = 0; step <= Math.min(stepsTotal, 5); step += 1) ask("queueStep", { step });
    ask("queueLimits", { weights: { LimitAware: 2, LeastAllocated: 1 } });
    const { stepsTotal: last, nodes: ends } = ask("vmTimeline", { limit: 500, heat: true });
    ask("vmTimeline", { series: ends.map((end) => end.name) });
    for (let step = 0; step <= Math.min(last, 40); step += 1) ask("vmStep", { step });
    ask("vmDump", { step: last });
    isOf("LintAnswer", await lint(text), name);
    isOf("QuotasCallAnswer", await schedscope.quotas(text), name);
    isOf("QueueCallAnswer", await schedscope.queue(text), name);
    isOf("VmTimelineCallAnswer", await schedscope.vmTimeline(text), name);
    scenario.free();
  }
  assert.ok(asked > 700, `${asked} questions`);
});

const NOW = "2025-06-01T12:00:00Z";
const pod = "team-a/api";
/** What is wrong, and nowhere else: by the question that it is about. */
const wrong = {
  decide: [
    ...[
      { placement: -1, now: NOW },
      { placement: 0.5, now: NOW },
      { placement: true, now: NOW },
    ],
    ...[
      { placement: 2 ** 32, now: NOW },
      { placement: 0, now: 5 },
      { placement: 0, now: NOW, nope: 1 },
      { placement: 0, now: NOW, profile: "upstream" },
    ],
    ...[
      { placement: 0, now: NOW, candidates: "all" },
      { placement: 0, now: NOW, weights: [] },
      { placement: 0, now: NOW, weights: { Steady: "3" } },
    ],
    ...[
      { placement: 0, now: NOW, weights: { Steady: 0.5 } },
      { placement: 0, now: NOW, weights: { Steady: 2 ** 31 } },
    ],
    ...[
      { placement: 0, now: NOW, numberOfClusters: "3" },
      { placement: 0, now: NOW, numberOfClusters: 1.5 },
    ],
  ],
  pods: [{ state: "waiting" }, { find: 5 }, { node: [] }, { offset: -1 }, { limit: 0.5 }, { limit: "3" }, { Limit: 3 }],
  nodes: [{ limit: -1 }, { offset: true }, { state: "all" }],
  scoreNodes: [
    ...[{}, { pod: 5 }, { pod, resources: { cpu: 1 } }, { pod, resources: ["cpu"] }, { pod, resources: [{ name: 5 }] }],
    ...[
      { pod, resources: [{ weight: 1 }] },
      { pod, resources: [{ name: "cpu", weight: 101 }] },
      { pod, resources: [{ name: "cpu", weight: 0 }] },
    ],
    ...[
      { pod, shape: [[0, 0], [1]] },
      { pod, shape: [[0, 0, 0]] },
      { pod, bestEffort: "all" },
      { pod, bestEffort: { amount: 1.5 } },
    ],
    ...[
      { pod, bestEffort: { amount: "5" } },
      { pod, scorers: "LimitAware" },
      { pod, order: 1 },
      { pod, weights: {} },
    ],
  ],
  simulatePod: [{}, { pod, profile: "Today" }, { pod, limit: -1 }, { pod, node: "node-1" }],
  explainNode: [{ pod }, { node: "node-1" }, { pod, node: 1 }, { pod, node: "node-1", limit: 1 }],
  evictAcrossNodes: [{}, { pod: [pod] }, { pod, profile: "Today" }, { pod, node: "node-1" }],
  compareRecorded: [{ profile: 1 }, { limit: -1 }, { node: "node-1" }],
  drain: [{}, { node: 1 }, { node: "node-1", most: 1 }],
  withoutNodes: [{ node: 1 }, { each: [] }, { node: "node-1", most: 1 }],
  rollout: [{}, { object: { kind: "Deployment" } }, { object: "web" }],
  nodesNeeded: [{ shape: { cpu: 4 } }, { like: 1 }, { like: "node-1", most: 0 }, { taints: "gpu" }, { pod }],
  more: [
    { pod, most: 0 },
    { pod, most: 10_001 },
    { pod, node: "node-1" },
  ],
  queue: [{ profile: 1 }, { maxSteps: -1 }, { maxSteps: 1.5 }, { scorer: 5 }, { step: 1 }],
  queueLimits: [{ scorers: ["Nobody"] }, { weights: { LimitAware: 101 } }, { weights: { Nobody: 1 } }, { scorer: "x" }],
  queueStep: [{ step: -1 }, { step: "1" }, { step: 0, queue: { steps: 1 } }, { step: 0, queue: [] }],
  vmTimeline: [
    { kind: "ask" },
    { series: "node-1" },
    { heat: "yes" },
    { points: -1 },
    { mitigations: { largestStep: 0 } },
    { mitigations: { capacityPressureFactor: 2 } },
    { step: 1 },
  ],
  vmStep: [
    {},
    { step: -1 },
    { step: 1, nodes: "a" },
    { step: 1, mitigations: { sustainedRequests: 0.5 } },
    { step: 1, offset: 1 },
  ],
};

test("what it refuses the engine refuses, too", () => {
  const scenario = new Scenario();
  scenario.replace(`${placement}---\n${quotas}`);
  let refused = 0;
  for (const [question, values] of Object.entries(wrong)) {
    const [type] = typesOf(question);
    for (const value of values) {
      const about = `${question} ${JSON.stringify(value)}`;
      assert.notEqual(check(type, value), null, about);
      assert.throws(() => scenario[question](value), { code: "invalid-argument" }, about);
      refused += 1;
    }
  }
  assert.ok(refused >= 60, `${refused} values`);
  scenario.free();
});

test("answers with something more, less or else are refused", async () => {
  const result = await place(placement, { now: NOW, explain: true });
  isOf("PlaceAnswer", result);
  const changes = [
    (r) => delete r.diagnostics,
    (r) => delete r.decision.selected,
    (r) => (r.more = 1),
    (r) => (r.decision.now = 5),
    (r) => (r.decision.clusters[0].state = "chosen"),
    (r) => (r.decision.clusters[0].total = 0.5),
    (r) => (r.decision.clusters[1].reason = { type: "unlucky" }),
    (r) => (r.decision.outcome = {}),
    (r) => (r.decision.explanations[0].cluster = 0),
    (r) => (r.counts.error = "none"),
    (r) => (r.diagnostics = [{}]),
  ];
  for (const change of changes) {
    const copy = structuredClone(result);
    change(copy);
    assert.notEqual(check("PlaceAnswer", copy), null, String(change));
  }
});
