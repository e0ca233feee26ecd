/** `schedscope vm`: autoscaled VMs, played as a timeline. */
import type { VmDumpAnswer, VmStep, VmStepKind, VmTimelineOptions } from "../../../types.js";
import type { Block } from "../../report/block.js";
import { dumpReport, dumpTables } from "../../report/vm-dump.js";
import { timelineReport, vmStepReport } from "../../report/vms.js";
import { isBefore } from "../../words/caveat.js";
import { counted } from "../../words/number.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { isRefused, vmProblemText } from "../../words/vms.js";
import { framed } from "../command.js";
import { fileArguments } from "../options.js";
import { qualified } from "../cluster/source.js";
import { exit, misuse, nothing } from "../exit.js";
import { virtualMachinesCommand, vmsCommand } from "../kubectl.js";
import { print } from "../format.js";
import { noSuch, nothingFound } from "../nearest.js";
import { QuestionFlags } from "../question.js";
import { whole } from "../values.js";
import { answerTo, prepared } from "../progress.js";
import { failDoubtful, open, type Session, lacking } from "../session.js";
import { type RunOptions, runOf, withRun } from "../vm-run.js";
import { vmWouldChange } from "../would-change.js";
import { fullNames } from "../../words/object-name.js";

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

const ofEvents = new QuestionFlags("vmTimeline", { series: null, points: null, heat: null, kind: "--kind <kind>" });
const ofStep = new QuestionFlags("vmStep", { step: null, nodes: "--node <name>" });
const ofDump = new QuestionFlags("vmDump", { step: null });

export const vm = framed({
  name: "vm",
  summary: "autoscaled VMs: play a timeline, and explain any step of it",
  about:
    "Plays a timeline of autoscaled VMs on nodes: agents' requests, permits of the scheduler's plugin, migrations.",
  examples: `
  ${vmsCommand} > world.yaml
  ${virtualMachinesCommand} > vms.yaml
  schedscope vm run world.yaml vms.yaml timeline.yaml
  schedscope vm step 12 world.yaml vms.yaml timeline.yaml
  schedscope vm dump world.yaml vms.yaml`,
  below: { run: () => events, step: () => explained, dump: () => dumped },
});

const events = framed({
  name: "run",
  summary: "events, migrations, and the final state of nodes",
  about:
    "Plays the timeline and prints its events, its migrations, and the final state of nodes. Amounts are vCPUs " +
    "and memory slots.",
  args: [fileArguments],
  options: [withRun, ofEvents, ["--limit <n>", "print at most this many events", whole()]],
  examples: `
  schedscope vm run world.yaml vms.yaml timeline.yaml
  schedscope vm run world.yaml vms.yaml timeline.yaml --kind request --pod default/vm-1
  schedscope vm run timeline.yaml --variant no-migration
  schedscope vm run timeline.yaml --largest-step 1          an idea in the design document`,
  notes: `
-o json gives Scenario.vmTimeline().`,
  run: async (files: string[], options: EventOptions) => run(await open(files, options), options),
});

const explained = framed({
  name: "step",
  summary: "explain one step",
  about:
    "Explains one step: the amounts asked, permitted and denied and why, the inequality of pressure, the " +
    "migration queue, and the nodes considered.",
  args: [["<n>", "the step; 0 is the start", whole()], fileArguments],
  options: [withRun, ofStep],
  examples: `
  schedscope vm step 12 world.yaml vms.yaml timeline.yaml
  schedscope vm step 12 timeline.yaml --node n2 -o yaml`,
  notes: `
-o json gives Scenario.vmStep().`,
  run: async (step: number, files: string[], options: StepOptions) =>
    oneStep(await open(files, options), step, options),
});

const dumped = framed({
  name: "dump",
  summary: "the whole state of the plugin after a step",
  about:
    "Prints all that the plugin holds after a step: of each node the limits and sums, of each VM what it may " +
    "use, its use, its place in the migration queue. Without a timeline it is the state after the start.",
  args: [fileArguments],
  options: [
    withRun,
    ofDump,
    ["--step <n>", "the step after which the state is taken; 0 is the start; default: the last", whole()],
  ],
  examples: `
  schedscope vm dump world.yaml
  schedscope vm dump world.yaml timeline.yaml --step 12 -o yaml`,
  notes: `
-o json gives Scenario.vmDump().`,
  run: async (files: string[], options: DumpOptions) => dump(await open(files, options), options),
});

async function run(session: Session, options: EventOptions): Promise<void> {
  const { scenario } = session;
  const { pod, node, kind, limit } = options;
  const asked: VmTimelineOptions = {
    ...ofEvents.given(options),
    ...(await runOf(session, options)),
    limit: limit ?? most,
    heat: false,
  };
  const timeline = await answerTo(scenario, "vmTimeline", asked);
  failDoubtful(timeline);
  if (timeline.nodeCount === 0 && timeline.notRun === null)
    throw lacking(["Node"], [`try: ${vmsCommand}`, `and: ${virtualMachinesCommand}`]);
  const isFiltered = pod !== undefined || node !== undefined || kind !== undefined;
  if (isFiltered && timeline.matching === 0) throw nothingFound("event", { pod: pod && qualified(pod), node, kind });
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmTimeline: asked }))],
    names: () => fullNames(timeline.steps.flatMap((event) => event.pod ?? [])),
    people: () => timelineReport(timeline),
  });
  // A run that has failed already stays so.
  if (timeline.notRun !== null) process.exitCode ??= exit.nothing;
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
  const asked = { ...ofDump.given(options), ...which, step };
  const state = scenario.vmDump(asked);
  if (state.nodes.length === 0) throw nothing("the plugin knows no node at this step");
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmDump: asked }))],
    names: () => state.nodes.map(({ name }) => name),
    people: (isWide) => dumpReport(state, step, isWide),
  });
}

async function oneStep(session: Session, step: number, options: StepOptions): Promise<void> {
  const { scenario } = session;
  const [which, timeline] = await runWith(session, step, options);
  const known = timeline.nodes.map(({ name }) => name);
  for (const node of options.node ?? [])
    if (!known.includes(node) && timeline.nodeCount === known.length) throw noSuch("node", node, known);
  const asked = { ...ofStep.given(options), ...which, step };
  const at = scenario.vmStep(asked);
  print(options.output, {
    json: () => [scenario.askJson(JSON.stringify({ vmStep: asked }))],
    names: () => fullNames(at.event.pod === null ? [] : [at.event.pod]),
    people: (isWide) => [
      ...vmStepReport(at, timeline.migrations, isWide),
      ...changesOf(scenario, which, at.event, isWide),
      ...vmWouldChange(scenario, at, which),
    ],
  });
}

/** The steps that change every node. */
const everywhere = new Set<VmStepKind>(["start", "restart", "config"]);

/** For a start, a restart and a config change: the numbers of all nodes and VMs, before and after. */
function changesOf(scenario: Session["scenario"], which: Which, event: VmStep, isWide: boolean): Block[] {
  if (!everywhere.has(event.kind) || isRefused(event)) return [];
  const dumped = (step: number): VmDumpAnswer => scenario.vmDump({ ...which, step });
  return dumpTables(event.step === 0 ? null : dumped(event.step - 1), dumped(event.step), isWide);
}
