/** The state of the plugin of autoscaled VMs as tables, whole or as a step changes it. */
import type { VmDumpAnswer, VmNodeState, VmStep } from "../../types.js";
import { counted, integer } from "../words/number.js";
import { isRefused, nodeNumbers, podNumbers, unitsWords } from "../words/vms.js";
import { out } from "./screen.js";
import type { Session } from "./session.js";
import type { Cell } from "./table.js";
import type { runOf } from "./vm-run.js";

/** The steps that change every node. */
const everywhere = new Set<VmStep["kind"]>(["start", "restart", "config"]);

/** Rows that are shown unless all are asked for. */
const most = 40;

/** For a start, a restart and a config change: the numbers of all nodes and VMs, before and after. */
export function changesOf(
  scenario: Session["scenario"],
  which: Awaited<ReturnType<typeof runOf>>,
  event: VmStep,
  isWide: boolean,
): void {
  if (!everywhere.has(event.kind) || isRefused(event)) return;
  const dumped = (step: number): VmDumpAnswer => scenario.vmDump({ ...which, step });
  dumpTables(event.step === 0 ? null : dumped(event.step - 1), dumped(event.step), isWide);
}

/** The nodes and the VMs of a state; with an earlier one, what changed stands as `old → new`. */
export function dumpTables(before: VmDumpAnswer | null, after: VmDumpAnswer, isWide: boolean): void {
  const looked = <Row extends { isChanged: boolean }>(rows: Row[]): Row[] =>
    isWide || rows.length <= most ? rows : [...rows].sort((a, b) => +b.isChanged - +a.isChanged).slice(0, most);
  const cell = (text: string): Cell => ({ text, look: text.includes("→") ? "strong" : undefined });
  const nodes = nodeNumbers(before, after);
  out.head(before === null ? "Nodes" : "Nodes, old → new");
  out.table(
    [
      { head: "NODE", gives: true },
      { head: "RESOURCE" },
      { head: "TOTAL", align: "right" },
      { head: "SYSTEM", align: "right" },
      { head: "WATERMARK", align: "right" },
      { head: "RESERVED", align: "right" },
      { head: "BUFFER", align: "right" },
      { head: "DENIED", align: "right" },
      { head: "ACCOUNTED FOR", align: "right" },
      { head: "UNIT", align: "right" },
      ...(isWide ? [{ head: "MARGIN", align: "right" as const }] : []),
    ],
    looked(nodes).map((of): Cell[] =>
      [
        of.node,
        of.resource === "cpu" ? "vCPUs" : "slots",
        of.total,
        of.system,
        of.watermark,
        of.reserved,
        of.buffer,
        of.capacityPressure,
        of.pressureAccountedFor,
        of.unit,
        ...(isWide ? [of.margin] : []),
      ].map(cell),
    ),
    isWide,
  );
  more(nodes.length / 2, looked(nodes).length / 2, "node");
  const others = after.nodes.filter((node) => node.others.length > 0);
  for (const { name, others: pods, other } of isWide ? others : others.slice(0, most)) {
    const those = pods.length === 1 ? "1 pod that is not a VM" : `${integer(pods.length)} pods that are not VMs`;
    out.line(`${name}: ${unitsWords({ vCPUs: other.cpu, mem: other.memory })} are reserved for ${those}`, "quiet");
  }
  out.line("Denied: capacity pressure. Accounted for: by migrations under way.", "quiet");
  const pods = podNumbers(before, after);
  if (pods.length === 0) return;
  out.head(before === null ? "VMs" : "VMs, old → new");
  out.table(
    [
      { head: "POD", gives: true },
      { head: "NODE" },
      { head: "RESERVED", align: "right" },
      { head: "BUFFER", align: "right" },
      { head: "USES", align: "right" },
      { head: "UNIT SENT", align: "right" },
      { head: "QUEUE", align: "right" },
      { head: "STATE" },
    ],
    looked(pods).map((of): Cell[] =>
      [of.pod, of.node, of.reserved, of.buffer, of.uses, of.unit, of.queue, of.state].map(cell),
    ),
    isWide,
  );
  more(pods.length, looked(pods).length, "VM");
  out.line("VMs: vCPUs/slots.", "quiet");
}

function more(all: number, shown: number, what: string): void {
  if (all > shown) out.line(`and ${counted(all - shown, `more ${what}`)}; -o wide shows all`, "quiet");
}

/** The pods of a node that are not VMs, in short. */
export const othersText = ({ others, other }: VmNodeState): string =>
  `${counted(others.length, "pod")} that ${others.length === 1 ? "is not a VM" : "are not VMs"}, ` +
  `with ${unitsWords({ vCPUs: other.cpu, mem: other.memory })} reserved`;

/** What is reserved of a resource, with its buffer. */
export const withBuffer = ({ reserved, buffer }: VmNodeState["pods"][number]["cpu"]): string =>
  `${reserved}${buffer > 0 ? ` (${buffer} buffer)` : ""}`;
