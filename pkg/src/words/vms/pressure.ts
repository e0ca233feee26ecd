/** The inequality that decides whether a node must give up a VM. */
import type { Pressure, PressureSide } from "../../../types.js";
import { integer } from "../number.js";
import { listed } from "../phrase.js";
import { type Resource, resources } from "./resource.js";

/** A term of the inequality, in the order in which it is written. */
export interface PressureTerm {
  name: string;
  /** what it counts */
  about: string;
  of(side: PressureSide): number;
  /** what stands before it */
  sign: "" | "+" | ">";
}

/** The terms from left to right. */
export const terms: PressureTerm[] = [
  { name: "logical", about: "reserved above the watermark", of: ({ logicalPressure: logical }) => logical, sign: "" },
  { name: "capacity", about: "asked for and denied", of: ({ capacityPressure: capacity }) => capacity, sign: "+" },
  {
    name: "accounted for",
    about: "reserved by and denied to VMs that are migrating away",
    of: ({ pressureAccountedFor: accountedFor }) => accountedFor,
    sign: ">",
  },
  {
    name: "buffer",
    about: "reserved but possibly unused: no request from the agent since the start",
    of: ({ buffer }) => buffer,
    sign: "+",
  },
  { name: "below", about: "room below the watermark", of: ({ below }) => below, sign: "+" },
];

/** `2 + 1 > 0 + 0 + 0` */
export const sidesText = (side: PressureSide): string =>
  terms.map(({ sign, of }) => `${sign === "" ? "" : ` ${sign} `}${integer(of(side))}`).join("");

/** The verdict with its numbers. */
export function pressureText(pressure: Pressure, node: string, verb: "is" | "was" = "is"): string {
  const { cpu, memory, belowWatermarks, tooMuchPressure: tooMuch } = pressure;
  const start = `${node} ${verb} ${tooMuch ? "" : "not "}under too much pressure`;
  if (belowWatermarks) {
    const of = ({ reserved, watermark }: PressureSide): string => `${integer(reserved)} of ${integer(watermark)}`;
    return (
      `${start}: its cpu ${verb} not above its watermark (${of(cpu)}) and its memory ${verb} below its ` +
      `watermark (${of(memory)}). Nothing else ${verb} checked.`
    );
  }
  const sums = (all: Resource[]): string =>
    listed(
      all.map((resource) => {
        const { left, right, exceeds } = sideOf(pressure, resource);
        return `${resource} ${integer(left)} ${exceeds ? ">" : "≤"} ${integer(right)}`;
      }),
    );
  const exceeding = resources.filter((resource) => sideOf(pressure, resource).exceeds);
  return tooMuch ? `${start}: ${sums(exceeding)}. One resource is enough.` : `${start}: ${sums(resources)}.`;
}

/** The amounts of one resource. */
export const sideOf = (pressure: Pressure, resource: Resource): PressureSide =>
  resource === "cpu" ? pressure.cpu : pressure.memory;
