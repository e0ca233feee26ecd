import { Scenario } from "schedscope";
import { expect, test } from "vitest";
import { phraseText } from "../phrase.js";
import { keyText, refusalText, whatIsRefused } from "./resource-quota.js";
import { refusedText } from "./queue-words.js";
import { verdictSentence } from "./sentence.js";
import { checks } from "./why.js";

const text = (hard: string, resources: string): string => `
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 8, memory: 8Gi, pods: 110}}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: q, namespace: a}
spec: {min: {cpu: 4, memory: 8Gi}, max: {cpu: 4, memory: 8Gi}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: compute, namespace: a}
spec: {hard: ${hard}}
---
apiVersion: v1
kind: Pod
metadata: {name: old, namespace: a, uid: u1}
spec: {nodeName: n1, containers: [{name: c, resources: {requests: {cpu: 2}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: new, namespace: a}
spec: {containers: [{name: c, resources: ${resources}}]}
`;

const simulate = (hard: string, resources: string): ReturnType<Scenario["simulatePod"]> => {
  const scenario = new Scenario();
  scenario.replace(text(hard, resources));
  return scenario.simulatePod({ pod: "a/new" });
};

/** Where the used amount is from. */
const used = "used (pods of the input)";

const SENTENCES: [hard: string, resources: string, sentence: string][] = [
  ["{requests.cpu: 4}", "{requests: {cpu: 2}}", ""],
  ["{requests.cpu: 3}", "{requests: {cpu: 1500m}}", `requests.cpu, 2 ${used} + 1.5 for the pod = 3.5, hard 3`],
  ["{cpu: 3}", "{requests: {cpu: 3}}", `cpu, 2 ${used} + 3 for the pod = 5, hard 3`],
  ["{pods: 1}", "{requests: {cpu: 1}}", `pods, 1 ${used} + 1 for the pod = 2, hard 1`],
  [
    "{requests.cpu: 3, pods: 1, limits.cpu: 9}",
    "{requests: {cpu: 1500m}}",
    `each container must name limits.cpu; requests.cpu, 2 ${used} + 1.5 for the pod = 3.5, hard 3; ` +
      `pods, 1 ${used} + 1 for the pod = 2, hard 1`,
  ],
  ["{requests.memory: 4Gi}", "{requests: {cpu: 1}}", "each container must name requests.memory"],
];

test.each(SENTENCES)("%s for %s", (hard, resources, sentence) => {
  const refusal = simulate(hard, resources).resourceQuota;
  expect(refusal === null ? "" : refusalText(refusal)).toBe(sentence);
});

test("other refusals: the claim of a volume, and a limit below the request", () => {
  const key = { namespace: "a", name: "q", fromStatus: true, new: 0, used: 10 * 2 ** 30, hard: 15 * 2 ** 30 };
  const storage = {
    ...key,
    resource: "fast.storageclass.storage.k8s.io/requests.storage",
    volume: "d",
    rule: "exceeded",
    requested: 10 * 2 ** 30,
  } as const;
  expect(whatIsRefused(storage)).toBe("its claim");
  expect(keyText(storage)).toBe(
    "fast.storageclass.storage.k8s.io/requests.storage, 10Gi used (status.used) + 10Gi for its claims (volume d) = " +
      "20Gi, hard 15Gi, unless the claim exists already",
  );
  const limit = { ...key, limits: "Container", resource: "requests.cpu", rule: "above-limit" } as const;
  expect(keyText({ ...limit, requested: 1000, hard: 500 })).toBe(
    "requests.cpu of a container is 1, above 500m, the limit that the LimitRange sets",
  );
});

test("what is the same of several resources is said once", () => {
  const scenario = new Scenario();
  const container = (name: string): string => `{name: ${name}, resources: {requests: {cpu: 2}, limits: {cpu: 2}}}`;
  const pods = ["one", "two"].map(
    (name) =>
      `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: b}\nspec: {containers: ` +
      `[${container("c")}, ${container("d")}]}\n`,
  );
  const range = "spec: {limits: [{type: Container, max: {cpu: 1}}]}\n";
  scenario.replace(`apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: b}\n${range}${pods.join("")}`);
  const why = "requests.cpu and limits.cpu of a container are 2, above max 1";
  expect(phraseText(verdictSentence(scenario.simulatePod({ pod: "b/one" })))).toContain(`at admission: ${why}. If it`);
  expect(refusedText(scenario.queue())).toBe(
    "LimitRanges refuse 2 pods at admission, before the scheduler and its ElasticQuotas see them: b/one and b/two " +
      `by l (${why}). They are never tried.`,
  );
});

test("the verdict begins with it, and it is the first check", () => {
  const cycle = simulate("{pods: 1}", "{requests: {cpu: 1}}");
  expect(phraseText(verdictSentence(cycle))).toBe(
    `a/new is refused by ResourceQuota compute at admission: pods, 1 ${used} + 1 for the pod = 2, hard 1. If it were ` +
      "admitted: a/new fits n1. With it a would use 3 of the 4 guaranteed CPUs.",
  );
  expect(checks(cycle)[0]).toEqual({
    rule: "ResourceQuota compute, at admission",
    holds: false,
    words: "pods: 1 used (pods of the input) + 1 for the pod = 2, hard 1",
  });
});

test("new pods before it in the queue count, as in the queue", () => {
  const scenario = new Scenario();
  const one = (name: string): string =>
    `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: a}\n` +
    "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
  const status = "status: {used: {requests.cpu: 1}}\n";
  const hard = text("{requests.cpu: 4}", "{requests: {cpu: 1}}");
  scenario.replace(`${hard}${one("n1")}${one("n2")}`);
  expect(scenario.queue().refusedPods.map(({ pod }) => pod)).toEqual([{ namespace: "a", name: "new" }]);
  const refused = scenario.simulatePod({ pod: "a/new" });
  expect(phraseText(verdictSentence(refused))).toContain(
    "requests.cpu, 4 used (pods of the input, new ones before it too) + 1 for the pod = 5, hard 4",
  );
  expect(scenario.simulatePod({ pod: "a/n1" }).resourceQuota).toBe(null);
  scenario.replace(hard.replace("spec: {hard: {requests.cpu: 4}}\n", `spec: {hard: {requests.cpu: 1}}\n${status}`));
  expect(phraseText(verdictSentence(scenario.simulatePod({ pod: "a/new" })))).toContain("1 used (status.used) + 1");
  scenario.replace(`${text("{pods: 2}", "{requests: {cpu: 1}}")}${one("n1")}`);
  expect(scenario.simulatePod({ pod: "a/new" }).resourceQuota).toMatchObject({ used: 2, new: 1, fromStatus: false });
});
