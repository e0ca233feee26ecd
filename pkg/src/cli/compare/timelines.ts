/** The timelines of autoscaled VMs of two texts, compared. */
import type { Findings, VmTimelineAnswer } from "../../../types.js";
import { addRequests, requestPage, type TimedRequest } from "../../difference/requests.js";
import { timelineDifference, type TimelineRun } from "../../difference/timeline.js";
import { timelineDifferenceReport } from "../../report/compare-timelines.js";
import { print } from "../format.js";
import { prepared } from "../progress.js";
import { failed, type Session } from "../session.js";
import type { CompareOptions } from "./placements.js";
import { given } from "../options.js";
import { fullName } from "../../words/object-name.js";

/** Whether a text has a timeline. */
export const hasTimeline = ({ reading }: Session): boolean => reading.kinds.some(({ kind }) => kind === "Timeline");

/** Compares timelines of both texts: the named ones, or the first; each as it is, or in a variant. */
export async function compareTimelines(
  one: Session,
  other: Session,
  before: CompareOptions,
  after: CompareOptions,
): Promise<void> {
  const [first, second] = [await runOf(one, before), await runOf(other, after)];
  const difference = timelineDifference(first, second);
  const { migrations } = difference;
  const isSame = Object.values(difference).every((list: unknown[]) => list.length === 0);
  print(after.output, {
    json: () => [JSON.stringify({ timeline: second.timeline, ...difference })],
    names: () => migrations.map(({ pod, before }) => `${before === null ? "+" : "-"}${fullName(pod)}`),
    people: () => timelineDifferenceReport(second, difference),
  });
  if (after.exitCode === true && !isSame) failed("the timelines end differently (--exit-code)");
}

async function runOf(
  { scenario }: Session,
  { timeline, variant }: CompareOptions,
): Promise<VmTimelineAnswer & Findings & TimelineRun> {
  const asked = {
    limit: 0,
    heat: false,
    ...given({ timeline, variant }),
  };
  await prepared(scenario, "vmTimeline", asked);
  const requests: TimedRequest[] = [];
  for (let at: number | null = 0; at !== null; )
    at = addRequests(requests, scenario.vmTimeline(requestPage(asked, at)), at);
  return { ...scenario.vmTimeline(asked), requests };
}
