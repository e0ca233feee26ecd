/** The part of `schedscope change` about timelines of autoscaled VMs. */
import type { Command } from "commander";
import type { ChangeOptions } from "../../types.js";
import { SchedscopeError } from "../entries/node.js";
import { noSuch } from "./nearest.js";
import { all, nodeNames } from "./pods.js";
import type { Session } from "./session.js";
import { given } from "./options.js";

/** What is wanted of a timeline. */
export interface VmWantOptions {
  stays?: string;
  granted?: string;
  starts?: true;
  timeline?: string;
  variant?: string;
}

/** Adds the options that say what is wanted of a timeline. */
export const withVmWant = (command: Command): Command =>
  command
    .option("--stays <name>", "no VM leaves this node, or the VM of this pod (namespace/name) does not migrate")
    .option("--granted <pod>", "every request of the VM of this pod is granted, as namespace/name")
    .option("--starts", "every start of the scheduler of autoscaled VMs succeeds")
    .option("--timeline <name>", "with --stays, --granted or --starts: the timeline; default: the first of the text")
    .option("--variant <name>", "with --stays, --granted or --starts: a variant of the timeline");

/** Whether something is wanted of a timeline. */
export const isOfVms = ({ stays, granted, starts }: VmWantOptions): boolean =>
  (stays ?? granted ?? starts) !== undefined;

/** An error about a name that the text does not have, with the names that there are; any other as it is. */
export function withVmNames(
  { scenario }: Session,
  { stays, granted, timeline }: VmWantOptions,
  error: unknown,
): unknown {
  if (!(error instanceof SchedscopeError)) return error;
  if (error.code === "no-such-pod") {
    // The pods of VMs need not be in the text.
    const { steps } = scenario.vmTimeline({ ...all, ...(timeline !== undefined && { timeline }) });
    return noSuch("pod", granted ?? stays ?? "", [...new Set(steps.flatMap(({ pod }) => pod ?? []))]);
  }
  if (error.code !== "no-such-node") return error;
  return noSuch("node", stays ?? "", nodeNames(scenario));
}

/** How the smallest changes of a timeline are asked for. */
export function vmQuestion(options: VmWantOptions): Pick<ChangeOptions, "want" | "now" | "timeline" | "variant"> {
  const { stays, granted, starts, timeline, variant } = options;
  const full = (pod: string): string => (pod.includes("/") ? pod : `default/${pod}`);
  const want = {
    ...(stays !== undefined && { noMigration: stays }),
    ...(granted !== undefined && { granted: full(granted) }),
    ...(starts === true && { starts }),
  };
  return {
    want,
    // The time plays no part in a timeline.
    now: "1970-01-01T00:00:00Z",
    ...given({ timeline, variant }),
  };
}
