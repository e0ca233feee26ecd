import { expect, test } from "vitest";
import type { Found } from "../finding.js";
import { lacking } from "../fixture.js";
import type { VmStep, VmResourcePermit, VmRequestExplanation, VmTimelineAnswer, VmTotals } from "../../../types.js";
import { phraseText } from "../phrase.js";
import { stepAnswer, scenario, scenarioOf, stepOf, text } from "./fixture.js";
import { eventDetail, ideasText, stepSentence, timelineSentence } from "./sentence.js";
import { objectNamed } from "../object-name.js";

const says = (step: number): string => phraseText(stepSentence(stepAnswer(step)));

test("what happens in a timeline", () => {
  expect(phraseText(timelineSentence(scenario.vmTimeline()))).toBe(
    "default/runs-out: 106 events in 3m, ending with 3 VMs on 2 nodes; 2 migrations, no node over budget " +
      "after a restart.",
  );
  expect(phraseText(timelineSentence(scenario.vmTimeline({ variant: "no migration" })))).toMatch(
    new RegExp(
      "^default/runs-out, no migration: \\d+ events in 3m, ending with 3 VMs on 2 nodes; no migration, " +
        "no node over budget after a restart\\.$",
    ),
  );
  expect(phraseText(timelineSentence(scenario.vmTimeline({ variant: "half pressure" })))).toMatch(
    / Assuming capacity pressure × 0\.5: only an idea in the design document\.$/,
  );
});

test("an assumed config is not the scheduler's own", () => {
  const missing = { kind: "ConfigMap", namespace: "kube-system", name: "", assumed: false, command: "" };
  const assumed = lacking({ ...missing, why: "vm-config" });
  const says = (change: Partial<VmTimelineAnswer> & Found): string =>
    phraseText(timelineSentence({ ...scenario.vmTimeline(), ...assumed, ...change }));
  expect(says({ timeline: null })).toMatch(/^With the assumed config the scheduler starts with 3 VMs on 2 nodes/);
  const amount = { vCPUs: 1, mem: 1 };
  const notRun = {
    code: "fatal-vm" as const,
    pod: objectNamed("a/b"),
    min: amount,
    uses: amount,
    max: amount,
    slotsFit: false,
  };
  expect(says({ notRun })).toBe(
    "Nothing was run: with the assumed config the scheduler does not start, the memory slots of VM pod a/b do not " +
      "have the size of the config's `memBlockSize`.",
  );
  expect(says({ notRun, findings: [] })).toMatch(/^Nothing was run: the scheduler does not start, /);
});

test("an outage comes first", () => {
  const outage = scenarioOf(
    text.replace(
      /\n {2}events:/,
      "\n  events:\n  - { at: 1s, use: { pod: a, vCPUs: 60, mem: 8 } }\n  - { at: 2s, restart: {} }",
    ),
  );
  const timeline = outage.vmTimeline({ kind: "restart" });
  const cause = /VM pod default\/a uses 60 vCPUs and 8 memory slots, outside of its bounds, /;
  const sentence = phraseText(timelineSentence(timeline));
  expect(sentence).toMatch(/^Outage: no scheduler from 2s until the end: VM pod/);
  expect(sentence).toMatch(cause);
  const [failed] = timeline.steps;
  const step = phraseText(stepSentence(outage.vmStep({ step: failed?.step ?? 0 })));
  expect(step).toMatch(/^At 2s the scheduler does not start: VM pod/);
  expect(step).toMatch(cause);
});

test("counts are of all, lists only of as many as are given", () => {
  const timeline = scenario.vmTimeline();
  const says = (totals: Partial<VmTotals>, unplacedCount: number): string =>
    phraseText(
      timelineSentence({
        ...timeline,
        totals: { ...timeline.totals, failed: 0, open: 0, overBudget: 0, ...totals },
        unplacedCount,
      }),
    );
  expect(says({ migrations: 4000, failed: 1200, open: 7, overBudget: 3000 }, 5)).toBe(
    "default/runs-out: 106 events in 3m, ending with 3 VMs on 2 nodes; 5 VMs are not on a node; 4,000 migrations " +
      "(1,200 failed, 7 not ended), nodes over budget after a start 3,000 times.",
  );
  expect(says({ migrations: 0, overBudget: 1 }, 1)).toMatch(
    /; 1 VM is not on a node; no migration, a node over budget after a start\.$/,
  );
});

test("without a timeline there is the start alone", () => {
  const without = scenarioOf(text.slice(0, text.indexOf("---\napiVersion: schedscope.dev")));
  expect(phraseText(timelineSentence(without.vmTimeline(), "adding an event below creates one"))).toBe(
    "The scheduler starts with 3 VMs on 2 nodes. The input has no Timeline: adding an event below creates one.",
  );
  expect(phraseText(timelineSentence(without.vmTimeline()))).toMatch(/ The input has no Timeline\.$/);
  expect(phraseText(timelineSentence({ ...without.vmTimeline(), unplacedCount: 5 }))).toMatch(
    /^The scheduler starts with 3 VMs on 2 nodes; 5 VMs are not on a node yet\. /,
  );
  expect(phraseText(stepSentence(without.vmStep({ step: 0 })))).toBe(
    "At 0s the scheduler starts: each VM is reserved at its max, the unused part as buffer, until its " +
      "agent sends a request.",
  );
});

test("a node that is over budget from the start comes first", () => {
  const over = (node: string, resource: "cpu" | "memory", step = 0) => ({
    step,
    node,
    resource,
    used: 8,
    total: 7,
  });
  const says = (overBudget: VmTimelineAnswer["overBudget"], change: Partial<VmTimelineAnswer> = {}): string =>
    phraseText(timelineSentence({ ...scenario.vmTimeline(), timeline: null, overBudget, ...change }));
  expect(says([over("small", "cpu")])).toMatch(
    /^small is over budget: its VMs use 8 vCPUs, it has 7\. The scheduler starts with 3 VMs on 2 nodes\./,
  );
  expect(says([over("small", "cpu"), over("small", "memory"), over("big", "cpu")])).toMatch(
    /^small and big are over budget: the VMs of small use 8 vCPUs and 8 slots, small has 7 and 7\. The scheduler/,
  );
  expect(says([over("small", "cpu")], { timeline: objectNamed("a/b") })).toMatch(
    /^small is over budget: .* it has 7\. a\/b: /,
  );
  expect(says([over("small", "cpu", 3)])).toMatch(/^The scheduler starts/);
});

test("a config that cannot be used is said", () => {
  const broken = scenarioOf(text.replace('"watermark": 0.7, "system": "1" }', '"watermark": 7, "system": "1" }'));
  expect(phraseText(timelineSentence(broken.vmTimeline()))).toBe(
    "Nothing was run: nodeDefaults.cpu.watermark: value must be <= 1.",
  );
});

test("what each event did", () => {
  expect(says(stepOf("request", "default/c", 90))).toBe(
    "At 1m30s default/c asked for 9 vCPUs and 36 slots; permitted 5 vCPUs and 27 slots: n1 had room for " +
      "3 vCPUs and 19 slots.",
  );
  expect(says(stepOf("request", "default/b", 40))).toBe(
    "At 41.7s default/b asked for 1 vCPU and 4 slots; permitted in full, and its migration starts: it was the head " +
      "of the queue, and n1 was under too much pressure.",
  );
  expect(says(stepOf("request", "default/a"))).toBe(
    "At 0s default/a asked for 1 vCPU and 4 slots; permitted in full: it returned 3 vCPUs and 12 slots.",
  );
  expect(says(stepOf("request", "default/a", 40))).toBe(
    "At 40s default/a asked for 3 vCPUs and 12 slots; permitted in full: n1 had room.",
  );
  expect(says(stepOf("request", "default/a", 45))).toBe(
    "At 45s default/a asked for 3 vCPUs and 12 slots; permitted in full: unchanged.",
  );
  expect(says(stepOf("migration-reserve"))).toBe("At 41.7s the migration of default/b-m1 reserved room on n2.");
  expect(says(stepOf("migration-done"))).toBe(
    "At 1m11.7s the migration of default/b ended on n1, which freed what it had there.",
  );
  const done = stepAnswer(stepOf("migration-done"));
  const { migrations } = scenario.vmTimeline();
  expect(phraseText(stepSentence(done, migrations))).toBe(
    "At 1m11.7s the migration of default/b ended: it is now default/b-m1 on n2, and what it had on n1 is free.",
  );
  expect(eventDetail(done.event, migrations)).toBe("now default/b-m1 on n2");
  const load = { ...done, event: { ...done.event, kind: "load" as const, pod: null } };
  expect(phraseText(stepSentence(load))).toBe("At 1m11.7s the load of the VMs named by the event changed.");
  expect(says(stepOf("use"))).toBe("At 20s default/c changed to 1 vCPU and 4 slots without a request.");
  expect(says(stepOf("config"))).toBe("At 2m30s the config changed: the limits of all known nodes were recomputed.");
});

const permit = (change: Partial<VmResourcePermit>): VmResourcePermit => ({
  asked: 4,
  before: 2,
  permit: 3,
  remaining: 1,
  increase: 1,
  denied: 1,
  bufferBefore: 0,
  rule: "in-part",
  ...change,
});

test("room is given in compute units where it comes to whole ones", () => {
  const answer = stepAnswer(stepOf("request", "default/c", 90));
  const request = answer.request as VmRequestExplanation;
  const event = { ...answer.event, want: { vCPUs: 4, mem: 16 }, permit: { vCPUs: 3, mem: 12 } };
  const sentenceOf = (cpu: Partial<VmResourcePermit>, memory: Partial<VmResourcePermit>): string =>
    phraseText(
      stepSentence({
        ...answer,
        event,
        request: {
          ...request,
          cpu: permit(cpu),
          memory: permit({ asked: 16, before: 8, permit: 12, remaining: 4, denied: 4, ...memory }),
        },
      }),
    );
  expect(sentenceOf({}, {})).toBe(
    "At 1m30s default/c asked for 4 vCPUs and 16 slots; permitted 3 vCPUs and 12 slots: n1 had room for one " +
      "more compute unit.",
  );
  expect(sentenceOf({}, { remaining: 5 })).toContain(": n1 had room for 1 vCPU and 5 slots.");
  expect(sentenceOf({}, { remaining: 20, denied: 0, rule: "in-full" })).toContain(": n1 had only 1 vCPU left.");
  expect(sentenceOf({ remaining: 3, denied: 0, rule: "in-full" }, {})).toContain(": n1 had only 4 slots left.");
  expect(sentenceOf({ remaining: 0 }, { remaining: 20, denied: 0, rule: "in-full" })).toContain(
    ": n1 had no vCPU left.",
  );
  expect(sentenceOf({ remaining: 0 }, { remaining: 0 })).toContain(": n1 had no room for more.");
});

test("refusals have their reasons", () => {
  const answer = stepAnswer(stepOf("request", "default/c", 90));
  const refused = { ...answer.event, result: "400", permit: null, problem: { code: "not-migrating" } as const };
  expect(phraseText(stepSentence({ ...answer, event: refused, request: null }))).toBe(
    "At 1m30s default/c asked for 9 vCPUs and 36 slots; refused with 400: the pod is not migrating.",
  );
  const away = { ...answer.event, result: "away", permit: null, problem: null };
  expect(phraseText(stepSentence({ ...answer, event: away, request: null }))).toBe(
    "At 1m30s default/c asked for 9 vCPUs and 36 slots; no answer: the scheduler is down.",
  );
  const problem = { code: "no-room" } as const;
  const waits = { ...answer.event, kind: "migration-waits" as const, result: "Unschedulable", problem };
  expect(phraseText(stepSentence({ ...answer, event: waits }))).toBe(
    "At 1m30s the migration of default/c found no node: no node has room.",
  );
});

test("a line of the list", () => {
  const event = (change: Partial<VmStep>): string =>
    eventDetail({ ...stepAnswer(stepOf("request", "default/c", 90)).event, ...change });
  expect(event({})).toBe("9 vCPUs and 36 slots, permitted 5 vCPUs and 27 slots");
  expect(event({ permit: { vCPUs: 9, mem: 36 }, migrate: true })).toBe(
    "9 vCPUs and 36 slots, permitted in full, migrates",
  );
  expect(event({ result: "404", permit: null, problem: { code: "not-of-vm" } })).toBe(
    "9 vCPUs and 36 slots: 404 the pod does not run a VM",
  );
  expect(event({ kind: "score", result: "Success", score: 40 })).toBe("n1: 40");
  expect(event({ kind: "delete", result: "error", problem: { code: "no-such-pod" } })).toBe(
    "error: the input has no such pod",
  );
});

test("ideas in words", () => {
  expect(ideasText({ largestStep: 1, capacityPressureFactor: 0.5, sustainedRequests: 3 })).toBe(
    "steps of at most 1 compute unit, capacity pressure × 0.5 and capacity pressure only after 3 denials in a row",
  );
  expect(ideasText({})).toBe("");
});
