/** The inequality that decides whether a node must give up a VM. */
import { integer } from "../../ui/number";
import { listed } from "../../ui/phrase";
import { type Resource, resources } from "./area";
import type { Pressure, PressureSide } from "../../engine/types";

/** A term of the inequality, in the order in which it is written. */
export interface Term {
  name: string;
  /** what it counts */
  about: string;
  of(side: PressureSide): number;
  /** what stands before it */
  sign: "" | "+" | ">";
}

export const terms: Term[] = [
  { name: "logical", about: "reserved above the watermark", of: ({ logical }) => logical, sign: "" },
  { name: "capacity", about: "asked for and denied", of: ({ capacity }) => capacity, sign: "+" },
  { name: "accounted for", about: "what migrations under way will take away, reserved and denied", of: ({ accountedFor }) => accountedFor, sign: ">" },
  { name: "buffer", about: "reserved, but perhaps not in use: agents have not asked since the start", of: ({ buffer }) => buffer, sign: "+" },
  { name: "below", about: "room below the watermark", of: ({ below }) => below, sign: "+" },
];

/** `2 + 1 > 0 + 0 + 0` */
export const sidesText = (side: PressureSide): string =>
  terms.map(({ sign, of }) => `${sign === "" ? "" : ` ${sign} `}${integer(of(side))}`).join("");

/** The verdict with its numbers. */
export function pressureText(pressure: Pressure, node: string): string {
  const { cpu, memory, belowWatermarks, tooMuch } = pressure;
  if (belowWatermarks) {
    return `${node} is not under too much pressure: its cpu is not above its watermark (${integer(cpu.reserved)} of ${integer(cpu.watermark)}) and its memory below (${integer(memory.reserved)} of ${integer(memory.watermark)}). Nothing else is looked at.`;
  }
  const exceeding = resources.filter((resource) => sideOf(pressure, resource).exceeds);
  const sums = (all: Resource[]): string =>
    listed(all.map((resource) => `${resource} ${integer(sideOf(pressure, resource).left)} ${sideOf(pressure, resource).exceeds ? ">" : "≤"} ${integer(sideOf(pressure, resource).right)}`));
  return tooMuch
    ? `${node} is under too much pressure: ${sums(exceeding)}. One resource is enough.`
    : `${node} is not under too much pressure: ${sums(resources)}.`;
}

export const sideOf = (pressure: Pressure, resource: Resource): PressureSide => (resource === "cpu" ? pressure.cpu : pressure.memory);
