import { expect, test } from "vitest";
import type { VmRequestExplanation } from "../../../types.js";
import { stepAnswer, stepOf } from "./fixture.js";
import { migrationChecks, migrationVerdict, queueText, unitCheck, unitText } from "./why.js";
import { permitText } from "./words.js";

function requestAt(pod: string, at: number): VmRequestExplanation {
  const { request } = stepAnswer(stepOf("request", pod, at));
  if (request === null) throw new Error("a request");
  return request;
}

const rulesOf = (request: VmRequestExplanation): string[] =>
  migrationChecks(request).map(({ rule, holds }) => `${holds === null ? "-" : holds ? "+" : "x"} ${rule}`);

test("who was head under too much pressure migrates", () => {
  const request = requestAt("default/b", 40);
  expect(rulesOf(request)).toEqual([
    "+ Head of the queue",
    "+ Too much pressure",
    "- Marked",
    "+ Not migrating",
    "+ Enabled",
  ]);
  expect(migrationVerdict(request)).toBe("The migration starts: it was the head, and there was too much pressure.");
  expect(queueText(request)).toBe(
    "the head before, removed now: it migrates; the head was default/b, is default/c now; 2 in the queue.",
  );
});

test("who was not stays", () => {
  const request = requestAt("default/c", 90);
  expect(rulesOf(request)).toEqual([
    "+ Head of the queue",
    "x Too much pressure",
    "- Marked",
    "+ Not migrating",
    "+ Enabled",
  ]);
  expect(migrationVerdict(request)).toBe("No migration starts.");
  expect(migrationChecks(request).map(({ words }) => words)).toEqual([
    "it was the head of the queue before this request",
    "n1 was not under too much pressure before this request",
    "it is not marked to migrate",
    "it is not migrating yet",
    "migrations are on: `doMigration` is not false",
  ]);
  expect(queueText(request)).toBe("stays the head; 2 in the queue.");
  const outside = { ...request.queue, before: -1, after: -1, headAfter: request.queue.headBefore };
  expect(queueText({ ...request, queue: outside })).toBe("still not in it; 2 in the queue.");
  expect(unitText(request.computeUnit)).toBe("Its agent is sent the compute unit: 1 vCPU and 4 slots.");
});

test("marked, migrating, switched off", () => {
  const request = requestAt("default/c", 90);
  const with_ = (change: Partial<VmRequestExplanation["migration"]>): VmRequestExplanation => ({
    ...request,
    migration: { ...request.migration, ...change },
  });
  expect(rulesOf(with_({ forced: true }))[2]).toBe("+ Marked");
  expect(migrationVerdict(with_({ forced: true, starts: true }))).toBe("The migration starts: it was marked.");
  expect(migrationVerdict(with_({ already: true }))).toBe("No migration starts: one is already under way.");
  expect(rulesOf(with_({ already: true, enabled: false }))).toEqual([
    "+ Head of the queue",
    "x Too much pressure",
    "- Marked",
    "x Not migrating",
    "x Enabled",
  ]);
});

test("the first contact is not checked, the next one is, against the unit that the agent knows", () => {
  expect(unitCheck(requestAt("default/a", 0))).toMatchObject({
    holds: null,
    words: "not checked: no compute unit was sent to this pod yet",
  });
  expect(unitCheck(requestAt("default/c", 90))).toMatchObject({
    holds: true,
    words: "1 vCPU and 4 slots, as last sent: 9 / 1 = 9, 36 / 4 = 9",
  });
  const odd = { ...requestAt("default/c", 90), want: { vCPUs: 3, mem: 10 }, status: 400, cpu: null, memory: null };
  expect(unitCheck(odd)).toMatchObject({
    holds: false,
    words: "1 vCPU and 4 slots, as last sent: 3 / 1 = 3, 10 / 4 = 2 remainder 2: not the same whole number",
  });
  expect(unitCheck({ ...odd, want: { vCPUs: 2, mem: 12 } })).toMatchObject({ holds: false });
});

test("what became of each resource", () => {
  const { cpu, memory } = requestAt("default/c", 90);
  if (cpu === null || memory === null) throw new Error("it was permitted");
  expect([permitText(cpu, "cpu"), permitText(memory, "memory")]).toEqual([
    "the node had only 3 vCPUs left",
    "the node had only 19 slots left",
  ]);
  expect(permitText({ ...cpu, rule: "migration-starts" }, "cpu")).toBe("its migration starts, so it gets no increase");
});
