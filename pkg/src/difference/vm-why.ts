/** What `why` asks about an autoscaled VM. */
import type { Finding, Findings, ObjectName, PodEntry, VmStep, VmStepAnswer, VmTimelineAnswer } from "../../types.js";
import type { Scenario } from "../scenario.js";

/** The label of a runner pod: the name of its VM. */
export const VM_NAME_LABEL = "vm.neon.tech/name";

/** Whether a text is a value that a label can have. */
export const isLabelValue = (text: string): boolean => /^[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/.test(text);

/** Where a VM is, and its events in the timeline that the input begins with. */
export interface VmWhy {
  object: ObjectName;
  /** Its runner pods: those with its name as their label. A migration has two. */
  pods: PodEntry[];
  /** The run without its list of events; `matching`: the events of the VM. */
  timeline: VmTimelineAnswer & Findings;
  /** The step that put it on its node, or did not, and its last request if that was not permitted in full. */
  steps: VmStepAnswer[];
  /** What is found of it; what the run lacks does not concern where the VM is. */
  findings: Finding[];
}

/** As many as there are. */
const all = { limit: 2 ** 31 };

/** Asks where a VM is, and why the timeline puts it there or denies it. The timeline is run. */
export function vmWhy(scenario: Pick<Scenario, "pods" | "vmTimeline" | "vmStep">, object: ObjectName): VmWhy {
  const { namespace, name } = object;
  // A name that cannot be a label has no runner pod.
  const labelled = isLabelValue(name) ? scenario.pods({ ...all, labels: `${VM_NAME_LABEL}=${name}` }).pods : [];
  const pods = labelled.filter(({ pod }) => pod.namespace === namespace);
  const run = scenario.vmTimeline({ pod: pods[0]?.pod ?? { namespace, name }, ...all, heat: false });
  const timeline = { ...run, steps: [] };
  const steps = tellingSteps(run).map((step) => scenario.vmStep({ step }));
  const findings = timeline.findings.filter(({ code }) => code !== "missing-input");
  return { object, pods, timeline, steps, findings };
}

/** The kinds of steps after which a VM is on a node, or is not. */
const PLACING: readonly VmStep["kind"][] = [
  "reserve",
  "unreserve",
  "schedule",
  "delete",
  "migration-waits",
  "migration-done",
];

/** The last step that decides where the VM is, and its last request if that was not permitted in full. */
function tellingSteps({ steps }: VmTimelineAnswer): number[] {
  const last = (isMeant: (step: VmStep) => boolean): VmStep[] => steps.filter(isMeant).slice(-1);
  const isShort = ({ want, permit }: VmStep): boolean => want?.vCPUs !== permit?.vCPUs || want?.mem !== permit?.mem;
  const found = [
    ...last(({ kind }) => PLACING.includes(kind)),
    ...last(({ kind }) => kind === "request").filter((step) => isShort(step) || step.migrate),
  ];
  return found.map(({ step }) => step).sort((a, b) => a - b);
}

/** What of an input is about autoscaled VMs. */
export interface VmInput {
  virtualMachines: number;
  timelines: number;
  /** The config of the plugin that is not modelled; null: the input has none. */
  configMap: ObjectName | null;
}

/** Asks what of an input is about autoscaled VMs; null: nothing. With a ConfigMap, the timeline is run. */
export function vmInput(scenario: Pick<Scenario, "reading" | "vmTimeline">): VmInput | null {
  const { kinds } = scenario.reading();
  const countOf = (wanted: string): number => kinds.find(({ kind }) => kind === wanted)?.count ?? 0;
  const run: Partial<Findings> = countOf("ConfigMap") === 0 ? {} : scenario.vmTimeline({ limit: 0, heat: false });
  const [configMap = null] = (run.findings ?? []).flatMap((found) =>
    found.code === "vm-model" && found.data.configMap !== null ? [found.data.configMap] : [],
  );
  const [virtualMachines, timelines] = [countOf("VirtualMachine"), countOf("Timeline")];
  return virtualMachines + timelines === 0 && configMap === null ? null : { virtualMachines, timelines, configMap };
}
