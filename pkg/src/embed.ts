// The types of `schedscope/embed`; its code is built from the page's views, into the same file.
import type {
  ChangeAnswer,
  ClusterRow,
  DecideAnswer,
  KubernetesVersion,
  NamedObject,
  NodesAnswer,
  ProfileChoice,
  QueueAnswer,
  QueueStep,
  QuotasAnswer,
  ScoreNodesAnswer,
  SimulatePodAnswer,
  SpreadDomain,
  SpreadStepAnswer,
  SweepAnswer,
  VmStepAnswer,
  VmTimelineAnswer,
} from "../types.js";

/** A view of the element. */
export type EmbedView = "placement" | "spread" | "nodes" | "quotas" | "vms" | "change" | "sweep";

/** The shown answer, as the engine gives it: the `detail` of the event `answer`. */
export type EmbedAnswer =
  | { view: "placement"; decision: DecideAnswer /** the shown clusters, by rank */; rows: ClusterRow[] }
  | {
      view: "spread";
      decision: DecideAnswer;
      rows: ClusterRow[];
      /** the shown step, 0 before the first; `null`: nothing was spread */
      step: number | null;
      /** the pick of that step; `null` before the first */
      picked: SpreadStepAnswer | null;
      domains: SpreadDomain[];
    }
  | { view: "nodes" /** `null`: no pod to score nodes for */; placement: ScoreNodesAnswer | null; nodes: NodesAnswer }
  | {
      view: "quotas";
      quotas: QuotasAnswer;
      /** the scheduling cycle of the pod; `null`: no pod is shown */
      cycle: SimulatePodAnswer | null;
      queue: QueueAnswer | null;
      /** the shown step of the queue; `null`: before the first, or without a queue */
      step: QueueStep | null;
    }
  | { view: "vms"; timeline: VmTimelineAnswer /** the shown step; `null`: none */; step: VmStepAnswer | null }
  | {
      view: "change";
      change: ChangeAnswer /** the pod that was asked about; `null`: a cluster */;
      pod: NamedObject | null;
    }
  | { view: "sweep"; sweep: SweepAnswer };

/** The events of the element. */
export interface EmbedEventMap extends HTMLElementEventMap {
  /** another answer is shown */
  answer: CustomEvent<EmbedAnswer>;
}

/** The options of the element, as attributes and as properties. */
export interface EmbedOptions {
  /** The address of a text in YAML or JSON. Only this and the engine are fetched. */
  src: string | null;
  /** The view; `null`, the default: chosen by the kinds of objects in the text. */
  view: EmbedView | null;
  /** The step to show, 0 before the first; `null`, the default: the last step, for VMs the first migration. */
  step: number | null;
  /** The placement, as `namespace/name` or `name`; `null`, the default: the first. */
  placement: string | null;
  /** The pod, as `namespace/name` or `name`; `null`, the default: the first pending one. */
  pod: string | null;
  /** The node to show in detail; `null`: none. */
  node: string | null;
  /** The cluster to explain; `null`: none. */
  cluster: string | null;
  /** What the decision is shown against: `recorded`, the decision in the text; `null`, the default: nothing. */
  baseline: "recorded" | null;
  /**
   * The parameter of the view `sweep`: a prioritizer, `count` or `maxSkew=<topology key>`; `null`, the default: the
   * first prioritizer with a weight.
   */
  sweep: string | null;
  /** The scheduler to reproduce. Default: `auto`. */
  profile: ProfileChoice;
  /** The version of Kubernetes that places pods; `null`, the default: the newest one that nodes report. */
  kubernetes: KubernetesVersion | null;
  /** The timeline, as `namespace/name` or `name`; `null`, the default: the first. */
  timeline: string | null;
  /** A variant of the timeline, by name; `null`: none. */
  variant: string | null;
  /** The time of the decision, RFC 3339; `null`, the default: the time at which the element was created. */
  now: string | null;
  /** Weights in place of those of the text, or of the defaults of scorers; as an attribute `Steady=3, Balance=-1`. */
  weights: Record<string, number>;
  /** The colours; `auto` follows the `color-scheme` of the surrounding page. */
  theme: "auto" | "light" | "dark";
  /** Whether to show controls: weights to try, and lists to choose from. */
  controls: boolean;
  /** Whether to show a picture only: nothing moves, opens or can be selected. */
  readonly: boolean;
  /** The height, such as `400px` or `60vh`; longer content scrolls. `null`, the default: as high as the content. */
  height: string | null;
  /** When to load; `lazy`, the default: not before the element is near the viewport. */
  loading: "lazy" | "eager";
  /** The address of the link "Open in the playground"; `null`: no link. */
  playground: string | null;
}

/** `<schedscope-embed>` shows a text and the answers of the schedulers about it. */
export declare class SchedscopeEmbed extends HTMLElement implements EmbedOptions {
  src: EmbedOptions["src"];
  /** The shown text. If set, it replaces `src` and a `<script type="text/yaml">` in the element. */
  text: string | null;
  view: EmbedOptions["view"];
  step: EmbedOptions["step"];
  placement: EmbedOptions["placement"];
  pod: EmbedOptions["pod"];
  node: EmbedOptions["node"];
  cluster: EmbedOptions["cluster"];
  baseline: EmbedOptions["baseline"];
  sweep: EmbedOptions["sweep"];
  profile: EmbedOptions["profile"];
  kubernetes: EmbedOptions["kubernetes"];
  timeline: EmbedOptions["timeline"];
  variant: EmbedOptions["variant"];
  now: EmbedOptions["now"];
  weights: EmbedOptions["weights"];
  theme: EmbedOptions["theme"];
  controls: EmbedOptions["controls"];
  readonly: EmbedOptions["readonly"];
  height: EmbedOptions["height"];
  loading: EmbedOptions["loading"];
  playground: EmbedOptions["playground"];
  addEventListener<Type extends keyof EmbedEventMap>(
    type: Type,
    listener: (this: SchedscopeEmbed, event: EmbedEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof EmbedEventMap>(
    type: Type,
    listener: (this: SchedscopeEmbed, event: EmbedEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The attributes in JSX: for React 19 or later, Preact, and other libraries that set properties. */
export type EmbedAttributes = {
  [Name in keyof EmbedOptions]?:
    | EmbedOptions[Name]
    | (Name extends "controls" | "readonly"
        ? ""
        : Name extends "step" | "height"
          ? string | number
          : Name extends "weights"
            ? string
            : never)
    | undefined;
} & {
  text?: string | null | undefined;
  class?: string | undefined;
  className?: string | undefined;
  id?: string | undefined;
  style?: string | Record<string, string | number> | undefined;
  key?: string | number | undefined;
  ref?: unknown;
  children?: unknown;
  /** The listener in Preact; in React `onanswer`. */
  onAnswer?: ((event: CustomEvent<EmbedAnswer>) => void) | undefined;
  onanswer?: ((event: CustomEvent<EmbedAnswer>) => void) | undefined;
};

declare global {
  interface HTMLElementTagNameMap {
    "schedscope-embed": SchedscopeEmbed;
  }
}
