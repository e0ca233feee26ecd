import { expect, test } from "vitest";
import type { QuotaDiagnostic } from "../../../types.js";
import { quotaDiagnosticText } from "./diagnostic.js";
import { objectNamed } from "../object-name.js";

const object = { kind: "ElasticQuota", namespace: "team-a", name: "quota" };

const refusal = {
  namespace: "team-a",
  name: "compute",
  resource: "limits.memory",
  rule: "must-specify",
  hard: 1,
  used: 0,
  fromStatus: true,
  new: 0,
  requested: 0,
} as const;

const SENTENCES: [code: QuotaDiagnostic["code"], resource: string | null, sentence: string][] = [
  ["several-quotas", null, "namespace `team-a` has an earlier quota: this one has no effect"],
  ["pods-ignored", null, "`pods` is ignored: quotas count resources, not pods"],
  [
    "max-empty",
    null,
    "`max` is empty: the released scheduler takes 0 of cpu, memory and ephemeral-storage; for the " +
      "preview scheduler they are unlimited; leave `max` out for no limit in both",
  ],
  [
    "max-without-cpu-and-memory",
    null,
    "`max` names neither cpu nor memory: the released scheduler takes 0 of both, so that no pod that " +
      "requests cpu or memory can run; for the preview scheduler they are unlimited",
  ],
  [
    "max-missing-is-zero",
    "memory",
    "`max` does not name memory: the released scheduler takes 0, so that no pod that requests memory " +
      "can run; for the preview scheduler it is unlimited",
  ],
  [
    "max-missing-is-zero",
    "ephemeral-storage",
    "`max` does not name ephemeral-storage: the released scheduler takes 0, so that no pod that " +
      "requests ephemeral-storage can run; for the preview scheduler it is unlimited; " +
      "pods here request it",
  ],
  [
    "min-above-hard",
    "cpu",
    "`min` of cpu is above the hard limit of ResourceQuota compute, which refuses new pods before the " +
      "namespace uses its `min`",
  ],
  [
    "max-above-hard",
    "pods",
    "`max` of pods is above the hard limit of ResourceQuota compute, which refuses new pods before the " +
      "namespace uses its `max`",
  ],
  [
    "refused-at-admission",
    "memory",
    "ResourceQuota compute refuses the pod before the scheduler sees it: each container must name limits.memory",
  ],
  ["max-below-min", "cpu", "`max` of cpu is below `min`: the namespace can never use all of its guaranteed cpu"],
  [
    "min-is-zero",
    "cpu",
    "`min` of cpu is 0: all cpu that the namespace uses is borrowed, and is reclaimed when its owner needs it",
  ],
  [
    "quota-unused",
    null,
    "no pod of the input is in this namespace: the quota is unused, and others may borrow its `min`",
  ],
  ["used-above-max", "cpu", "more cpu is used than `max` allows; nothing is evicted for it"],
  ["status-differs", null, "`status.used` is not the sum over the pods of this input; the scheduler does not read it"],
  ["min-above-capacity", "cpu", "the minimums of all quotas together promise more cpu than all nodes can allocate"],
  [
    "min-equals-capacity",
    "cpu",
    "the minimums of all quotas together are all the cpu that the nodes can allocate: the design document recommends " +
      "a smaller sum, because preemption never evicts on several nodes for one pod",
  ],
  [
    "used-above-min",
    "cpu",
    "all quotas together use more cpu than all minimums: until some is released, no pod of any quota is admitted, " +
      "not even one that requests no cpu",
  ],
  ["request-above-every-node", "cpu", "the pod requests more cpu than any node has: it can never run"],
  ["request-above-max", "cpu", "the pod requests more cpu than its quota's `max`: it can never run"],
  ["request-above-min", "cpu", "the pod requests more cpu than all minimums together: it can never run"],
];

test.each(SENTENCES)("%s of %s", (code, resource, sentence) => {
  expect(quotaDiagnosticText({ code, object, resource, resourceQuota: objectNamed("compute"), refusal })).toBe(
    sentence,
  );
});
