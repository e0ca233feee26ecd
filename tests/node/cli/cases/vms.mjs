// Autoscaled VMs, where the command is not `vm`.
import { joined, quiet } from "./texts.mjs";

const node =
  "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 8, memory: 32Gi, pods: 9}}\n";
const vm = (name) =>
  `apiVersion: vm.neon.tech/v1\nkind: VirtualMachine\nmetadata: {name: ${name}, namespace: db}\n` +
  "spec: {guest: {cpus: {min: 1, use: 2, max: 4}, memorySlots: {min: 1, use: 4, max: 8}, memorySlotSize: 1Gi}}\n";
const runner = (name, of, spec) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: db, labels: {vm.neon.tech/name: ${of}}}\n` +
  `spec: {${spec}containers: [{name: c, resources: {requests: {cpu: 2, memory: 4Gi}}}]}\n`;
const timeline =
  "apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: {name: t, namespace: db}\nspec: {duration: 9s, " +
  "events: [{at: 0s, schedule: {pod: db/a}}]}\n";
const config =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plugin, namespace: kube-system}\n" +
  "data: {autoscale-enforcer-config.json: '{\"watermark\": 0.75}'}\n";
const system = runner("dns", "", "nodeName: n1, ").replace("namespace: db", "namespace: kube-system");

const modelled = /^This answer models the plugin of the design document of March 2023, not the one rewritten in /;

export const vms = {
  "why a VM is on its node": {
    args: ["why", "a", ...quiet],
    stdin: joined(node, vm("a"), runner("compute-a-x", "a", "nodeName: n1, ")),
    out: [
      modelled,
      /\nVirtualMachine db\/a is on n1: its runner pod is compute-a-x\.\nschedscope vm dump with the same /,
    ],
  },
  "why a VM, whose pod has its name": {
    args: ["why", "a", "-o", "name", ...quiet],
    stdin: joined(node, vm("a"), runner("a", "a", "nodeName: n1, "), system),
    out: "n1\n",
  },
  "why a VM that the timeline puts on a node": {
    args: ["why", "vm/a", ...quiet],
    stdin: joined(node, vm("a"), timeline),
    out: [
      modelled,
      /\nVirtualMachine db\/a has no pod in the input with the label vm\.neon\.tech\/name: a\. /,
      / Timeline db\/t puts it on n1\.\n/,
      /\nschedscope vm run --pod db\/a with the same files prints its 1 event of Timeline db\/t\.\n/,
      /\nIn Timeline db\/t\n {2}Step 1\. At 0s db\/a was placed on n1\.\n/,
    ],
  },
  "why a VM that the timeline puts on no node": {
    args: ["why", "vm/a", ...quiet],
    stdin: joined(node.replace("cpu: 8", "cpu: 2"), vm("a"), timeline),
    out: [
      /\nVirtualMachine db\/a is not on a node: no pod of the input has the label vm\.neon\.tech\/name: a\.\n/,
      /\n {2}Step 1\. At 0s db\/a found no node: no node has room\.\n/,
      /\n {4}n1: not enough room: \d vCPUs with this pod, \d /,
    ],
  },
  "why a VM that asks for more than its node has": {
    args: ["why", "vm/a", ...quiet],
    stdin: joined(
      node.replace("cpu: 8", "cpu: 4"),
      vm("a"),
      timeline.replace("}}]}", "}}, {at: 1s, request: {pod: db/a, vCPUs: 4, mem: 4, load: [1, 1]}}]}"),
    ),
    out: [
      /\n {2}Step 2\. At 1s db\/a asked for 4 vCPUs and 4 slots; permitted 3 vCPUs and 4 slots: /,
      /: n1 had only 1 vCPU left\.\n/,
      /\n {4}Before it, n1 was not under too much pressure: /,
    ],
  },
  "a name without a namespace in a timeline": {
    args: ["vm", "run"],
    stdin: joined(node, vm("a"), timeline.replace("pod: db/a", "pod: a")),
    code: 1,
    out: [/^/],
    err: [
      /: warning: pod `default\/a` is not in the input, but `db\/a` is: a name without a namespace is of `default` /,
    ],
  },
  "a file with VMs next to pods": {
    args: ["why", "-", ...quiet],
    stdin: joined(node, vm("a"), vm("b"), timeline, config, system),
    out: [
      /^No pod is pending\.\n/,
      /\nThe input also has 2 VirtualMachines, 1 Timeline and ConfigMap kube-system\/plugin of the plugin rewritten /,
      /: schedscope vm run with the same files is about autoscaled VMs\.\n$/,
    ],
  },
  "VMs without pods": {
    args: ["why", "-", ...quiet],
    stdin: joined(node, vm("a")),
    code: 3,
    err:
      "error: neither a Placement nor a Pod in the input, but 1 VirtualMachine\n" +
      "  `schedscope vm run` with the same files is about autoscaled VMs\n",
  },
};
