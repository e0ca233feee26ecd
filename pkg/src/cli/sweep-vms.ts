/** The part of `schedscope whatif sweep` about autoscaled VMs. */
import type { SweepOptions } from "../../types.js";
import { vmSweepReport } from "../report/sweep.js";
import type { TextOptions } from "./options.js";
import type { Session } from "./session.js";
import { expectOne, sweepIntervals } from "./sweep-intervals.js";

type Resource = "cpu" | "memory";

/** What is swept of the config of VMs. */
export interface VmSweepOptions {
  watermark?: Resource;
  system?: Resource;
  computeUnit?: Resource;
}

/** Whether VMs are meant. */
export const isOfVms = ({ watermark, system, computeUnit }: VmSweepOptions): boolean =>
  (watermark ?? system ?? computeUnit) !== undefined;

/** Sweeps one number of the config of VMs, and prints it. */
export async function sweepVms(
  session: Session,
  options: VmSweepOptions & TextOptions,
  given: Partial<SweepOptions>,
  others: unknown[],
): Promise<void> {
  const { watermark, system, computeUnit } = options;
  const how = "of VMs, give --watermark, --system or --compute-unit";
  expectOne({ watermark, system, computeUnit }, others, how);
  await sweepIntervals(session, options, given, vmSweepReport);
}
