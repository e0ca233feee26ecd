/** Reports of a timeline of autoscaled VMs: the run, and one step of it. */
import type {
  Findings,
  VmMigration,
  VmNodePressure,
  VmNodeResource,
  VmNodeState,
  VmStepAnswer,
  VmTimelineAnswer,
} from "../../types.js";
import { quiet, strong } from "../words/phrase.js";
import { allCaveats } from "../words/pod-caveats.js";
import {
  actorName,
  eventDetail,
  excessText,
  guaranteeText,
  isRefused,
  keepsGuarantee,
  kindName,
  migrationChecks,
  migrationVerdict,
  ownReadingWords,
  permitText,
  pressureText,
  queuePlace,
  queueText,
  resources,
  sideOf,
  sidesText,
  stepSentence,
  terms,
  timelineSentence,
  timeText,
  unitCheck,
  unitsShort,
  unitText,
  vmProblemText,
} from "../words/vms.js";
import {
  answerBlocks,
  bad,
  type Block,
  checklist,
  column,
  facts,
  list,
  long,
  link,
  number,
  table,
  wide,
} from "./block.js";
import { othersText } from "./vm-dump.js";
import { fullName, fullNames, isSameName } from "../words/object-name.js";

/** The run of a timeline: events, migrations, and the final state of nodes. */
export function timelineReport(timeline: VmTimelineAnswer & Findings): Block[] {
  const { steps, migrations, nodes, overBudget, unplaced, timelines, variant, totals } = timeline;
  const variants = timelines.find((one) => isSameName(one.timeline, timeline.timeline))?.variants ?? [];
  const hasVariants = variants.length > 0 && variant === null;
  return [
    ...answerBlocks(allCaveats(timeline), [timelineSentence(timeline, "add a file with one to play it")]),
    ...facts([quiet(hasVariants ? `Variants: ${variants.join(", ")} (--variant).` : "")]),
    ...table(
      steps,
      [
        number("Step", ({ step }) => String(step)),
        number("Time", ({ at }) => timeText(at)),
        column("Kind", ({ kind }) => kindName(kind)),
        long("Pod", ({ pod }) => (pod === null ? "-" : link("Pod", pod))),
        column("Node", ({ node }) => (node === null ? "-" : link("Node", node))),
        long("Result", (event) => ({
          text: eventDetail(event, migrations),
          look: isRefused(event) ? "bad" : event.migrate ? "warning" : undefined,
        })),
        wide(column("By", (event) => (event.actor ? actorName(event) : (event.path ?? "-")))),
      ],
      // A filter that leaves none out of all is not one.
      { rest: { count: steps.length === 0 ? 0 : timeline.matching - steps.length, what: "event" } },
    ),
    ...table(
      timeline.outages.flatMap(({ problem, ...of }) => (problem === null ? [] : [{ ...of, problem }])),
      [
        column("From", ({ from }) => timeText(from)),
        column("Until", ({ until }) => (until === null ? bad("the end") : timeText(until))),
        column("Step", ({ step }) => `${step ?? "-"}`),
        long("Cause", ({ problem }) => vmProblemText(problem)),
      ],
      { title: "Outages" },
    ),
    ...table(
      migrations,
      [
        long("Pod", ({ pod }) => link("Pod", pod)),
        column("From", ({ from }) => from),
        column("To", ({ to, target }) => (target === null ? (to ?? "-") : `${to ?? "-"} (${fullName(target)})`)),
        column("Started", ({ started }) => timeText(started)),
        column("Ended", ({ failed, ended }) => (failed ? bad("failed") : ended === null ? "not yet" : timeText(ended))),
        column("Steps", ({ startStep, endStep }) => `${startStep}${endStep === null ? "" : `-${endStep}`}`),
      ],
      { title: "Migrations" },
    ),
    ...table(
      nodes,
      [
        long("Node", ({ name }) => link("Node", name)),
        number("VMs", ({ vms }) => String(vms)),
        number("vCPUs", ({ cpu }) => reservedText(cpu)),
        number("vCPU watermark", ({ cpu }) => String(cpu.watermark)),
        number("Slots", ({ memory }) => reservedText(memory)),
        number("Slot watermark", ({ memory }) => String(memory.watermark)),
        number("Buffer", ({ cpu, memory }) => pair(cpu.buffer, memory.buffer)),
        column("Guarantee", (node) => ({ text: guaranteeText(node), look: keepsGuarantee(node) ? undefined : "bad" })),
        column("Pressure", ({ tooMuchPressure }) => (tooMuchPressure ? bad("too much") : "-")),
      ],
      { title: "Final state of nodes" },
    ),
    ...facts([
      quiet(
        nodes.length === 0
          ? ""
          : "vCPUs and slots: reserved/reservable (total less system). Guarantee: reserved − buffer ≤ total.",
      ),
      ...overBudget.map((over) => [
        bad("over budget: "),
        { text: `${over.node} at step ${over.step}: ${excessText(over)}` },
      ]),
      unplaced.length > 0 ? [bad("not on a node: "), { text: fullNames(unplaced).join(", ") }] : "",
    ]),
    ...table(
      [totals],
      [
        number("Requests answered", (of) => String(of.accepted)),
        number("Less than asked", (of) => String(of.notInFull)),
        number("Refused", (of) => String(of.refused)),
        number("Not answered", (of) => String(of.unanswered)),
        number("Migrations", (of) => String(of.migrations)),
        number("Failed", (of) => String(of.failed)),
        number("Not ended", (of) => String(of.open)),
        number("Over budget", (of) => String(of.overBudget)),
        number("Steps under pressure", (of) => String(of.stepsUnderPressure)),
      ],
      { title: "Totals" },
    ),
  ];
}

const reservedText = ({ reserved, total, system }: VmNodeResource): string => `${reserved}/${total - system}`;

/** vCPUs and slots; `-` without either. */
const pair = (cpu: number, memory: number): string => (cpu + memory === 0 ? "-" : `${cpu}/${memory}`);

/** One step of a run: the request, the nodes considered, and the state of nodes. */
export function vmStepReport(at: VmStepAnswer & Findings, migrations: VmMigration[], isWide: boolean): Block[] {
  const { step, event, request, candidates, nodes, pressure } = at;
  return [
    ...answerBlocks(allCaveats(at), [[quiet(`Step ${step}. `), ...stepSentence(at, migrations)]]),
    ...facts([quiet(event.ownReading ? `Own reading of the design document: ${ownReadingWords(event.kind)}` : "")]),
    ...(request === null ? [] : requestBlocks(request)),
    ...table(
      candidates,
      [
        long("Node", ({ node, chosen }) => link("Node", node, chosen ? "good" : undefined)),
        number("Score", ({ score }) => (score === null ? "-" : String(score))),
        column("Outcome", ({ chosen, code }) => (chosen ? "chosen" : code === "Success" ? "fits" : code)),
        long("Why", ({ problem }) => (problem === null ? "" : vmProblemText(problem))),
      ],
      { title: "Nodes considered" },
    ),
    ...nodes.flatMap((node) =>
      nodeBlocks(
        node,
        pressure.find((of) => of.node === node.name),
        request?.node === node.name ? request : null,
        at.agents,
        isWide,
      ),
    ),
  ];
}

function requestBlocks(request: NonNullable<VmStepAnswer["request"]>): Block[] {
  const permits = resources.flatMap((resource) => {
    const of = resource === "cpu" ? request.cpu : request.memory;
    return of === null ? [] : [{ resource, of }];
  });
  const refused =
    request.problem === null ? [] : [bad(`Refused with ${request.status}: ${vmProblemText(request.problem)}.`)];
  return [
    { kind: "facts", title: "Request", lines: refused },
    ...table(
      permits,
      [
        column("Resource", ({ resource }) => (resource === "cpu" ? "vCPUs" : "slots")),
        number("Before", ({ of }) => String(of.before)),
        number("Asked", ({ of }) => String(of.asked)),
        number("Permit", ({ of }) => String(of.permit)),
        number("Increase", ({ of }) => String(of.increase)),
        number("Denied", ({ of }) => String(of.denied)),
        long("Why", ({ of, resource }) => permitText(of, resource)),
      ],
      { isApart: false },
    ),
    ...checklist([unitCheck(request)]),
    ...facts([[strong("Does it have to migrate? "), { text: migrationVerdict(request) }]]),
    ...list(migrationChecks(request).map(({ words }) => words)),
    ...facts([quiet(`In the queue: ${queueText(request)} ${unitText(request.computeUnit)}`.trimEnd())]),
  ];
}

function nodeBlocks(
  node: VmNodeState,
  after: VmNodePressure | undefined,
  request: VmStepAnswer["request"],
  agents: VmStepAnswer["agents"],
  isWide: boolean,
): Block[] {
  const before = request?.pressure ?? null;
  const needs = new Map(agents.map((agent) => [fullName(agent.pod), agent.units]));
  const inequality = terms.map(({ name, sign }) => `${sign === "" ? "" : `${sign} `}${name}`).join(" ");
  const sides = (of: VmNodePressure): string =>
    resources.map((resource) => `${resource} ${sidesText(sideOf(of, resource))}`).join("; ");
  const buffered = ({ reserved, buffer }: VmNodeState["pods"][number]["cpu"]): string =>
    `${reserved}${buffer > 0 ? ` (${buffer} buffer)` : ""}`;
  const title = `${node.name}: ${reservedText(node.cpu)} vCPUs, ${reservedText(node.memory)} slots reserved`;
  return [
    {
      kind: "facts",
      title,
      lines: [
        ...(before === null ? [] : [`Before the request ${pressureText(before, node.name, "was")}`]),
        ...(after === undefined
          ? []
          : [`${before === null ? "" : "After it "}${pressureText(after, node.name, "is")}`]),
      ],
    },
    ...list(after === undefined ? [] : [quiet(`too much if ${inequality}: ${sides(after)}`)]),
    ...table(node.pods, [
      long("Pod", ({ pod }) => link("Pod", pod)),
      number("vCPUs", ({ cpu }) => buffered(cpu)),
      number("Slots", ({ memory }) => buffered(memory)),
      number("Uses", ({ use }) => unitsShort(use)),
      number("Denied", ({ cpu, memory }) => pair(cpu.capacityPressure, memory.capacityPressure)),
      number("Load", ({ load }) =>
        load === null ? "-" : load[0].toLocaleString("en-US", { maximumFractionDigits: 3 }),
      ),
      number("Needed", ({ pod }) => (needs.has(fullName(pod)) ? `${needs.get(fullName(pod))} CU` : "-")),
      column("Queue", ({ queueIndex }) => queuePlace(queueIndex)),
      column("State", ({ migrating }) => (migrating ? { text: "migrating", look: "warning" } : "stays")),
    ]),
    ...list(
      (isWide ? node.others : []).map(({ pod, cpuMilli, memoryBytes }) =>
        quiet(`${fullName(pod)}: no VM, ${cpuMilli}m CPU, ${memoryBytes} bytes`),
      ),
    ),
    ...facts([quiet(!isWide && node.others.length > 0 ? `and ${othersText(node)}` : "")]),
  ];
}
