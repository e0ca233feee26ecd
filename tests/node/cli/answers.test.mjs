// What programs read is what the API answers, to the last digit.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Scenario } from "schedscope";
import { parse, parseAllDocuments } from "yaml";
import { root, run } from "./run.mjs";

const now = "2026-03-01T12:00:00Z";
const most = 2 ** 31;

/** Calls, with the lines of JSON that the API has for them. */
const answers = [
  ["story-5-gpus", ["place", "--now", now], (scenario) => [report(scenario)]],
  [
    "use-case-4-joint-spread",
    ["place", "--now", now, "--weight", "Steady=-9", "--number-of-clusters", "3"],
    (scenario) => [report(scenario, { weights: { Steady: -9 }, numberOfClusters: 3 })],
  ],
  [
    "taints-and-tolerations",
    ["why", "gcp-prod-2", "--now", now],
    (scenario) => {
      const released = { ...asked, profile: "Upstream" };
      const { findings, otherProfile, recorded } = scenario.decide(released);
      const explained = scenario.explainCluster({ cluster: "gcp-prod-2" });
      const hints = scenario.hints();
      const search = { want: { selects: ["gcp-prod-2"] }, maxSteps: 300, limit: 5 };
      const wouldChange = scenario.change({ ...released, ...search });
      const beside = { findings, otherProfile, recorded, hints, wouldChange };
      return [JSON.stringify({ placement: { namespace: "ns1", name: "shop" }, ...explained, ...beside })];
    },
  ],
  [
    "api-example",
    ["place", "--steps", "--now", now],
    (scenario) => [1, 2, 3, 4].map((step) => JSON.stringify(decided(scenario).spreadStep({ step }))),
  ],
  ["limit-aware-use-case", ["pods"], asks({ pods: { limit: most } })],
  [
    "limit-aware-use-case",
    ["pods", "default/pod5", "--best-effort", "9007199254740993"],
    asks({
      scoreNodes: {
        pod: "default/pod5",
        profile: "Proposal",
        defaultProfile: true,
        limit: most,
        bestEffort: { amount: 9007199254740992 },
      },
    }),
  ],
  ["quota-lint", ["quota"], asks({ quotas: {} })],
  [
    "quota-reprieve",
    ["quota", "why", "team-a/api"],
    asks({ simulatePod: { pod: "team-a/api", profile: "Upstream", limit: most } }),
  ],
  [
    "quota-reprieve",
    ["quota", "why", "team-a/api", "--node", "node-2", "--profile", "Upstream"],
    asks({ explainNode: { pod: "team-a/api", node: "node-2", profile: "Upstream" } }),
  ],
  ["quota-story-1", ["queue"], asks({ queue: { profile: "Upstream", limit: most, scorer: "DefaultProfile" } })],
  [
    "quota-story-1",
    ["queue", "--step", "3"],
    asks({
      queueStep: { queue: { profile: "Upstream", limit: most, scorer: "DefaultProfile" }, step: 3, limit: most },
    }),
  ],
  [
    "vm-over-correction",
    ["vm", "run", "--variant", "slow pressure"],
    asks({ vmTimeline: { variant: "slow pressure", limit: most, heat: false } }),
  ],
  ["vm-over-correction", ["vm", "step", "20"], asks({ vmStep: { step: 20 } })],
];

const asked = { placement: 0, now, profile: "Proposal" };
const decided = (scenario) => {
  scenario.decide(asked);
  return scenario;
};
const report = (scenario, options = {}) => scenario.askJson(JSON.stringify({ report: { ...asked, ...options } }));
function asks(question) {
  return (scenario) => [scenario.askJson(JSON.stringify(question))];
}

for (const [name, args, expected] of answers) {
  test(`${args.join(" ")} of ${name}`, async () => {
    const scenario = new Scenario();
    scenario.replace(readFileSync(join(root, `examples/${name}.yaml`), "utf8"));
    const lines = expected(scenario);
    const call = [...args, `examples/${name}.yaml`, "-q"];
    const [json, yaml] = await Promise.all([run([...call, "-o", "json"]), run([...call, "-o", "yaml"])]);
    assert.equal(json.stdout, `${lines.join("\n")}\n`, json.stderr);
    // For readers of both YAMLs: the older one takes more texts for something else.
    for (const version of ["1.1", "1.2"]) {
      const documents = parseAllDocuments(yaml.stdout, { version });
      assert.deepEqual(
        documents.map((document) => document.toJS()),
        lines.map((line) => JSON.parse(line)),
      );
    }
  });
}

test("integers that JavaScript cannot hold", async () => {
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ns}\n" +
    'spec: {containers: [{name: c, resources: {requests: {memory: "9007199254740993", example.com/x: ' +
    '"9223372036854775807"}}}]}\n';
  const [json, yaml] = await Promise.all(["json", "yaml"].map((format) => run(["pods", "-o", format], { stdin: pod })));
  assert.match(json.stdout, /"memory":9007199254740993\b/);
  assert.match(json.stdout, /"example\.com\/x":9223372036854775807\b/);
  const [{ requests }] = parse(yaml.stdout, { intAsBigInt: true }).pods;
  assert.deepEqual([requests.memory, requests["example.com/x"]], [9007199254740993n, 9223372036854775807n]);
});
