/** The questions about nodes, pods, quotas and VMs: what each is asked with, and what it answers. */
import type {
  CrossNodeAnswer,
  CrossNodeOptions,
  CycleAnswer,
  ExplainNodeOptions,
  NodeExplanation,
  NodeList,
  NodeListOptions,
  PlacePodOptions,
  PodList,
  PodListOptions,
  PodPlacement,
  QueueAnswer,
  QueueMoment,
  QueueMomentOptions,
  QueueOptions,
  QuotaReport,
  SchedulePodOptions,
  VmMoment,
  VmMomentOptions,
  VmTimeline,
  VmTimelineOptions,
} from "./types";

export interface Questions {
  pods: { options: PodListOptions; answer: PodList };
  nodes: { options: NodeListOptions; answer: NodeList };
  placePod: { options: PlacePodOptions; answer: PodPlacement };
  schedulePod: { options: SchedulePodOptions; answer: CycleAnswer };
  explainNode: { options: ExplainNodeOptions; answer: NodeExplanation };
  crossNode: { options: CrossNodeOptions; answer: CrossNodeAnswer };
  quotas: { options: Record<string, never>; answer: QuotaReport };
  queue: { options: QueueOptions; answer: QueueAnswer };
  queueMoment: { options: QueueMomentOptions; answer: QueueMoment };
  vmTimeline: { options: VmTimelineOptions; answer: VmTimeline };
  vmMoment: { options: VmMomentOptions; answer: VmMoment };
}

export type QuestionName = keyof Questions;

/** A question with its options. */
export type Asked = { [Q in QuestionName]: { name: Q; options: Questions[Q]["options"] } }[QuestionName];

/** An answer with the revision of the text that it is about. */
export interface Told {
  revision: number;
  answer: Questions[QuestionName]["answer"];
}
