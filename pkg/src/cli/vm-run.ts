/** Which run of a timeline the commands below `vm` are about. */
import type { Command } from "commander";
import type { VmMitigations, VmTimelineOptions } from "../../types.js";
import { nothing } from "./exit.js";
import { vmsCommand } from "./kubectl.js";
import { noSuch, suggestion } from "./nearest.js";
import { given, fraction, type TextOptions, whole, withText } from "./options.js";
import { prepared } from "./progress.js";
import { lacking, type Session } from "./session.js";

/** The options that say which run. */
export interface RunOptions extends TextOptions {
  timeline?: string;
  variant?: string;
  largestStep?: number;
  capacityPressureFactor?: number;
  sustainedRequests?: number;
}

/** Adds them to a command. */
export const withRun = (command: Command): Command =>
  withText(command)
    .option("--timeline <name>", "the timeline, as namespace/name or name; default: the first in the text")
    .option("--variant <name>", "one of the timeline's variants")
    .option("--largest-step <n>", "try a limit on the compute units of one request", whole(1))
    .option(
      "--capacity-pressure-factor <f>",
      "try counting only this fraction of the capacity pressure: above 0, at most 1",
      fraction,
    )
    .option(
      "--sustained-requests <n>",
      "try counting capacity pressure only after this many denials in a row",
      whole(1),
    );

/** Which run; names that do not exist suggest others. */
export async function runOf(
  { scenario, reading }: Session,
  { timeline, variant, largestStep, capacityPressureFactor, sustainedRequests }: RunOptions,
): Promise<Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations">> {
  if (!reading.kinds.some(({ kind }) => kind === "Node") && !reading.kinds.some(({ kind }) => kind === "Timeline")) {
    throw lacking(["Node", "Timeline"], [`try: ${vmsCommand}, and a Timeline`]);
  }
  await prepared(scenario, "vmTimeline", { limit: 0, heat: false });
  const known = scenario.vmTimeline({ limit: 0, heat: false }).timelines;
  const found =
    timeline === undefined
      ? known[0]
      : (known.find((one) => one.timeline === timeline) ?? known.find((one) => one.timeline.endsWith(`/${timeline}`)));
  if (timeline !== undefined && found === undefined)
    throw noSuch(
      "timeline",
      timeline,
      known.map((one) => one.timeline),
    );
  if (variant !== undefined && found?.variants.includes(variant) !== true) {
    const variants = found?.variants ?? [];
    throw nothing(
      `there is no variant \`${variant}\``,
      ...suggestion(variant, variants),
      variants.length > 0 ? `available: ${variants.join(", ")}` : "the timeline has none",
    );
  }
  const mitigations: VmMitigations = {
    ...given({ largestStep, capacityPressureFactor, sustainedRequests }),
  };
  return {
    ...given({ timeline, variant }),
    ...(Object.keys(mitigations).length > 0 && { mitigations }),
  };
}
