/** Words for changes of timelines of autoscaled VMs. */
import type { Change, SweepInterval } from "../../../types.js";
import { counted } from "../number.js";

/** How a timeline runs with a change: `no migration, every request granted`; empty where none was asked about. */
export function runText({ run }: Pick<Change | SweepInterval, "run">): string {
  if (run === null) return "";
  if (!run.starts) return "the scheduler does not start";
  const migrations = run.migrations === 0 ? "no migration" : counted(run.migrations, "migration");
  const denied =
    run.denied === 0
      ? "every request is granted"
      : `${counted(run.denied, "request")} ${run.denied === 1 ? "is" : "are"} not granted in full`;
  // Who is not on a node asks for nothing: its run alone looks better for it.
  const { unplaced } = run;
  const off =
    unplaced === 0 ? "" : `; ${counted(unplaced, "VM", "VMs")} ${unplaced === 1 ? "is" : "are"} not on a node`;
  return `${migrations}; ${denied}${off}`;
}
