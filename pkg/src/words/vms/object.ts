/** Where an autoscaled VM is, and the command that answers more about it. */
import type { PodEntry } from "../../../types.js";
import { VM_NAME_LABEL, type VmInput, type VmWhy } from "../../difference/vm-why.js";
import { podStateText } from "../nodes/pod-state.js";
import { counted } from "../number.js";
import { fullName, objectText } from "../object-name.js";
import { listed, type Phrase, plain, quiet, strong } from "../phrase.js";
import { vmProblemText } from "./problem.js";
import { isRefused } from "./words.js";

const placeOf = (entry: PodEntry): string =>
  `${entry.pod.name} ${entry.node === null ? `(${podStateText(entry)})` : `on ${entry.node}`}`;

/** `VirtualMachine default/a is on n1: its runner pod is compute-a-x7k2p.` */
export function vmPlacePhrases({ object, pods, timeline, steps }: VmWhy): Phrase[] {
  const subject = [plain(`${object.kind} `), strong(fullName(object))];
  const [first, ...others] = pods;
  const placed = steps.find(({ event }) => ["reserve", "schedule"].includes(event.kind) && !isRefused(event))?.event
    .node;
  if (first === undefined && placed != null && timeline.timeline !== null)
    return [
      ...subject,
      plain(` has no pod in the input with the label \`${VM_NAME_LABEL}: ${object.name}\`. Timeline `),
      plain(`${fullName(timeline.timeline)} puts it on `),
      strong(placed),
      plain("."),
    ];
  if (first === undefined)
    return [
      ...subject,
      plain(` is not on a node: no pod of the input has the label \`${VM_NAME_LABEL}: ${object.name}\`.`),
    ];
  if (others.length > 0) return [...subject, plain(`: its runner pods are ${listed(pods.map(placeOf))}.`)];
  const { pod, node } = first;
  return node === null
    ? [...subject, plain(` is not on a node: its runner pod ${pod.name} is ${podStateText(first)}.`)]
    : [...subject, plain(" is on "), strong(node), plain(`: its runner pod is ${pod.name}.`)];
}

/** The command that answers more: the events of the VM, the state of the plugin, or why its pod is pending. */
export function vmPointer({ object, pods, timeline }: VmWhy): Phrase[] {
  const waiting = pods.find(({ state }) => state === "pending");
  if (timeline.notRun !== null) return [quiet(`Nothing was run: ${vmProblemText(timeline.notRun)}.`)];
  if (timeline.timeline !== null && timeline.matching > 0) {
    const events = counted(timeline.matching, "event");
    return [
      plain(`\`schedscope vm run --pod ${fullName(pods[0]?.pod ?? object)}\` with the same files prints its `),
      plain(`${events} of Timeline ${fullName(timeline.timeline)}.`),
    ];
  }
  if (waiting !== undefined)
    return [plain(`\`schedscope why pod/${fullName(waiting.pod)}\` with the same files says why it is pending.`)];
  return pods.some(({ state }) => state === "bound")
    ? [plain("`schedscope vm dump` with the same files prints what the plugin reserves for it.")]
    : [
        plain(
          `\`schedscope vm run\` with the same files and a Timeline with \`schedule: { pod: ${fullName(object)} }\` `,
        ),
        plain("says which node it gets."),
      ];
}

/** `2 VirtualMachines, 1 Timeline and ConfigMap kube-system/config of the plugin rewritten in February 2025` */
export const vmInputText = ({ virtualMachines, timelines, configMap }: VmInput): string =>
  listed([
    ...(virtualMachines > 0 ? [counted(virtualMachines, "VirtualMachine")] : []),
    ...(timelines > 0 ? [counted(timelines, "Timeline")] : []),
    ...(configMap === null ? [] : [`${objectText(configMap)} of the plugin rewritten in February 2025`]),
  ]);

/** Where to ask about autoscaled VMs, without a full stop. */
export const vmRunPointer = "`schedscope vm run` with the same files is about autoscaled VMs";
