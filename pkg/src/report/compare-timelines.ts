/** The report of two runs of a timeline, compared. */
import type { Findings, VmNodeEnd, VmTimelineAnswer } from "../../types.js";
import type { TimelineDifference } from "../difference/timeline.js";
import { integer } from "../words/number.js";
import { strong } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { grantText, migrationText, timelineDifferenceText } from "../words/vms/difference.js";
import { timeText } from "../words/vms/time.js";
import { answerBlocks, type Block, column, long, link, table } from "./block.js";
import { arrow } from "./compare-placements.js";

/** Requests that are listed. */
const mostListed = 20;

/** Two runs, compared. `run`: the second. */
export function timelineDifferenceReport(run: VmTimelineAnswer & Findings, difference: TimelineDifference): Block[] {
  const { requests, migrations, nodes } = difference;
  const ofNode = (title: string, text: (of: VmNodeEnd) => string) =>
    column<(typeof nodes)[number]>(title, ({ before, after }) =>
      arrow(before === null ? "-" : text(before), after === null ? "-" : text(after)),
    );
  return [
    ...answerBlocks(allCaveats(run), [[strong(`timeline: ${timelineDifferenceText(difference)}`)]]),
    ...table(
      requests.slice(0, mostListed),
      [
        long("Request of", ({ pod }) => link("Pod", pod)),
        column("At", ({ at }) => timeText(at)),
        column("Before", ({ before }) => grantText(before)),
        column("After", ({ after }) => grantText(after)),
      ],
      { rest: { count: requests.length - mostListed } },
    ),
    ...table(migrations, [
      long("Migration of", ({ pod }) => link("Pod", pod)),
      column("Before", ({ before }) => migrationText(before)),
      column("After", ({ after }) => migrationText(after)),
    ]),
    ...table(nodes, [
      long("Node", ({ node }) => link("Node", node)),
      ofNode("VMs", ({ vms }) => integer(vms)),
      ofNode("CPU reserved", ({ cpu }) => integer(cpu.reserved)),
      ofNode("Slots reserved", ({ memory }) => integer(memory.reserved)),
      ofNode("Pressure", ({ tooMuchPressure }) => (tooMuchPressure ? "too much" : "-")),
    ]),
  ];
}
