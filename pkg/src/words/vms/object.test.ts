import { expect, test } from "vitest";
import type { PodEntry, VmTimelineAnswer } from "../../../types.js";
import type { VmWhy } from "../../difference/vm-why.js";
import { phraseText } from "../phrase.js";
import { isLabelValue } from "../../difference/vm-why.js";
import { vmInputText, vmPlacePhrases, vmPointer } from "./object.js";
import { scenario } from "./fixture.js";

const entry = (name: string, node: string | null): PodEntry => ({
  pod: { namespace: "db", name },
  object: { kind: "Pod", namespace: "db", name },
  priority: 0,
  state: node === null ? "pending" : "bound",
  node,
  nominated: null,
  gates: [],
  invalid: false,
  terminating: false,
  requests: {},
  limits: {},
  unbounded: false,
  bestEffort: false,
});
const run = scenario.vmTimeline({ limit: 0, heat: false });
const why = (pods: PodEntry[], of: Partial<VmTimelineAnswer> = {}): VmWhy => ({
  object: { kind: "VirtualMachine", namespace: "db", name: "a" },
  pods,
  timeline: { ...run, matching: 0, ...of },
  steps: [],
  findings: [],
});

test.each<[VmWhy, string, string]>([
  [
    why([]),
    "VirtualMachine db/a is not on a node: no pod of the input has the label `vm.neon.tech/name: a`.",
    "`schedscope vm run` with the same files and a Timeline with `schedule: { pod: db/a }` says which node it gets.",
  ],
  [
    why([entry("x", null)]),
    "VirtualMachine db/a is not on a node: its runner pod x is pending.",
    "`schedscope why pod/db/x` with the same files says why it is pending.",
  ],
  [
    why([entry("x", "n1"), entry("y", null)]),
    "VirtualMachine db/a: its runner pods are x on n1 and y (pending).",
    "`schedscope why pod/db/y` with the same files says why it is pending.",
  ],
  [
    why([entry("x", "n1")], { timeline: { namespace: "db", name: "t" }, matching: 2 }),
    "VirtualMachine db/a is on n1: its runner pod is x.",
    "`schedscope vm run --pod db/x` with the same files prints its 2 events of Timeline db/t.",
  ],
  [
    why([entry("x", "n1")], { notRun: { code: "scheduler-down" } }),
    "VirtualMachine db/a is on n1: its runner pod is x.",
    "Nothing was run",
  ],
])("where a VM is", (of, place, pointer) => {
  expect(phraseText(vmPlacePhrases(of))).toBe(place);
  expect(phraseText(vmPointer(of)).startsWith(pointer)).toBe(true);
});

test.each([
  ["a", true],
  ["a.b-c_d", true],
  ["a-", false],
  ["a b", false],
  ["", false],
  ["x".repeat(64), false],
])("%s can be a label: %s", (text, is) => {
  expect(isLabelValue(text)).toBe(is);
});

test("what of an input is about VMs", () => {
  expect(vmInputText({ virtualMachines: 2, timelines: 1, configMap: null })).toBe("2 VirtualMachines and 1 Timeline");
});
