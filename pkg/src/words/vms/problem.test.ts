import { expect, test } from "vitest";
import type { VmProblem } from "../../../types.js";
import { configProblemText, excessText, vmProblemText } from "./problem.js";
import { objectNamed } from "../object-name.js";

const amount = (vCPUs: number, mem: number) => ({ vCPUs, mem });

const PROBLEMS: [VmProblem, string][] = [
  [{ code: "not-enough-left", needed: amount(3, 4), left: amount(2, 4) }, "not enough room: 3 vCPUs needed, 2 left"],
  [
    { code: "over-reservable", used: amount(4, 1044), reservable: amount(10, 1040) },
    "not enough room: 1,044 memory slots with this pod, 1,040 reservable",
  ],
  [
    { code: "over-reservable", used: amount(11, 44), reservable: amount(10, 40) },
    "not enough room: 11 vCPUs with this pod, 10 reservable; 44 memory slots with this pod, 40 reservable",
  ],
  [{ code: "use-out-of-bounds" }, "the use of the VM is not between its minimum and its maximum"],
  [{ code: "already-reserved" }, "the pod is already reserved"],
  [{ code: "no-such-node" }, "the node does not exist"],
  [
    { code: "node-limits", message: "slotSize 2Gi greater than node total 1Gi" },
    "slotSize 2Gi greater than node total 1Gi",
  ],
  [{ code: "slot-size-differs", expected: "1Gi", found: "2Gi" }, "expected memory slots of 1Gi, found 2Gi"],
  [{ code: "scheduler-differs", expected: "a", found: "b" }, "expected the scheduler `a`, found `b`"],
  [{ code: "missing-amount", container: 0, resource: "cpu" }, "container 0 has no CPU request or limit"],
  [{ code: "missing-amount", container: 1, resource: "memory" }, "container 1 has no memory limit"],
  [
    { code: "config", path: "memBlockSize", node: null, message: "value cannot be changed at runtime" },
    "memBlockSize: value cannot be changed at runtime",
  ],
  [{ code: "invalid-protocol" }, "the protocol version is invalid"],
  [{ code: "unsupported-protocol" }, "the protocol version is not supported, v1.0 and v1.1 are"],
  [{ code: "metrics-needed" }, "requests without metrics need protocol v1.1"],
  [{ code: "unknown-pod" }, "the plugin does not know the pod"],
  [{ code: "not-of-vm" }, "the pod does not run a VM"],
  [{ code: "migrating" }, "the pod is migrating: its resources cannot change"],
  [
    { code: "not-multiple", computeUnit: amount(2, 6) },
    "the request is not a multiple of the compute unit last sent, 2 vCPUs and 6 memory slots",
  ],
  [
    {
      code: "fatal-vm",
      pod: objectNamed("default/a"),
      min: amount(1, 4),
      uses: amount(5, 20),
      max: amount(2, 8),
      slotsFit: true,
    },
    "VM pod default/a uses 5 vCPUs and 20 memory slots, outside of its bounds, 1 to 2 and 4 to 8",
  ],
  [
    {
      code: "fatal-vm",
      pod: objectNamed("default/a"),
      min: amount(1, 4),
      uses: amount(1, 4),
      max: amount(2, 8),
      slotsFit: false,
    },
    "the memory slots of VM pod default/a do not have the size of the config's `memBlockSize`",
  ],
  [{ code: "unknown-vm" }, "the plugin does not know the pod as one of a VM"],
  [{ code: "not-migrating" }, "the pod is not migrating"],
  [{ code: "no-such-pod" }, "the input has no such pod"],
  [{ code: "already-on-node" }, "the pod is already on a node"],
  [{ code: "not-on-node" }, "the pod is not on a node"],
  [{ code: "no-vm-on-node" }, "the pod does not run a VM on a node"],
  [{ code: "no-room" }, "no node has room"],
  [{ code: "scheduler-down" }, "the scheduler is down"],
];

test.each(PROBLEMS)("%j", (problem, sentence) => {
  expect(vmProblemText(problem)).toBe(sentence);
});

const CONFIGS: [{ path: string; node: string | null; message: string }, string][] = [
  [{ path: "", node: null, message: "json: unknown field" }, "json: unknown field"],
  [
    { path: "nodeDefaults.cpu.watermark", node: null, message: "value must be > 0" },
    "nodeDefaults.cpu.watermark: value must be > 0",
  ],
  [
    { path: "", node: "n1", message: "desired system vCPU 12 greater than node total 11" },
    "node `n1`: desired system vCPU 12 greater than node total 11",
  ],
];

test.each(CONFIGS)("%j", (problem, sentence) => {
  expect(configProblemText(problem)).toBe(sentence);
});

const EXCESSES: [Parameters<typeof excessText>[0], string][] = [
  [{ resource: "cpu", used: 11, total: 8 }, "11 vCPUs in use of 8"],
  [{ resource: "memory", used: 1200, total: 1000 }, "1,200 memory slots in use of 1,000"],
];

test.each(EXCESSES)("%j", (excess, sentence) => {
  expect(excessText(excess)).toBe(sentence);
});
