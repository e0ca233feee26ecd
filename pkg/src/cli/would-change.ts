/** The end of an explanation: the cheapest verified changes by which it would come out otherwise. */
import type {
  Change,
  ChangeAnswer,
  Profile,
  QueueStep,
  SimulatePodAnswer,
  VmStepAnswer,
  VmTimelineOptions,
  Want,
} from "../../types.js";
import { counted, integer } from "../words/number.js";
import { changesText, changeText, cycleText, runText } from "../words/whatif.js";
import { out } from "./screen.js";
import type { Session } from "./session.js";

type Scenario = Session["scenario"];

/** The decisions that may be made for the end of an explanation. */
const fewSteps = 2000;

/** The runs of a timeline that may be made for the end of an explanation. */
const fewRuns = 500;

/** The time plays no part in a pod's cycle, nor in a timeline. */
const now = "1970-01-01T00:00:00Z";

/** Prints each change with what comes of it; where none was found, what was searched. */
function say(title: string, answer: ChangeAnswer, after: (change: Change) => string, lead = ""): void {
  if (answer.met) return;
  out.head(title);
  if (lead !== "") out.line(`  ${lead}`, "quiet");
  for (const change of answer.changes)
    out.line([{ text: `  ${changeText(change)}: ` }, { text: after(change), look: "quiet" }]);
  if (answer.changes.length === 0) out.line(`  ${changesText(answer)}`, "quiet");
}

/** What would let a waiting pod in, or spare the pods that it evicts. */
export function podWouldChange(scenario: Scenario, cycle: SimulatePodAnswer, profile: Profile): void {
  if (cycle.deleting) return;
  const asking = { profile, now, maxSteps: fewSteps, limit: 3 };
  const { pod, outcome, victims, resourceQuota } = cycle;
  if (outcome === "Unschedulable" || resourceQuota !== null) {
    const answer = scenario.change({ ...asking, want: { pod, admitted: true } });
    if (answer.changes.length > 0) say("What would change it", answer, cycleText);
  } else if (outcome === "Preempt" && victims.length > 0) {
    say(sparesTitle(victims), scenario.change({ ...asking, want: sparing(pod, victims) }), cycleText);
  }
}

/** That a pod gets a node and spares its only victim; evicts nobody where there are several. */
const sparing = (pod: string, [first = "", ...others]: readonly string[]): Want =>
  others.length === 0 ? { pod, admitted: true, spares: first } : { pod, admitted: true, evictsNobody: true };

const sparesTitle = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? `What would spare ${first}` : `What would spare the ${counted(others.length + 1, "pod")}`;

/**
 * Of a step of the queue: as of its pod, where the text as it is gives the same verdict. Later steps stand on the
 * steps before them, of which a change of the text would change some, too.
 */
export function stepWouldChange(scenario: Scenario, step: QueueStep, profile: Profile): void {
  if (step.outcome !== "Unschedulable" && step.outcome !== "Preempt") return;
  const cycle = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const isSame =
    cycle.outcome === step.outcome &&
    cycle.node === step.node &&
    [...cycle.victims].sort().join() === [...step.victims].sort().join();
  if (isSame) podWouldChange(scenario, cycle, profile);
}

/** Which pod evicts a pod when the pending ones are scheduled, and what would spare it. */
export function victimWouldChange(scenario: Scenario, pod: string, profile: Profile): void {
  const { pending } = scenario.pods({ limit: 0 });
  if (pending === 0) return;
  const { steps } = scenario.queue({ profile, maxSteps: fewSteps, limit: fewSteps });
  const step = steps.find(({ victims }) => victims.includes(pod));
  if (step === undefined) return;
  const { victims } = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const lead = `${step.pod} evicts it at step ${integer(step.step)} of the queue.`;
  const title = sparesTitle([pod]);
  if (victims.includes(pod)) {
    const want = { pod: step.pod, admitted: true, spares: pod };
    say(title, scenario.change({ want, profile, now, maxSteps: fewSteps, limit: 3 }), cycleText, lead);
    return;
  }
  // What the steps before bring about is not in the text.
  out.head(title);
  out.line(`  ${lead} Scheduled first, it would not.`, "quiet");
}

/** What would keep the VM of a step where it is, or grant its request. */
export function vmWouldChange(
  scenario: Scenario,
  { event, request }: VmStepAnswer,
  { timeline, variant, mitigations }: Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations">,
): void {
  const { pod, migrate } = event;
  const isDenied = request !== null && (request.problem !== null || denied(request) > 0);
  // Ideas of the design document are options of a run, and no part of the text.
  if (pod === null || mitigations !== undefined || !(migrate || isDenied)) return;
  const run = {
    now,
    maxSteps: fewRuns,
    limit: 3,
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
  };
  if (migrate)
    say(`What would keep ${pod} on its node`, scenario.change({ ...run, want: { noMigration: pod } }), runText);
  if (isDenied)
    say(`What would grant every request of ${pod}`, scenario.change({ ...run, want: { granted: pod } }), runText);
}

const denied = ({ cpu, memory }: NonNullable<VmStepAnswer["request"]>): number =>
  (cpu?.denied ?? 0) + (memory?.denied ?? 0);
