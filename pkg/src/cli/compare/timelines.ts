/** The timelines of autoscaled VMs of two texts, compared. */
import type { Findings, VmNodeEnd, VmTimelineAnswer } from "../../../types.js";
import { addRequests, requestPage, type TimedRequest } from "../../difference/requests.js";
import { timelineDifference, type TimelineRun } from "../../difference/timeline.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { integer } from "../../words/number.js";
import { grantText, migrationText, timelineDifferenceText } from "../../words/vms/difference.js";
import { timeText } from "../../words/vms/time.js";
import { showCaveats } from "../caveats.js";
import { print } from "../format.js";
import { prepared } from "../progress.js";
import { out } from "../screen.js";
import { failed, type Session } from "../session.js";
import type { CompareOptions } from "./placements.js";

/** Requests that are listed. */
const mostListed = 20;

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
  const { requests, migrations, nodes } = difference;
  const isSame = Object.values(difference).every((list: unknown[]) => list.length === 0);
  print(after.output, {
    json: () => [JSON.stringify({ timeline: second.timeline, ...difference })],
    names: () => migrations.map(({ pod, before }) => `${before === null ? "+" : "-"}${pod}`),
    people: (isWide) => {
      showCaveats(allCaveats(second), isWide, () =>
        out.line([{ text: `timeline: ${timelineDifferenceText(difference)}`, look: "strong" }]),
      );
      if (requests.length > 0) {
        out.gap();
        out.table(
          [{ head: "REQUEST OF", gives: true }, { head: "AT" }, { head: "BEFORE" }, { head: "AFTER" }],
          requests
            .slice(0, mostListed)
            .map(({ pod, at, before, after: is }) => [pod, timeText(at), grantText(before), grantText(is)]),
          isWide,
        );
        if (requests.length > mostListed) out.line(`and ${integer(requests.length - mostListed)} more`, "quiet");
      }
      if (migrations.length > 0) {
        out.gap();
        out.table(
          [{ head: "MIGRATION OF", gives: true }, { head: "BEFORE" }, { head: "AFTER" }],
          migrations.map(({ pod, before, after: is }) => [pod, migrationText(before), migrationText(is)]),
          isWide,
        );
      }
      if (nodes.length > 0) {
        out.gap();
        out.table(
          [
            { head: "NODE", gives: true },
            { head: "VMS" },
            { head: "CPU RESERVED" },
            { head: "SLOTS RESERVED" },
            { head: "PRESSURE" },
          ],
          nodes.map(({ node, before, after: is }) => [
            node,
            ...[
              (of: VmNodeEnd): string => integer(of.vms),
              (of: VmNodeEnd): string => integer(of.cpu.reserved),
              (of: VmNodeEnd): string => integer(of.memory.reserved),
              (of: VmNodeEnd): string => (of.tooMuchPressure ? "too much" : "–"),
            ].map((text) => arrow(before === null ? "–" : text(before), is === null ? "–" : text(is))),
          ]),
          isWide,
        );
      }
    },
  });
  if (after.exitCode === true && !isSame) failed("the timelines end otherwise (--exit-code)");
}

const arrow = (before: string, after: string): string => (before === after ? before : `${before} → ${after}`);

async function runOf(
  { scenario }: Session,
  { timeline, variant }: CompareOptions,
): Promise<VmTimelineAnswer & Findings & TimelineRun> {
  const asked = {
    limit: 0,
    heat: false,
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
  };
  await prepared(scenario, "vmTimeline", asked);
  const requests: TimedRequest[] = [];
  for (let at: number | null = 0; at !== null; )
    at = addRequests(requests, scenario.vmTimeline(requestPage(asked, at)), at);
  return { ...scenario.vmTimeline(asked), requests };
}
