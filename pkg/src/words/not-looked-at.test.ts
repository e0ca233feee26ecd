import { expect, test } from "vitest";
import type { NotLookedAt } from "../../types.js";
import { notLookedAtSentence, notLookedAtSubject, notLookedAtText, rowsBesideAnswer } from "./not-looked-at.js";

const at = { line: 1, column: 1, offset: 0 };
const row: NotLookedAt = {
  object: { kind: "Pod", namespace: "team-a", name: "db" },
  path: "spec.volumes[1].persistentVolumeClaim",
  why: "volumes",
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
    "not looked at: volumes can keep a pod from nodes: by where they are, by limits of attached volumes, by conflicts",
  ],
  ["pods-not-made", 2, "not looked at in 2 objects: it makes pods; only those that stand in the text are counted"],
  ["descheduling", 1, "not looked at: running pods are evicted by a descheduler; here only preemption evicts"],
];

test.each(SENTENCES)("%s of %s", (why, count, sentence) => {
  expect(notLookedAtText({ why, count })).toBe(sentence);
});

const ANSWERS: [why: NotLookedAt["why"][], sentence: string][] = [
  [[], ""],
  [["volumes"], "This answer does not look at volumes."],
  [["volumes", "volumes", "numa"], "This answer does not look at volumes and NUMA zones."],
  [["volumes", "numa", "admission"], "This answer does not look at volumes, NUMA zones and webhooks for new pods."],
];

test.each(ANSWERS)("%s", (whys, sentence) => {
  expect(notLookedAtSentence(whys.map((why) => ({ why })))).toBe(sentence);
});

test("that a pod names its scheduler is told with the answer, not among what is not looked at", () => {
  const rows = [{ why: "other-scheduler" }, { why: "volumes" }] as NotLookedAt[];
  expect(rowsBesideAnswer(rows).map(({ why }) => why)).toEqual(["volumes"]);
});
