// The types of `schedscope/embed`; its code is built from the page's views, into the same file.
import type {
  SimulatePodAnswer,
  DecisionSummary,
  NodesAnswer,
  ScoreNodesAnswer,
  Profile,
  QueueAnswer,
  QueueStep,
  QuotasAnswer,
  ClusterRow,
  SpreadDomain,
  SpreadStep,
  VmStepAnswer,
  VmTimelineAnswer,
} from "../types.js";

/** What an element shows. */
export type EmbedView = "placement" | "spread" | "nodes" | "quotas" | "vms";

/** The answer on show, as the engine gives it: the `detail` of the event `answer`. */
export type EmbedAnswer =
  | { view: "placement"; decision: DecisionSummary /** those on show, by rank */; rows: ClusterRow[] }
  | {
      view: "spread";
      decision: DecisionSummary;
      rows: ClusterRow[];
      /** after how many steps; `null`: nothing was spread */
      step: number | null;
      /** the step that led there */
      picked: SpreadStep | null;
      domains: SpreadDomain[];
    }
  | { view: "nodes" /** `null`: there is no pod to place */; placement: ScoreNodesAnswer | null; nodes: NodesAnswer }
  | {
      view: "quotas";
      quotas: QuotasAnswer;
      /** what becomes of the pod; `null`: none is asked about */
      cycle: SimulatePodAnswer | null;
      queue: QueueAnswer | null;
      /** the step of the queue on show; `null`: before the first, or there is none */
      step: QueueStep | null;
    }
  | { view: "vms"; timeline: VmTimelineAnswer /** the step on show */; step: VmStepAnswer | null };

/** The events of the element. */
export interface EmbedEventMap extends HTMLElementEventMap {
  /** another answer is on show */
  answer: CustomEvent<EmbedAnswer>;
}

/** What may be set, as attributes and as properties. */
export interface EmbedOptions {
  /** The address of a text, YAML or JSON. Nothing else is fetched, but the engine. */
  src: string | null;
  /** Default: as the text's kinds say. */
  view: EmbedView | null;
  /** After how many steps; default: the end, and for VMs the first migration. */
  step: number | null;
  /** `namespace/name` or `name`; default: the first. */
  placement: string | null;
  /** `namespace/name` or `name`; default: the first that waits. */
  pod: string | null;
  /** The node that is shown in detail. */
  node: string | null;
  /** The cluster whose explanation is open. */
  cluster: string | null;
  /** Default: `Proposal`. */
  profile: Profile;
  /** The timeline, as `namespace/name` or `name`; default: the first. */
  timeline: string | null;
  /** One of its variants. */
  variant: string | null;
  /** The clock, RFC 3339; default: when the element was made. */
  now: string | null;
  /** Over what the text says, or over the defaults of scorers; as an attribute `Steady=3, Balance=-1`. */
  weights: Record<string, number>;
  /** `auto` follows the `color-scheme` of the page around it. */
  theme: "auto" | "light" | "dark";
  /** Weights to try, and lists to choose from. */
  controls: boolean;
  /** A picture: nothing moves, opens or can be chosen. */
  readonly: boolean;
  /** A length such as `400px` or `60vh`; what is longer scrolls. Default: as high as it needs. */
  height: string | null;
  /** `lazy`, the default: nothing is loaded before the element is near the window. */
  loading: "lazy" | "eager";
  /** The address of a link "Open in the playground". */
  playground: string | null;
}

/** `<schedscope-embed>`: a text, and what schedulers make of it. */
export declare class SchedscopeEmbed extends HTMLElement implements EmbedOptions {
  src: EmbedOptions["src"];
  /** The text on show. Set, it comes before `src` and before a `<script type="text/yaml">` in the element. */
  text: string | null;
  view: EmbedOptions["view"];
  step: EmbedOptions["step"];
  placement: EmbedOptions["placement"];
  pod: EmbedOptions["pod"];
  node: EmbedOptions["node"];
  cluster: EmbedOptions["cluster"];
  profile: EmbedOptions["profile"];
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

/** The attributes as JSX takes them: in React from release 19 on, in Preact, and in others that set properties. */
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
  /** Preact writes it so, React as `onanswer`. */
  onAnswer?: ((event: CustomEvent<EmbedAnswer>) => void) | undefined;
  onanswer?: ((event: CustomEvent<EmbedAnswer>) => void) | undefined;
};

declare global {
  interface HTMLElementTagNameMap {
    "schedscope-embed": SchedscopeEmbed;
  }
}
