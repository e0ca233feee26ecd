/** The state of the plugin of autoscaled VMs as tables, whole or as a step changes it. */
import type { Findings, VmDumpAnswer, VmNodeState } from "../../types.js";
import { counted, integer } from "../words/number.js";
import { quiet } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import { nodeNumbers, podNumbers, unitsWords } from "../words/vms.js";
import {
  answerBlocks,
  type Block,
  type Cell,
  type ColumnOf,
  column,
  facts,
  long,
  number,
  table,
  wide,
} from "./block.js";

/** Rows that are shown unless all are asked for. */
const most = 40;

/** The whole state after a step. */
export const dumpReport = (state: VmDumpAnswer & Findings, step: number, isWide: boolean): Block[] => [
  ...answerBlocks(allCaveats(state), [[quiet(`Step ${step}. `), { text: "The state of the plugin after it." }]]),
  ...dumpTables(null, state, isWide),
];

/** The nodes and the VMs of a state; with an earlier one, what changed stands as `old → new`. */
export function dumpTables(before: VmDumpAnswer | null, after: VmDumpAnswer, isWide: boolean): Block[] {
  const looked = <Row extends { isChanged: boolean }>(rows: Row[]): Row[] =>
    isWide || rows.length <= most ? rows : [...rows].sort((a, b) => +b.isChanged - +a.isChanged).slice(0, most);
  const changed = (text: string): Cell => ({ text, look: text.includes("→") ? "strong" : undefined });
  /** Columns of numbers, by what they are of. */
  const numbers = <Row>(all: Record<string, (row: Row) => string>): ColumnOf<Row>[] =>
    Object.entries(all).map(([title, cell]) => number(title, (row: Row) => changed(cell(row))));
  const when = before === null ? "" : ", old → new";
  const [nodes, pods] = [nodeNumbers(before, after), podNumbers(before, after)];
  const others = after.nodes.filter((node) => node.others.length > 0);
  return [
    ...table(
      looked(nodes),
      [
        long("Node", ({ node }) => changed(node)),
        column("Resource", ({ resource }) => (resource === "cpu" ? "vCPUs" : "slots")),
        ...numbers<(typeof nodes)[number]>({
          Total: (of) => of.total,
          System: (of) => of.system,
          Watermark: (of) => of.watermark,
          Reserved: (of) => of.reserved,
          Buffer: (of) => of.buffer,
          Denied: (of) => of.capacityPressure,
          "Accounted for": (of) => of.pressureAccountedFor,
          Unit: (of) => of.unit,
        }),
        wide(number("Margin", ({ margin }) => changed(margin))),
      ],
      {
        title: `Nodes${when}`,
        rest: { count: (nodes.length - looked(nodes).length) / 2, what: "node", option: "-o wide" },
      },
    ),
    ...facts([
      ...(isWide ? others : others.slice(0, most)).map(({ name, others: those, other }) => {
        const of = those.length === 1 ? "1 pod that is not a VM" : `${integer(those.length)} pods that are not VMs`;
        return quiet(`${name}: ${unitsWords({ vCPUs: other.cpu, mem: other.memory })} are reserved for ${of}`);
      }),
      quiet("Denied: capacity pressure. Accounted for: by migrations under way."),
    ]),
    ...table(
      looked(pods),
      [
        long("Pod", ({ pod }) => changed(pod)),
        column("Node", ({ node }) => changed(node)),
        ...numbers<(typeof pods)[number]>({
          Reserved: (of) => of.reserved,
          Buffer: (of) => of.buffer,
          Uses: (of) => of.uses,
          "Unit sent": (of) => of.unit,
          Queue: (of) => of.queue,
        }),
        column("State", ({ state }) => changed(state)),
      ],
      { title: `VMs${when}`, rest: { count: pods.length - looked(pods).length, what: "VM", option: "-o wide" } },
    ),
    ...(pods.length === 0 ? [] : facts([quiet("VMs: vCPUs/slots.")])),
  ];
}

/** The pods of a node that are not VMs, in short. */
export const othersText = ({ others, other }: VmNodeState): string =>
  `${counted(others.length, "pod")} that ${others.length === 1 ? "is not a VM" : "are not VMs"}, ` +
  `with ${unitsWords({ vCPUs: other.cpu, mem: other.memory })} reserved`;
