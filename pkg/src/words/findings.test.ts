import { expect, test } from "vitest";
import type { RefusedField } from "../../types.js";
import { isBefore } from "./caveat.js";
import { allCaveats } from "./pod-caveats.js";
import { findingsOf, isPodInvalid } from "./finding.js";
import { findingCaveats } from "./findings.js";
import { objectNamed } from "./object-name.js";

const field = (kind: string, path: string, message: string, name = "a"): RefusedField => ({
  object: { kind, namespace: name === "" ? "" : "d", name },
  path,
  code: "invalid-value",
  message,
});

const invalid = (...fields: RefusedField[]) => ({ findings: findingsOf("invalid-field", fields) });

const INVALID: [fields: RefusedField[], words: string][] = [
  [[field("Pod", "spec.x", "`1` is wrong")], "Invalid: Pod d/a, spec.x: `1` is wrong."],
  [
    [field("Pod", "", "it has no spec"), field("Node", "b", "c"), field("Node", "c", "d")],
    "Invalid: Pod d/a: it has no spec; and 2 more invalid fields.",
  ],
  [
    [{ ...field("Placement", "spec.clusterSets[0]", "`$(SET)` is a placeholder: fill it in"), code: "placeholder" }],
    "Incomplete: Placement d/a, spec.clusterSets[0]: `$(SET)` is a placeholder: fill it in.",
  ],
  [
    [field("VirtualMachine", "spec.guest.cpus.min", "expected a whole number")],
    "Incomplete: VirtualMachine d/a cannot be read, and the run is without it: spec.guest.cpus.min: expected a whole " +
      "number.",
  ],
  [
    [field("KubeSchedulerConfiguration", "profiles[0]", "`x` is wrong", "")],
    "Invalid: kube-scheduler does not start with KubeSchedulerConfiguration, profiles[0]: `x` is wrong. The answer " +
      "takes its valid fields, and defaults for the others.",
  ],
];

test.each(INVALID)("%o", (fields, words) => {
  const [first] = findingCaveats(invalid(...fields), "invalid-field");
  expect(first).toMatchObject({ code: "invalid-field", message: words });
});

test("misspelt fields", () => {
  const misspelt = [field("Placement", "spec.tollerations", "unknown field"), field("Placement", "spec.x", "y")];
  expect(findingCaveats({ findings: findingsOf("misspelt-field", misspelt) }, "misspelt-field")).toEqual([
    {
      at: "before",
      severity: "error",
      code: "misspelt-field",
      message: "Ignored: Placement d/a, spec.tollerations: unknown field; and 1 more such field.",
      details: ["Placement d/a, spec.x: y"],
    },
  ]);
  expect([...findingCaveats({}, "misspelt-field"), ...findingCaveats({}, "invalid-field")]).toEqual([]);
});

test("a pod is invalid by itself or with its workload", () => {
  expect(isPodInvalid(invalid(field("Deployment", "a", "b")))).toBe(true);
  expect(isPodInvalid(invalid(field("ElasticQuota", "a", "b")))).toBe(false);
  expect(isPodInvalid({ pod: objectNamed("d/a"), ...invalid(field("Pod", "a", "b")) })).toBe(true);
});

test("a bound pod that is invalid is counted for another one", () => {
  const answer = { pod: objectNamed("d/other"), ...invalid(field("Pod", "spec.x", "is not a quantity")) };
  expect(isPodInvalid(answer)).toBe(false);
  expect(findingCaveats(answer, "invalid-field")[0]?.message).toBe(
    "Invalid: Pod d/a, spec.x: is not a quantity. It is counted with its valid fields.",
  );
  const nameless = field("Pod", "metadata.name", "an object needs a name");
  nameless.object.name = "";
  expect(findingCaveats({ pod: objectNamed("d/other"), ...invalid(nameless) }, "invalid-field")[0]?.message).toBe(
    "Invalid: Pod without a name in d, metadata.name: an object needs a name. It is not counted.",
  );
});

test("faults of quotas", () => {
  const fault = (name: string, code: "several-quotas" | "max-below-min") => ({
    code,
    severity: "warning" as const,
    object: { kind: "ElasticQuota", namespace: "team", name },
    path: "",
    range: null,
    resource: "cpu",
    found: null,
    bound: null,
    resourceQuota: null,
  });
  const findings = findingsOf("quota-fault", [fault("b", "several-quotas"), fault("a", "max-below-min")], "warning");
  expect(allCaveats({ findings })).toEqual([
    {
      at: "before",
      severity: "warning",
      code: "quota-fault",
      message:
        "Misconfigured: ElasticQuota team/b: namespace `team` has an earlier quota: this one has no effect; and 1 " +
        "more fault of quotas.",
      details: [
        "ElasticQuota team/a: `max` of cpu is below `min`: the namespace can never use all of its guaranteed cpu",
      ],
    },
  ]);
});

test("what is told after the answer", () => {
  const object = { kind: "Pod", namespace: "d", name: "a" };
  const path = "spec.topologySpreadConstraints[0].labelSelector";
  const later = { change: "empty-spread-selector" as const, version: "1.38", object, path, range: null };
  const all = allCaveats({
    findings: [
      { at: "after", severity: "info", code: "quotas-as-before", data: { version: "1.36", quotasOf: "1.35" } },
      { at: "after", severity: "info", code: "later-change", data: later },
    ],
  });
  expect(all.map(({ message }) => message)).toEqual([
    "CapacityScheduling panics in preemption if it is built with Kubernetes 1.36: quotas are answered as with 1.35.",
    `Kubernetes 1.38 (alpha) reads this differently: Pod d/a, ${path}: an empty selector counts all pods of the ` +
      "namespace, and here none.",
  ]);
  expect(all.some(isBefore)).toBe(false);
});

test("a namespace that is being deleted", () => {
  const found = { findings: findingsOf("ending-namespace", [{ namespace: "old" }], "warning") };
  expect(allCaveats(found).map(({ message }) => message)).toEqual([
    "Namespace old is being deleted: the API server creates no pods in it, and pods that are deleted are not replaced.",
  ]);
});
