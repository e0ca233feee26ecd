/** The state of the plugin in numbers, and what a step changes of it. */
import type { VmAmount, VmDumpAnswer, VmNodeResource, VmNodeState, VmPodState } from "../../../types.js";
import { integer } from "../number.js";
import { type Resource, resources } from "./resource.js";
import { fullName } from "../object-name.js";

/** A number, or what it was and what it is. */
export const changeText = (before: number | string | undefined, after: number | string): string =>
  before === undefined || before === after ? String(after) : `${before} → ${after}`;

/** One resource of a node. Where a step changed a number, it stands as `old → new`. */
export interface NodeNumbers {
  node: string;
  resource: Resource;
  total: string;
  system: string;
  watermark: string;
  reserved: string;
  buffer: string;
  capacityPressure: string;
  pressureAccountedFor: string;
  /** the compute unit's part: vCPUs or slots */
  unit: string;
  /** what is free for pods that are not VMs, in milli-CPU or bytes */
  margin: string;
  isChanged: boolean;
}

/** The amounts of one VM's pod, the same way: vCPUs/slots. */
export interface PodNumbers {
  pod: string;
  node: string;
  reserved: string;
  buffer: string;
  uses: string;
  /** the compute unit that its agent knows */
  unit: string;
  queue: string;
  state: string;
  isChanged: boolean;
}

type Amount = Exclude<keyof NodeNumbers, "node" | "resource" | "unit" | "margin" | "isChanged">;
const amounts: Amount[] = [
  "total",
  "system",
  "watermark",
  "reserved",
  "buffer",
  "capacityPressure",
  "pressureAccountedFor",
] satisfies (keyof VmNodeResource)[];

const pair = (vCPUs: number, slots: number): string => `${vCPUs}/${slots}`;
const unitPair = (unit: VmAmount | null): string => (unit === null ? "none" : pair(unit.vCPUs, unit.mem));

/** All nodes, a row for each resource; `before`: the state before the step, `null`: none. */
export function nodeNumbers(before: VmDumpAnswer | null, after: VmDumpAnswer): NodeNumbers[] {
  const earlier = new Map(before?.nodes.map((node) => [node.name, node]));
  return after.nodes.flatMap((node) =>
    resources.map((resource): NodeNumbers => {
      const was = earlier.get(node.name);
      const text = (of: (node: VmNodeState) => number): string => changeText(was && of(was), of(node));
      const isCpu = resource === "cpu";
      const texts = Object.fromEntries(amounts.map((name) => [name, text((of) => of[resource][name])])) as Record<
        Amount,
        string
      >;
      const unit = text(({ computeUnit }) => (isCpu ? computeUnit.vCPUs : computeUnit.mem));
      const margin = text(({ other }) => (isCpu ? other.marginCpuMilli : other.marginBytes));
      const all = [...Object.values(texts), unit, margin];
      return { node: node.name, resource, ...texts, unit, margin, isChanged: all.some((of) => of.includes("→")) };
    }),
  );
}

/** All VMs' pods. */
export function podNumbers(before: VmDumpAnswer | null, after: VmDumpAnswer): PodNumbers[] {
  const earlier = new Map(before?.nodes.flatMap(({ pods }) => pods.map((pod) => [fullName(pod.pod), pod])));
  return after.nodes.flatMap((node) =>
    node.pods.map((pod): PodNumbers => {
      const was = earlier.get(fullName(pod.pod));
      const text = (of: (pod: VmPodState) => string): string => changeText(was && of(was), of(pod));
      const found = {
        reserved: text(({ cpu, memory }) => pair(cpu.reserved, memory.reserved)),
        buffer: text(({ cpu, memory }) => pair(cpu.buffer, memory.buffer)),
        uses: text(({ use }) => unitPair(use)),
        unit: text(({ computeUnit }) => unitPair(computeUnit)),
        queue: text(({ queueIndex }) => (queueIndex < 0 ? "-" : queueIndex === 0 ? "head" : String(queueIndex))),
        state: text(({ migrating }) => (migrating ? "migrating" : "stays")),
      };
      const isChanged = Object.values(found).some((of) => of.includes("→"));
      return { pod: fullName(pod.pod), node: node.name, ...found, isChanged };
    }),
  );
}

type Sums = Record<Resource, Pick<VmNodeResource, "reserved" | "buffer" | "total">>;

/** Whether a node keeps the design document's guarantee: reserved − buffer ≤ total, of both resources. */
export const keepsGuarantee = (node: Sums): boolean =>
  resources.every((resource) => node[resource].reserved - node[resource].buffer <= node[resource].total);

/** The guarantee with its numbers: vCPUs, then slots. */
export function guaranteeText(node: Sums): string {
  const sides = resources.map((resource) => {
    const { reserved, buffer, total } = node[resource];
    return `${integer(reserved - buffer)} ${reserved - buffer <= total ? "≤" : ">"} ${integer(total)}`;
  });
  return sides.join(", ");
}
