import { expect, test } from "vitest";
import type { NotLookedAt } from "../../types.js";
import { notLookedAtReason, notLookedAtSentence, notLookedAtSubject, notLookedAtText } from "./not-looked-at.js";

const at = { line: 1, column: 1, offset: 0 };
const row: NotLookedAt = {
  object: { kind: "Pod", namespace: "team-a", name: "db" },
  path: "spec.volumes[1].persistentVolumeClaim",
  why: "volumes",
  plugin: null,
  range: { start: at, end: at },
  field: "spec.volumes[].persistentVolumeClaim",
  own: true,
  count: 1,
  more: [],
};
const config = { kind: "KubeSchedulerConfiguration", namespace: "", name: "" };

const SUBJECTS: [row: NotLookedAt, subject: string][] = [
  [row, "Pod team-a/db, spec.volumes[1].persistentVolumeClaim"],
  [{ ...row, count: 3 }, "Pod team-a/db (and 2 more), spec.volumes[].persistentVolumeClaim"],
  [{ ...row, object: { kind: "CSINode", namespace: "", name: "n1" }, path: "", field: "" }, "CSINode n1"],
  [{ ...row, object: config, path: "", field: "" }, "KubeSchedulerConfiguration"],
];

test.each(SUBJECTS)("%#: what is meant", (given, subject) => {
  expect(notLookedAtSubject(given)).toBe(subject);
});

const SENTENCES: [why: NotLookedAt["why"], count: number, sentence: string][] = [
  [
    "volumes",
    1,
    "not looked at: Kubernetes translates in-tree volumes for a CSI driver, whose limits can keep a pod from nodes",
  ],
  [
    "pods-not-made",
    2,
    "not looked at in 2 objects: it creates pods; on the nodes of the input, only those in the input are counted",
  ],
  ["descheduling", 1, "not looked at: running pods are evicted by a descheduler; here only preemption evicts"],
];

test.each(SENTENCES)("%s of %s", (why, count, sentence) => {
  expect(notLookedAtText({ ...row, why, count })).toBe(sentence);
});

const ANSWERS: [why: NotLookedAt["why"][], sentence: string][] = [
  [[], ""],
  [["volumes"], "This answer does not look at in-tree volumes."],
  [["volumes", "volumes", "numa"], "This answer does not look at in-tree volumes and NUMA zones."],
  [["scheduler-configuration"], "This answer ignores settings of the scheduler's configuration."],
  [
    ["volumes", "no-capacity-scheduling"],
    "This answer does not look at in-tree volumes. It applies ElasticQuotas, which the configured scheduler ignores.",
  ],
  [
    ["volumes", "numa", "admission"],
    "This answer does not look at in-tree volumes, NUMA zones and webhooks for new pods.",
  ],
];

test.each(ANSWERS)("%s", (whys, sentence) => {
  expect(notLookedAtSentence(whys.map((why) => ({ why })))).toBe(sentence);
});

const SETTINGS: [field: string, plugin: string | null, words: RegExp][] = [
  ["extenders", null, /^extenders can reject nodes/],
  ["profiles[].plugins.score.enabled[].name", "MyScore", /^plugin MyScore is not modelled: its scores are not added/],
  ["profiles[].plugins.filter.enabled[].name", "MyFilter", /^plugin MyFilter is not modelled: it can reject nodes/],
  ["profiles[].plugins.queueSort.enabled[].name", "Coscheduling", /: it orders the queue; here pods come by priority/],
  ["profiles[].plugins.permit.enabled[].name", "Coscheduling", /: it can reject the pod or let it wait/],
  ["profiles[].pluginConfig[].name", "MyScore", /^plugin MyScore is not modelled: its arguments are ignored$/],
  [
    "profiles[].plugins.preFilter.disabled[].name",
    "NodePorts",
    /^the profile switches NodePorts off at preFilter; here it stays on there$/,
  ],
  ["profiles[].plugins.multiPoint.disabled[].name", "*", /^the profile switches all plugins off at multiPoint/],
  ["profiles[].pluginConfig[].args.defaultConstraints[].whenUnsatisfiable", null, /^default constraints with DoNot/],
  ["profiles[].pluginConfig[].args.minCandidateNodesAbsolute", null, /^preemption stops after/],
  ["profiles[].pluginConfig[].args.addedAffinity.preferredDuringSchedulingIgnoredDuringExecution", null, /^preferred/],
  ["profiles[].somethingNew", null, /^extenders, plugins that are not part of Kubernetes and some settings/],
];

test.each(SETTINGS)("%s, %s: what is ignored, and what it can change", (field, plugin, words) => {
  expect(notLookedAtReason({ why: "scheduler-configuration", field, plugin })).toMatch(words);
});
