/** The end of an explanation: the cheapest verified changes by which it would come out otherwise. */
import type {
  Change,
  ChangeAnswer,
  ProfileChoice,
  QueueStep,
  SimulatePodAnswer,
  VmStepAnswer,
  VmTimelineOptions,
} from "../../types.js";
import { counted, integer } from "../words/number.js";
import { fewSteps, isDenied, noTime as now, sparing, wantOfPod } from "../difference/wants.js";
import { advised, changesText, changeText, cycleText, objections, runText } from "../words/whatif.js";
import { evictedOf } from "../words/victims.js";
import { out } from "./screen.js";
import type { Session } from "./session.js";

type Scenario = Session["scenario"];

/** Prints each change with what comes of it; where none was found, what was searched. */
function say(title: string, answer: ChangeAnswer, after: (change: Change) => string, lead = ""): void {
  if (answer.met) return;
  out.head(title);
  if (lead !== "") out.line(`  ${lead}`, "quiet");
  for (const change of advised(answer.changes)) {
    out.line([{ text: `  ${changeText(change)}: ` }, { text: after(change), look: "quiet" }]);
    for (const words of objections(change)) out.line(`    ${words}`, "quiet");
  }
  if (answer.changes.length === 0) out.line(`  ${changesText(answer)}`, "quiet");
}

/** What would let a waiting pod in, or spare the pods that it evicts. */
export function podWouldChange(scenario: Scenario, cycle: SimulatePodAnswer, profile: ProfileChoice | undefined): void {
  const want = wantOfPod(cycle);
  if (want === null) return;
  const answer = scenario.change({ want, profile, now, maxSteps: fewSteps.pod, limit: 3 });
  const spares = want.spares !== undefined || want.evictsNobody === true;
  if (spares) say(sparesTitle(evictedOf(cycle)), answer, cycleText);
  else if (answer.changes.length > 0) say("What would change it", answer, cycleText);
}

const sparesTitle = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? `What would spare ${first}` : `What would spare the ${counted(others.length + 1, "pod")}`;

/**
 * Of a step of the queue: as of its pod, where the text as it is gives the same verdict. Later steps stand on the
 * steps before them, of which a change of the text would change some, too.
 */
export function stepWouldChange(scenario: Scenario, step: QueueStep, profile: ProfileChoice | undefined): void {
  if (step.outcome !== "Unschedulable" && step.outcome !== "Preempt") return;
  const cycle = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const isSame =
    cycle.outcome === step.outcome &&
    cycle.node === step.node &&
    [...cycle.victims].sort().join() === [...step.victims].sort().join();
  if (isSame) podWouldChange(scenario, cycle, profile);
}

/** Which pod evicts a pod when the pending ones are scheduled, and what would spare it. */
export function victimWouldChange(scenario: Scenario, pod: string, profile: ProfileChoice | undefined): void {
  const { pending } = scenario.pods({ limit: 0 });
  if (pending === 0) return;
  const { steps } = scenario.queue({ profile, maxSteps: fewSteps.pod, limit: fewSteps.pod });
  const step = steps.find(({ victims, terminatingVictims: terminating = [] }) =>
    evictedOf({ victims, terminating }).includes(pod),
  );
  if (step === undefined) return;
  const { victims } = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const lead = `${step.pod} evicts it at step ${integer(step.step)} of the queue.`;
  const title = sparesTitle([pod]);
  if (victims.includes(pod)) {
    const want = sparing(step.pod, [pod]);
    say(title, scenario.change({ want, profile, now, maxSteps: fewSteps.pod, limit: 3 }), cycleText, lead);
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
  // Ideas of the design document are options of a run, and no part of the text.
  if (pod === null || mitigations !== undefined || !(migrate || isDenied(request))) return;
  const run = {
    now,
    maxSteps: fewSteps.vm,
    limit: 3,
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
  };
  if (migrate)
    say(`What would keep ${pod} on its node`, scenario.change({ ...run, want: { noMigration: pod } }), runText);
  if (isDenied(request))
    say(`What would grant every request of ${pod}`, scenario.change({ ...run, want: { granted: pod } }), runText);
}
