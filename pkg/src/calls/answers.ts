// What functions of one call say in words, beside the answer of their question or in place of parts of it.
import type {
  AssumedVersion,
  DrainedPodAnswer,
  EvictionBlock,
  EvictionWait,
  Finding,
  Loss,
  NodeLoss,
  ObjectName,
  PodNote,
  QuotaDiagnostic,
  RecordedPodAnswer,
  VmCandidate,
  VmOverBudget,
  VmRequestExplanation,
  VmStep,
} from "../../types.js";
import type { Caveat } from "../words/caveat.js";
import type { ManifestFindings } from "./call.js";
import type { InputDiagnostic } from "./manifests.js";
import type { WithChanges, WouldChange } from "./would-change.js";

/** A part of an answer, with its sentence. */
export type WithMessage<Part, Message extends string | null = string> = Part & {
  /** The sentence, without a full stop; `null`: there is nothing to say. */
  message: Message;
};

/** What every answer has beside its data. */
export interface CallFindings extends ManifestFindings {
  /** What to know before you believe the answer, or in addition to it. Ranges are those of all manifests together. */
  findings: Finding[];
  /** The version of Kubernetes that an answer about pods assumes. Absent: the answer is not about pods. */
  kubernetesVersion?: AssumedVersion;
  /** What you must know before you believe the answer, as sentences with their data. */
  caveats: Caveat[];
}

/** An answer with its sentence. */
interface Sentence {
  /** The answer in words: a sentence without a full stop, or several sentences. */
  message: string;
}

/** What the functions say in words, by question; fields of the same name take the place of the question's. */
export interface CallWords {
  scoreNodes: Sentence & {
    /** Notes on the pod or the nodes that the scores do not show. */
    notes: WithMessage<PodNote>[];
    /**
     * For a pod that fits no node, or that a ResourceQuota rejects: the changes that would schedule it, or spare the
     * pods that it evicts. `null` if it fits a node and is not rejected, or evicts no pod. Absent without
     * `wouldChange`.
     */
    wouldChange?: WouldChange | null;
  };
  simulatePod: {
    /**
     * The changes that would schedule the pod, or spare the pods that it evicts; `null` if it gets a node and evicts
     * no pod. Absent without the option `wouldChange`.
     */
    wouldChange?: WouldChange | null;
  };
  quotas: Sentence & {
    /** The findings about the quotas. */
    quotaDiagnostics: QuotaInputDiagnostic[];
  };
  compareRecorded: Sentence & {
    /** The pods that differ, as in `Scenario.compareRecorded()`. */
    pods: (RecordedPodAnswer & {
      /** Why it would not get its node now, or why another one scores higher. */
      why: string;
      /** What would become of it if it were pending: `goes to n2`, `evicts shop/web-1 on n2`, `waits`. */
      ifPending: string;
    })[];
  };
  queue: Sentence;
  drain: Sentence & {
    /**
     * The pods of the node; `message`: what becomes of it, `to n2`, `is deleted and does not come back`, or why it
     * waits or stays, and in brackets what makes its eviction doubtful.
     */
    pods: WithMessage<DrainedPodAnswer>[];
    /** What refuses evictions for good, so that the drain never completes. */
    blocks: WithMessage<EvictionBlock>[];
    /** What the drain waits for; absent if it waits for nothing. */
    waits?: WithMessage<EvictionWait>[];
  };
  more: Sentence;
  nodesNeeded: Sentence;
  rollout: Sentence;
  sweep: Sentence;
  without: {
    /** The losses, worst first. */
    losses: WithMessage<Loss>[];
  };
  withoutNodes: {
    /** The losses, worst first. */
    losses: WithMessage<NodeLoss>[];
  };
  vmTimeline: {
    /** The matching steps from `offset`, at most `limit` of them. */
    steps: WithMessage<VmStep, string | null>[];
    /** The nodes that were over budget after a start; at most 1,000. */
    overBudget: WithMessage<VmOverBudget>[];
  };
  vmStep: {
    /** The event; `message`: its `problem`. */
    event: WithMessage<VmStep, string | null>;
    /** The explanation of an agent's request; `null`: the event is not a request. */
    request: WithMessage<VmRequestExplanation, string | null> | null;
    /** The nodes that were scored if the event looked for one, best first; at most 50. */
    candidates: WithMessage<VmCandidate, string | null>[];
    /**
     * What would keep the VM on its node, or grant its requests; `null`: it does not migrate, and nothing is refused.
     * Absent without the option `wouldChange`.
     */
    wouldChange?: WouldChange | null;
  };
}

/** Options of the functions that their questions do not have, or have otherwise. */
export interface CallExtras {
  scoreNodes: WithChanges;
  simulatePod: WithChanges;
  rollout: {
    /** The workload: `deployment/web` or `deployment/shop/web`, or its kind, namespace and name. */
    object: string | ObjectName;
  };
  vmStep: WithChanges;
}

/** A finding about quotas, in terms of the manifests. */
export interface QuotaInputDiagnostic extends Omit<QuotaDiagnostic, "range"> {
  /** The finding as a sentence, in lower case without a full stop. */
  message: string;
  /** The index of the manifest that the finding is about, from 0; `null`: all quotas together. */
  input: number | null;
  /** The range in that text; `null` for a manifest given as an object, and for all quotas together. */
  range: InputDiagnostic["range"];
}
