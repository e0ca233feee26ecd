/** The reasons why the plugin of autoscaled VMs refuses something. */
import type { VmAmount, VmOverBudget, VmProblem } from "../../../types.js";
import { integer } from "../number.js";
import type { Resource } from "./resource.js";
import { fullName } from "../object-name.js";

type ConfigProblem = Extract<VmProblem, { code: "config" }>;

const units: Record<Resource, string> = { cpu: "vCPUs", memory: "memory slots" };

/** The reason why something was refused or had no effect: a sentence in lower case without a full stop. */
export function vmProblemText(problem: VmProblem): string {
  switch (problem.code) {
    case "not-enough-left":
      return shortText([problem.needed, "needed"], [problem.left, "left"]);
    case "over-reservable":
      return shortText([problem.used, "with this pod"], [problem.reservable, "reservable"]);
    case "use-out-of-bounds":
      return "the use of the VM is not between its minimum and its maximum";
    case "already-reserved":
      return "the pod is already reserved";
    case "no-such-node":
      return "the node does not exist";
    case "node-limits":
      return problem.message;
    case "slot-size-differs":
      return `expected memory slots of ${problem.expected}, found ${problem.found}`;
    case "scheduler-differs":
      return `expected the scheduler \`${problem.expected}\`, found \`${problem.found}\``;
    case "missing-amount": {
      const amount = problem.resource === "cpu" ? "CPU request or limit" : "memory limit";
      return `container ${problem.container} has no ${amount}`;
    }
    case "config":
      return configProblemText(problem);
    case "fatal-vm":
      return fatalText(problem);
    case "invalid-protocol":
      return "the protocol version is invalid";
    case "unsupported-protocol":
      return "the protocol version is not supported, v1.0 and v1.1 are";
    case "metrics-needed":
      return "requests without metrics need protocol v1.1";
    case "unknown-pod":
      return "the plugin does not know the pod";
    case "not-of-vm":
      return "the pod does not run a VM";
    case "migrating":
      return "the pod is migrating: its resources cannot change";
    case "not-multiple":
      return `the request is not a multiple of the compute unit last sent, ${unitText(problem.computeUnit)}`;
    case "unknown-vm":
      return "the plugin does not know the pod as one of a VM";
    case "not-migrating":
      return "the pod is not migrating";
    case "no-such-pod":
      return "the input has no such pod";
    case "already-on-node":
      return "the pod is already on a node";
    case "not-on-node":
      return "the pod is not on a node";
    case "no-vm-on-node":
      return "the pod does not run a VM on a node";
    case "no-room":
      return "no node has room";
    case "scheduler-down":
      return "the scheduler is down";
  }
}

/** The VM with which the scheduler does not start. */
function fatalText({ pod, min, uses, max, slotsFit }: Extract<VmProblem, { code: "fatal-vm" }>): string {
  if (!slotsFit)
    return `the memory slots of VM pod ${fullName(pod)} do not have the size of the config's \`memBlockSize\``;
  const bounds = `${integer(min.vCPUs)} to ${integer(max.vCPUs)} and ${integer(min.mem)} to ${integer(max.mem)}`;
  return `VM pod ${fullName(pod)} uses ${unitText(uses)}, outside of its bounds, ${bounds}`;
}

/** The reason why a config cannot be used: its field or the node, and upstream's message. */
export function configProblemText({ path, node, message }: Omit<ConfigProblem, "code">): string {
  const about = [...(path === "" ? [] : [path]), ...(node === null ? [] : [`node \`${node}\``])];
  return [...about, message].join(": ");
}

/** The use of a node that is over its budget: `11 vCPUs in use of 8`. */
export const excessText = ({ resource, used, total }: Pick<VmOverBudget, "resource" | "used" | "total">): string =>
  `${integer(used)} ${units[resource]} in use of ${integer(total)}`;

/** The resources that are short, each with both amounts. */
function shortText([needed, needs]: [VmAmount, string], [there, has]: [VmAmount, string]): string {
  const part = (resource: Resource, need: number, have: number): string[] =>
    need > have ? [`${integer(need)} ${units[resource]} ${needs}, ${integer(have)} ${has}`] : [];
  const parts = [...part("cpu", needed.vCPUs, there.vCPUs), ...part("memory", needed.mem, there.mem)];
  return ["not enough room", ...(parts.length === 0 ? [] : [parts.join("; ")])].join(": ");
}

const unitText = ({ vCPUs, mem }: VmAmount): string =>
  `${integer(vCPUs)} ${units.cpu} and ${integer(mem)} ${units.memory}`;
