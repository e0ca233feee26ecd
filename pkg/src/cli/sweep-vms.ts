/** The part of `schedscope sweep` about autoscaled VMs. */
import { type Command, Option } from "commander";
import { vmSweepReport } from "../report/sweep.js";
import type { TextOptions } from "./options.js";
import type { Session } from "./session.js";
import { oneOf, sweepIntervals } from "./sweep-intervals.js";
import { given } from "./options.js";

type Resource = "cpu" | "memory";

/** What is swept of the config of VMs. */
export interface VmSweepOptions {
  watermark?: Resource;
  system?: Resource;
  computeUnit?: Resource;
  node?: string;
  timeline?: string;
  variant?: string;
}

/** Whether VMs are meant. */
export const isOfVms = ({ watermark, system, computeUnit }: VmSweepOptions): boolean =>
  (watermark ?? system ?? computeUnit) !== undefined;

/** Adds the options about VMs. */
export function withVmSweep(command: Command): Command {
  const resource = (flags: string, text: string): Option => new Option(flags, text).choices(["cpu", "memory"]);
  return command
    .addOption(resource("--watermark <resource>", "sweep the watermark of VMs, from 0.000001 to 1"))
    .addOption(resource("--system <resource>", "sweep what nodes with VMs keep for the system"))
    .addOption(resource("--compute-unit <resource>", "sweep a side of the VMs' compute unit, in vCPUs or slots"))
    .option("--node <name>", "of VMs: the node whose part of the config is meant; default: nodeDefaults")
    .option("--timeline <name>", "of VMs: the timeline, as namespace/name; default: the first")
    .option("--variant <name>", "of VMs: a variant of the timeline");
}

/** Sweeps one number of the config of VMs, and prints it. */
export async function sweepVms(
  session: Session,
  options: VmSweepOptions & TextOptions,
  others: unknown[],
): Promise<void> {
  const { watermark, system, computeUnit, node, timeline, variant } = options;
  const how = "of VMs, give --watermark, --system or --compute-unit";
  const about = {
    ...oneOf({ watermark, system, computeUnit }, others, how),
    ...given({ node, timeline, variant }),
  };
  await sweepIntervals(session, options, about, vmSweepReport);
}
