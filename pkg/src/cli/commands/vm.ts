/** `schedscope vm`: autoscaled VMs, played as a timeline. */
import { type Command, Option } from "commander";
import type {
  VmStep,
  VmStepKind,
  VmMigration,
  VmStepAnswer,
  VmNodePressure,
  VmNodeResource,
  VmNodeState,
  VmTimelineOptions,
} from "../../../types.js";
import { isBefore } from "../../words/caveat.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { counted, integer } from "../../words/number.js";
import {
  actorName,
  eventDetail,
  excessText,
  guaranteeText,
  permitText,
  isRefused,
  keepsGuarantee,
  kindName,
  kindNames,
  migrationChecks,
  migrationVerdict,
  stepSentence,
  ownReadingWords,
  pressureText,
  queuePlace,
  queueText,
  resources,
  sidesText,
  sideOf,
  terms,
  timelineSentence,
  timeText,
  unitCheck,
  unitsShort,
  unitText,
  vmProblemText,
} from "../../words/vms.js";
import { showCaveats } from "../caveats.js";
import { showChecks } from "../checks.js";
import { exit, misuse, nothing } from "../exit.js";
import { virtualMachinesCommand, vmsCommand } from "../kubectl.js";
import { print } from "../format.js";
import { noSuch, nothingFound } from "../nearest.js";
import { filesArgument, several, whole } from "../options.js";
import { outagesTable } from "../outages.js";
import { prepared } from "../progress.js";
import { out } from "../screen.js";
import { failDoubtful, open, type Session, lacking } from "../session.js";
import type { Cell } from "../table.js";
import { changesOf, dumpTables, othersText, withBuffer } from "../vm-dump.js";
import { type RunOptions, runOf, withRun } from "../vm-run.js";
import { vmWouldChange } from "../would-change.js";

interface EventOptions extends RunOptions {
  pod?: string;
  node?: string;
  kind?: VmStepKind;
  limit?: number;
}

interface StepOptions extends RunOptions {
  node?: string[];
}

interface DumpOptions extends RunOptions {
  step?: number;
}

/** The steps that a run may have at most are far fewer. */
const most = 2 ** 31;

/** Adds the command. */
export function vm(program: Command): void {
  const command = program
    .command("vm")
    .summary("autoscaled VMs: play a timeline, and explain any step of it")
    .description(
      "Plays a timeline of autoscaled VMs on nodes: agents' requests, permits of the scheduler's plugin, migrations.",
    )
    .addHelpText(
      "after",
      `
Examples:
  ${vmsCommand} > world.yaml
  ${virtualMachinesCommand} > vms.yaml
  schedscope vm run world.yaml vms.yaml timeline.yaml
  schedscope vm step 12 world.yaml vms.yaml timeline.yaml
  schedscope vm dump world.yaml vms.yaml`,
    );
  withRun(
    command
      .command("run")
      .summary("events, migrations, and the final state of nodes")
      .description(
        "Plays the timeline and prints its events, its migrations, and the final state of nodes. Amounts are vCPUs " +
          "and memory slots.",
      )
      .argument("[file...]", filesArgument),
  )
    .option("--pod <name>", "only events of this pod, as namespace/name")
    .option("--node <name>", "only events of this node")
    .addOption(new Option("--kind <kind>", "only events of this kind").choices(Object.keys(kindNames)))
    .option("--limit <n>", "print at most this many events", whole())
    .addHelpText(
      "after",
      `
Examples:
  schedscope vm run world.yaml vms.yaml timeline.yaml
  schedscope vm run world.yaml vms.yaml timeline.yaml --kind request --pod default/vm-1
  schedscope vm run timeline.yaml --variant no-migration
  schedscope vm run timeline.yaml --largest-step 1          an idea in the design document

-o json gives Scenario.vmTimeline().`,
    )
    .action(async (files: string[], options: EventOptions) => run(await open(files, options), options));
  withRun(
    command
      .command("step")
      .summary("explain one step")
      .description(
        "Explains one step: the amounts asked, permitted and denied and why, the inequality of pressure, the " +
          "migration queue, and the nodes considered.",
      )
      .argument("<n>", "the step; 0 is the start", whole())
      .argument("[file...]", filesArgument),
  )
    .option("--node <name>", "show this node; repeatable; default: the node of the step", several)
    .addHelpText(
      "after",
      `
Examples:
  schedscope vm step 12 world.yaml vms.yaml timeline.yaml
  schedscope vm step 12 timeline.yaml --node n2 -o yaml

-o json gives Scenario.vmStep().`,
    )
    .action(async (step: number, files: string[], options: StepOptions) =>
      oneStep(await open(files, options), step, options),
    );
  withRun(
    command
      .command("dump")
      .summary("the whole state of the plugin after a step")
      .description(
        "Prints all that the plugin holds after a step: of each node the limits and sums, of each VM what it may " +
          "use, its use, its place in the migration queue. Without a timeline it is the state after the start.",
      )
      .argument("[file...]", filesArgument),
  )
    .option("--step <n>", "the step after which the state is taken; 0 is the start; default: the last", whole())
    .addHelpText(
      "after",
      `
Examples:
  schedscope vm dump world.yaml
  schedscope vm dump world.yaml timeline.yaml --step 12 -o yaml

-o json gives Scenario.vmDump().`,
    )
    .action(async (files: string[], options: DumpOptions) => dump(await open(files, options), options));
}

async function run(session: Session, options: EventOptions): Promise<void> {
  const { scenario } = session;
  const { pod, node, kind, limit } = options;
  const asked: VmTimelineOptions = {
    ...(await runOf(session, options)),
    limit: limit ?? most,
    heat: false,
    ...(pod !== undefined && { pod }),
    ...(node !== undefined && { node }),
    ...(kind !== undefined && { kind }),
  };
  await prepared(scenario, "vmTimeline", asked);
  const timeline = scenario.vmTimeline(asked);
  failDoubtful(timeline);
  if (timeline.nodeCount === 0 && timeline.notRun === null)
    throw lacking(["Node"], [`try: ${vmsCommand}`, `and: ${virtualMachinesCommand}`]);
  const isFiltered = pod !== undefined || node !== undefined || kind !== undefined;
  if (isFiltered && timeline.matching === 0) throw nothingFound("event", { pod, node, kind });
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmTimeline: asked }))],
    names: () => timeline.steps.flatMap((event) => event.pod ?? []),
    people: (isWide) => timelineWords(timeline, isWide),
  });
  // A run that has failed already stays so.
  if (timeline.notRun !== null) process.exitCode ??= exit.nothing;
}

function timelineWords(timeline: Run, isWide: boolean): void {
  const { totals, steps: events, migrations, nodes, overBudget, unplaced, timelines, variant } = timeline;
  showCaveats(allCaveats(timeline), isWide, () =>
    out.line(timelineSentence(timeline, "add a file with one to play it")),
  );
  const variants = timelines.find(({ key }) => key === timeline.timeline)?.variants ?? [];
  if (variants.length > 0 && variant === null) out.line(`Variants: ${variants.join(", ")} (--variant).`, "quiet");
  if (events.length > 0) {
    out.gap();
    eventTable(events, migrations, isWide);
    if (timeline.matching > events.length)
      out.line(`and ${integer(timeline.matching - events.length)} more events`, "quiet");
  }
  outagesTable(timeline.outages, isWide);
  if (migrations.length > 0) {
    out.head("Migrations");
    out.table(
      [
        { head: "POD", gives: true },
        { head: "FROM" },
        { head: "TO" },
        { head: "STARTED" },
        { head: "ENDED" },
        { head: "STEPS" },
      ],
      migrations.map((of): Cell[] => [
        of.pod,
        of.from,
        of.target === null ? (of.to ?? "-") : `${of.to ?? "-"} (${of.target})`,
        timeText(of.started),
        of.failed ? { text: "failed", look: "bad" } : of.ended === null ? "not yet" : timeText(of.ended),
        `${of.startStep}${of.endStep === null ? "" : `-${of.endStep}`}`,
      ]),
      isWide,
    );
  }
  if (nodes.length > 0) {
    out.head("Final state of nodes");
    out.table(
      [
        { head: "NODE", gives: true },
        { head: "VMS", align: "right" },
        ...resources.flatMap((resource) => [
          { head: resource === "cpu" ? "VCPUS" : "SLOTS", align: "right" as const },
          { head: resource === "cpu" ? "VCPU WATERMARK" : "SLOT WATERMARK", align: "right" as const },
        ]),
        { head: "BUFFER", align: "right" },
        { head: "GUARANTEE" },
        { head: "PRESSURE" },
      ],
      nodes.map((node): Cell[] => [
        node.name,
        String(node.vms),
        ...[node.cpu, node.memory].flatMap((of) => [reservedText(of), String(of.watermark)]),
        node.cpu.buffer + node.memory.buffer === 0 ? "-" : `${node.cpu.buffer}/${node.memory.buffer}`,
        { text: guaranteeText(node), look: keepsGuarantee(node) ? undefined : "bad" },
        node.tooMuchPressure ? { text: "too much", look: "bad" } : "-",
      ]),
      isWide,
    );
    out.line(
      "vCPUs and slots: reserved/reservable (total less system). Guarantee: reserved − buffer ≤ total.",
      "quiet",
    );
  }
  for (const over of overBudget)
    out.line([
      { text: "over budget: ", look: "bad" },
      { text: `${over.node} at step ${over.step}: ${excessText(over)}` },
    ]);
  if (unplaced.length > 0) out.line([{ text: "not on a node: ", look: "bad" }, { text: unplaced.join(", ") }]);
  out.head("Totals");
  out.table(
    [
      { head: "REQUESTS ANSWERED", align: "right" },
      { head: "LESS THAN ASKED", align: "right" },
      { head: "REFUSED", align: "right" },
      { head: "NOT ANSWERED", align: "right" },
      { head: "MIGRATIONS", align: "right" },
      { head: "FAILED", align: "right" },
      { head: "NOT ENDED", align: "right" },
      { head: "OVER BUDGET", align: "right" },
      { head: "STEPS UNDER PRESSURE", align: "right" },
    ],
    [
      [
        totals.accepted,
        totals.notInFull,
        totals.refused,
        totals.unanswered,
        totals.migrations,
        totals.failed,
        totals.open,
        totals.overBudget,
        totals.stepsUnderPressure,
      ].map(String),
    ],
    isWide,
  );
}

const reservedText = ({ reserved, total, system }: VmNodeResource): string => `${reserved}/${total - system}`;

function eventTable(events: VmStep[], migrations: VmMigration[], isWide: boolean): void {
  out.table(
    [
      { head: "STEP", align: "right" },
      { head: "TIME", align: "right" },
      { head: "KIND" },
      { head: "POD", gives: true },
      { head: "NODE" },
      { head: "RESULT", gives: true },
      ...(isWide ? [{ head: "BY" }] : []),
    ],
    events.map((event): Cell[] => [
      String(event.step),
      timeText(event.at),
      kindName(event.kind),
      event.pod ?? "-",
      event.node ?? "-",
      { text: eventDetail(event, migrations), look: isRefused(event) ? "bad" : event.migrate ? "warning" : undefined },
      ...(isWide ? [event.actor ? actorName(event) : (event.path ?? "-")] : []),
    ]),
    isWide,
  );
}

type Which = Awaited<ReturnType<typeof runOf>>;
type Run = ReturnType<Session["scenario"]["vmTimeline"]>;

/** The run, which has the step. */
async function runWith(session: Session, step: number, options: RunOptions): Promise<[Which, Run]> {
  const which = await runOf(session, options);
  await prepared(session.scenario, "vmTimeline", { ...which, limit: 0, heat: false });
  const timeline = session.scenario.vmTimeline({ ...which, limit: 0, heat: false });
  failDoubtful(timeline);
  if (timeline.notRun !== null) {
    const [first] = allCaveats(timeline).filter(isBefore);
    throw nothing(`nothing was run: ${vmProblemText(timeline.notRun)}`, ...(first ? [first.message] : []));
  }
  if (step > timeline.stepsTotal)
    throw misuse(`there is no step ${step}: the run has ${counted(timeline.stepsTotal, "step")}`);
  return [which, timeline];
}

async function dump(session: Session, options: DumpOptions): Promise<void> {
  const { scenario } = session;
  const [which, timeline] = await runWith(session, options.step ?? 0, options);
  const step = options.step ?? timeline.stepsTotal;
  const asked = { ...which, step };
  const state = scenario.vmDump(asked);
  if (state.nodes.length === 0) throw nothing("the plugin knows no node at this step");
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmDump: asked }))],
    names: () => state.nodes.map(({ name }) => name),
    people: (isWide) => {
      showCaveats(allCaveats(state), isWide, () =>
        out.line([{ text: `Step ${step}. `, look: "quiet" }, { text: "The state of the plugin after it." }]),
      );
      dumpTables(null, state, isWide);
    },
  });
}

async function oneStep(session: Session, step: number, options: StepOptions): Promise<void> {
  const { scenario } = session;
  const [which, timeline] = await runWith(session, step, options);
  const known = timeline.nodes.map(({ name }) => name);
  for (const node of options.node ?? [])
    if (!known.includes(node) && timeline.nodeCount === known.length) throw noSuch("node", node, known);
  const asked = { ...which, step, ...(options.node !== undefined && { nodes: options.node }) };
  const at = scenario.vmStep(asked);
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmStep: asked }))],
    names: () => (at.event.pod === null ? [] : [at.event.pod]),
    people: (isWide) => {
      stepWords(at, timeline.migrations, isWide);
      changesOf(scenario, which, at.event, isWide);
      vmWouldChange(scenario, at, which);
    },
  });
}

function stepWords(at: ReturnType<Session["scenario"]["vmStep"]>, migrations: VmMigration[], isWide: boolean): void {
  const { step, event, request, candidates, nodes, pressure, agents } = at;
  showCaveats(allCaveats(at), isWide, () =>
    out.line([{ text: `Step ${step}. `, look: "quiet" }, ...stepSentence(at, migrations)]),
  );
  if (event.ownReading) out.line(`Own reading of the design document: ${ownReadingWords(event.kind)}`, "quiet");
  if (request !== null) {
    out.head("Request");
    const permits = resources.flatMap((resource): Cell[][] => {
      const of = resource === "cpu" ? request.cpu : request.memory;
      return of === null
        ? []
        : [
            [
              resource === "cpu" ? "vCPUs" : "slots",
              ...[of.before, of.asked, of.permit, of.increase, of.denied].map(String),
              permitText(of, resource),
            ],
          ];
    });
    if (request.problem !== null) out.line(`Refused with ${request.status}: ${vmProblemText(request.problem)}.`, "bad");
    if (permits.length > 0) {
      out.table(
        [
          { head: "RESOURCE" },
          { head: "BEFORE", align: "right" },
          { head: "ASKED", align: "right" },
          { head: "PERMIT", align: "right" },
          { head: "INCREASE", align: "right" },
          { head: "DENIED", align: "right" },
          { head: "WHY", gives: true },
        ],
        permits,
        isWide,
      );
    }
    showChecks([unitCheck(request)]);
    out.line([{ text: "Does it have to migrate? ", look: "strong" }, { text: migrationVerdict(request) }]);
    for (const { words } of migrationChecks(request)) out.line(`  ${words}`);
    out.line(`In the queue: ${queueText(request)} ${unitText(request.computeUnit)}`.trimEnd(), "quiet");
  }
  if (candidates.length > 0) {
    out.head("Nodes considered");
    out.table(
      [
        { head: "NODE", gives: true },
        { head: "SCORE", align: "right" },
        { head: "OUTCOME" },
        { head: "WHY", gives: true },
      ],
      candidates.map(({ node, code, problem, score, chosen }): Cell[] => [
        { text: node, look: chosen ? "good" : undefined },
        score === null ? "-" : String(score),
        chosen ? "chosen" : code === "Success" ? "fits" : code,
        problem === null ? "" : vmProblemText(problem),
      ]),
      isWide,
    );
  }
  for (const node of nodes)
    nodeWords(
      node,
      pressure.find((of) => of.node === node.name),
      request?.node === node.name ? request : null,
      agents,
      isWide,
    );
}

function nodeWords(
  node: VmNodeState,
  after: VmNodePressure | undefined,
  request: VmStepAnswer["request"],
  agents: VmStepAnswer["agents"],
  isWide: boolean,
): void {
  out.head(`${node.name}: ${reservedText(node.cpu)} vCPUs, ${reservedText(node.memory)} slots reserved`);
  const before = request?.pressure ?? null;
  if (before !== null) out.line(`Before the request ${pressureText(before, node.name, "was")}`);
  if (after !== undefined) {
    out.line(`${before === null ? "" : "After it "}${pressureText(after, node.name, "is")}`);
    out.line(
      `  too much if ${terms.map(({ name, sign }) => `${sign === "" ? "" : `${sign} `}${name}`).join(" ")}: ` +
        `${resources.map((resource) => `${resource} ${sidesText(sideOf(after, resource))}`).join("; ")}`,
      "quiet",
    );
  }
  const needs = new Map(agents.map((agent) => [agent.pod, agent.units]));
  if (node.pods.length > 0) {
    out.gap();
    out.table(
      [
        { head: "POD", gives: true },
        { head: "VCPUS", align: "right" },
        { head: "SLOTS", align: "right" },
        { head: "USES", align: "right" },
        { head: "DENIED", align: "right" },
        { head: "LOAD", align: "right" },
        { head: "NEEDED", align: "right" },
        { head: "QUEUE" },
        { head: "STATE" },
      ],
      node.pods.map((pod): Cell[] => [
        pod.pod,
        withBuffer(pod.cpu),
        withBuffer(pod.memory),
        unitsShort(pod.use),
        pod.cpu.capacityPressure + pod.memory.capacityPressure === 0
          ? "-"
          : `${pod.cpu.capacityPressure}/${pod.memory.capacityPressure}`,
        pod.load === null ? "-" : pod.load[0].toLocaleString("en-US", { maximumFractionDigits: 3 }),
        needs.has(pod.pod) ? `${needs.get(pod.pod)} CU` : "-",
        queuePlace(pod.queueIndex),
        pod.migrating ? { text: "migrating", look: "warning" } : "stays",
      ]),
      isWide,
    );
  }
  for (const { pod, cpuMilli, memoryBytes } of isWide ? node.others : [])
    out.line(`  ${pod}: no VM, ${cpuMilli}m CPU, ${memoryBytes} bytes`, "quiet");
  if (!isWide && node.others.length > 0) out.line(`and ${othersText(node)}`, "quiet");
}
