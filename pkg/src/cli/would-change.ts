/** The end of an explanation: the cheapest verified changes by which it would come out otherwise. */
import type {
  ChangeOptions,
  ProfileChoice,
  QueueStep,
  SimulatePodAnswer,
  VmStepAnswer,
  VmTimelineOptions,
} from "../../types.js";
import { integer } from "../words/number.js";
import { type Block, list } from "../report/block.js";
import { changesFound, sparesTitle } from "../report/would-change.js";
import { fewSteps, isDenied, noTime as now, sparing, wantOfPod } from "../difference/wants.js";
import { quiet } from "../words/phrase.js";
import { cycleText, runText } from "../words/whatif.js";
import { evictedOf } from "../words/victims.js";
import type { Session } from "./session.js";
import { given } from "./options.js";
import { fullName, fullNames } from "../words/object-name.js";

type Scenario = Session["scenario"];

/** What would let a waiting pod in, or spare the pods that it evicts. */
export function podWouldChange(
  scenario: Scenario,
  cycle: SimulatePodAnswer,
  profile: ProfileChoice | undefined,
): Block[] {
  const want = wantOfPod(cycle);
  if (want === null) return [];
  const answer = scenario.change({ want, profile, now, maxSteps: fewSteps.pod, limit: 3 });
  const spares = want.spares !== undefined || want.evictsNobody === true;
  if (spares) return changesFound(sparesTitle(fullNames(evictedOf(cycle))), answer, cycleText);
  return answer.changes.length > 0 ? changesFound("What would change it", answer, cycleText) : [];
}

/**
 * Of a step of the queue: as of its pod, where the text as it is gives the same verdict. Later steps stand on the
 * steps before them, of which a change of the text would change some, too.
 */
export function stepWouldChange(scenario: Scenario, step: QueueStep, profile: ProfileChoice | undefined): Block[] {
  if (step.outcome !== "Unschedulable" && step.outcome !== "Preempt") return [];
  const cycle = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const isSame =
    cycle.outcome === step.outcome &&
    cycle.node === step.node &&
    fullNames(cycle.victims).sort().join() === fullNames(step.victims).sort().join();
  return isSame ? podWouldChange(scenario, cycle, profile) : [];
}

/** Which pod evicts a pod when the pending ones are scheduled, and what would spare it. */
export function victimWouldChange(scenario: Scenario, pod: string, profile: ProfileChoice | undefined): Block[] {
  const { pending } = scenario.pods({ limit: 0 });
  if (pending === 0) return [];
  const { steps } = scenario.queue({ profile, maxSteps: fewSteps.pod, limit: fewSteps.pod });
  const step = steps.find(({ victims, terminatingVictims: terminating = [] }) =>
    evictedOf({ victims, terminating }).some((victim) => fullName(victim) === pod),
  );
  if (step === undefined) return [];
  const { victims } = scenario.simulatePod({ pod: step.pod, profile, limit: 1 });
  const lead = `${fullName(step.pod)} evicts it at step ${integer(step.step)} of the queue.`;
  const title = sparesTitle([pod]);
  if (victims.some((victim) => fullName(victim) === pod)) {
    const want = sparing(step.pod, [pod]);
    return changesFound(title, scenario.change({ want, profile, now, maxSteps: fewSteps.pod, limit: 3 }), cycleText, [
      lead,
    ]);
  }
  // What the steps before bring about is not in the text.
  return list([quiet(`${lead} Scheduled first, it would not.`)], { title });
}

/** What would keep the VM of a step where it is, or grant its request. */
export function vmWouldChange(
  scenario: Scenario,
  { event, request }: VmStepAnswer,
  { timeline, variant, mitigations }: Pick<VmTimelineOptions, "timeline" | "variant" | "mitigations">,
): Block[] {
  const { pod, migrate } = event;
  // Ideas of the design document are options of a run, and no part of the text.
  if (pod === null || mitigations !== undefined || !(migrate || isDenied(request))) return [];
  const run = {
    now,
    maxSteps: fewSteps.vm,
    limit: 3,
    ...given({ timeline, variant }),
  };
  const found = (title: string, want: ChangeOptions["want"]): Block[] =>
    changesFound(title, scenario.change({ ...run, want }), runText);
  return [
    ...(migrate ? found(`What would keep ${fullName(pod)} on its node`, { noMigration: pod }) : []),
    ...(isDenied(request) ? found(`What would grant every request of ${fullName(pod)}`, { granted: pod }) : []),
  ];
}
