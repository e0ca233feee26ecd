/** Which run of a timeline the commands below `vm` are about. */
import type { Command } from "commander";
import type { VmTimelineOptions } from "../../types.js";
import { meantBy, qualified } from "./cluster/source.js";
import { nothing } from "./exit.js";
import { vmsCommand } from "./kubectl.js";
import { noSuch, suggestion } from "./nearest.js";
import { type TextOptions, withNamespace, withText } from "./options.js";
import { prepared } from "./progress.js";
import { QuestionFlags } from "./question.js";
import { lacking, type Session } from "./session.js";
import { fullName, fullNames } from "../words/object-name.js";

export interface RunOptions extends TextOptions {
  timeline?: string;
  variant?: string;
}

const flags = new QuestionFlags("vmDump", {}, ["timeline", "variant", "mitigations"]);

/** Adds them to a command. */
export const withRun = (command: Command): Command => flags.add(withNamespace(withText(command)));

/** Which run; names that do not exist suggest others. */
export async function runOf(
  { scenario, reading }: Session,
  options: RunOptions,
): Promise<Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations">> {
  const { variant } = options;
  if (!reading.kinds.some(({ kind }) => kind === "Node") && !reading.kinds.some(({ kind }) => kind === "Timeline")) {
    throw lacking(["Node", "Timeline"], [`try: ${vmsCommand}, and a Timeline`]);
  }
  await prepared(scenario, "vmTimeline", { limit: 0, heat: false });
  const known = scenario.vmTimeline({ limit: 0, heat: false }).timelines;
  const names = known.map((one) => one.timeline);
  const [named] = options.timeline === undefined ? names : meantBy(names, options.timeline);
  if (options.timeline !== undefined && named === undefined)
    throw noSuch("timeline", qualified(options.timeline), fullNames(names));
  const found = known.find((one) => one.timeline === named);
  if (variant !== undefined && found?.variants.includes(variant) !== true) {
    const variants = found?.variants ?? [];
    throw nothing(
      `there is no variant \`${variant}\``,
      ...suggestion(variant, variants),
      variants.length > 0 ? `available: ${variants.join(", ")}` : "the timeline has none",
    );
  }
  const given = flags.given(options);
  return options.timeline === undefined || named === undefined ? given : { ...given, timeline: fullName(named) };
}
