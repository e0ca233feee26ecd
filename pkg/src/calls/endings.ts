// What functions of one call do with the answer of their question before they return it.
import type {
  ChangeOptions,
  DrainAnswer,
  DrainedPodAnswer,
  ObjectName,
  QuotaDiagnostic,
  VmProblem,
  VmStepOptions,
  Want,
} from "../../types.js";
import { fewSteps, isLeftOut, noTime, wantOfPod, wantOfVm } from "../difference/wants.js";
import { SchedscopeError } from "../error.js";
import type { Called, CallOptions } from "../questions/functions.js";
import type { Questions } from "../questions/table.js";
import type { Scenario } from "../scenario.js";
import { podNoteText } from "../words/nodes/note.js";
import { placementSentence } from "../words/nodes/sentence.js";
import { counted } from "../words/number.js";
import { phraseText } from "../words/phrase.js";
import { quotaDiagnosticText } from "../words/quotas/diagnostic.js";
import { queueText, untriedWhy } from "../words/quotas/queue-words.js";
import { quotasSentence } from "../words/quotas/sentence.js";
import { excessText, vmProblemText } from "../words/vms/problem.js";
import { concernText, drainSentence, fateText } from "../words/whatif/drain.js";
import { blockText } from "../words/whatif/eviction-block.js";
import { waitText } from "../words/whatif/eviction-wait.js";
import { moreSentence } from "../words/whatif/more.js";
import { nodesNeededSentence } from "../words/whatif/nodes-needed.js";
import { nodeLossText } from "../words/whatif/nodes.js";
import { ifPendingText, recordedSentence, recordedWhy } from "../words/whatif/recorded.js";
import { rolloutSentence } from "../words/whatif/rollout.js";
import { sweepText } from "../words/whatif/sweep.js";
import { lossText } from "../words/whatif/without.js";
import type { CallWords, QuotaInputDiagnostic } from "./answers.js";
import type { InputText } from "./manifests.js";
import { named } from "./named.js";

/** What `wouldChange` searches, with its question. */
type Search = Omit<ChangeOptions, "want"> & { want: Want | null };

/** What a function says in words, without what is searched for. */
type Words<Question extends Called> = Question extends keyof CallWords
  ? Omit<CallWords[Question], "wouldChange">
  : never;

/** What is done with an answer before it is returned. */
export interface Ending<Question extends Called> {
  /** The objects that options give by their names. */
  named?: (scenario: Scenario, given: CallOptions<Question>) => Partial<Questions[Question][0]>;
  /** Throws where what was asked for is not there. */
  check?: (scenario: Scenario, given: Questions[Question][0]) => void;
  /** Without it the function has no option `wouldChange`. */
  change?: (answer: Questions[Question][1], given: Questions[Question][0], scenario: Scenario) => Search;
  /** Says it in words. */
  words?: (answer: Questions[Question][1], input: InputText) => Words<Question>;
}

/** By question; those that are left out are returned as they are. */
export const endings: { readonly [Question in Called]?: Ending<Question> } = {
  scoreNodes: {
    change(answer, { profile }, scenario) {
      const cycle = isLeftOut(answer) ? scenario.simulatePod({ pod: answer.pod, profile, limit: 1 }) : null;
      return { want: cycle && wantOfPod(cycle), profile, now: noTime, maxSteps: fewSteps.pod };
    },
    words: (answer) => ({
      notes: answer.notes.map((note) => ({ ...note, message: podNoteText(note) })),
      message: phraseText(placementSentence(answer)),
    }),
  },
  simulatePod: {
    change: (cycle, { profile }) => ({ want: wantOfPod(cycle), profile, now: noTime, maxSteps: fewSteps.pod }),
  },
  quotas: {
    words: (answer, input) => ({
      quotaDiagnostics: answer.quotaDiagnostics.map((found) => inTermsOf(input, found)),
      message: phraseText(quotasSentence(answer)),
    }),
  },
  compareRecorded: {
    words: (answer) => ({
      pods: answer.pods.map((pod) => ({ ...pod, why: recordedWhy(pod), ifPending: ifPendingText(pod) })),
      message: phraseText(recordedSentence(answer)),
    }),
  },
  queue: { words: (answer) => ({ message: queueText(answer) }) },
  drain: {
    words: (answer) => ({
      pods: answer.pods.map((pod) => ({ ...pod, message: drainedText(pod, answer) })),
      blocks: answer.blocks.map((block) => ({ ...block, message: blockText(block) })),
      ...(answer.waits && { waits: answer.waits.map((wait) => ({ ...wait, message: waitText(wait) })) }),
      message: phraseText(drainSentence(answer)),
    }),
  },
  more: { words: (answer) => ({ message: phraseText(moreSentence(answer)) }) },
  nodesNeeded: { words: (answer) => ({ message: phraseText(nodesNeededSentence(answer)) }) },
  rollout: {
    named: (scenario, { object }) => (typeof object === "string" ? { object: workload(scenario, object) } : {}),
    words: (answer) => ({ message: phraseText(rolloutSentence(answer)) }),
  },
  sweep: { words: (answer) => ({ message: sweepText(answer) }) },
  without: {
    words: ({ losses }) => ({ losses: losses.map((loss) => ({ ...loss, message: lossText(loss) })) }),
  },
  withoutNodes: {
    words: ({ losses }) => ({ losses: losses.map((loss) => ({ ...loss, message: nodeLossText(loss) })) }),
  },
  vmTimeline: {
    words: ({ steps, overBudget }) => ({
      steps: steps.map(withMessage),
      overBudget: overBudget.map((over) => ({ ...over, message: excessText(over) })),
    }),
  },
  vmStep: {
    check(scenario, { step, ...options }) {
      const { stepsTotal, notRun } = scenario.vmTimeline({ ...runOf(options), limit: 0, heat: false });
      if (notRun !== null || step <= stepsTotal) return;
      throw new SchedscopeError(
        "invalid-argument",
        `vmStep.step: there is no step ${step}: the run has ${counted(stepsTotal, "step")}`,
      );
    },
    // Ideas of the design document are options of a run, and not a part of the text: no edit is tried under them.
    change(answer, options) {
      const { mitigations, ...run } = runOf(options);
      const want = mitigations === undefined ? wantOfVm(answer) : null;
      return { ...run, want, now: noTime, maxSteps: fewSteps.vm };
    },
    words: ({ event, request, candidates }) => ({
      event: withMessage(event),
      request: request && withMessage(request),
      candidates: candidates.map(withMessage),
    }),
  },
};

function workload(scenario: Scenario, text: string): ObjectName {
  const { kind, namespace, name } = named(scenario, "rollout.object", text);
  return { kind, namespace, name };
}

/** What of the options says which run is meant. */
function runOf({ timeline, variant, mitigations }: Omit<VmStepOptions, "step">): Omit<VmStepOptions, "step"> {
  return {
    ...(timeline !== undefined && { timeline }),
    ...(variant !== undefined && { variant }),
    ...(mitigations !== undefined && { mitigations }),
  };
}

/** A part of an answer about VMs, with the sentence on its problem. */
const withMessage = <Part extends { problem: VmProblem | null }>(part: Part): Part & { message: string | null } => ({
  ...part,
  message: part.problem === null ? null : vmProblemText(part.problem),
});

/** What becomes of a pod of a drained node, and in brackets what makes its eviction doubtful. */
function drainedText(pod: DrainedPodAnswer, answer: DrainAnswer): string {
  const concern = concernText(pod);
  return `${fateText(pod, untriedWhy(answer), answer.node)}${concern === "" ? "" : ` (${concern})`}`;
}

/** A finding about quotas, in terms of the manifests. */
export function inTermsOf(input: InputText, diagnostic: QuotaDiagnostic): QuotaInputDiagnostic {
  const { range, ...data } = diagnostic;
  const place = range === null ? { input: null, range } : input.place(range);
  return { ...data, message: quotaDiagnosticText(diagnostic), ...place };
}
