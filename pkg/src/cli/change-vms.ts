/** The part of `schedscope whatif change` about timelines of autoscaled VMs. */
import { SchedscopeError } from "../entries/node.js";
import { noSuch } from "./nearest.js";
import { all, nodeNames } from "./pods.js";
import type { Session } from "./session.js";
import { fullNames } from "../words/object-name.js";

export interface VmWantOptions {
  stays?: string;
  granted?: string;
  starts?: true;
  timeline?: string;
}

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
    return noSuch("pod", granted ?? stays ?? "", [...new Set(fullNames(steps.flatMap(({ pod }) => pod ?? [])))]);
  }
  if (error.code !== "no-such-node") return error;
  return noSuch("node", stays ?? "", nodeNames(scenario));
}
