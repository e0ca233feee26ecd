/** What an element shows: as its attributes say, until somebody who reads it chooses otherwise. */
import { signal } from "@preact/signals";
import type { EmbedOptions } from "schedscope/embed";
import type { KubernetesVersion, ProfileChoice } from "../engine/types";
import {
  baselineIn,
  type EmbedBaseline,
  type EmbedTheme,
  type EmbedView,
  flagIn,
  heightIn,
  kubernetesIn,
  nameIn,
  profileIn,
  stepIn,
  themeIn,
  viewIn,
  type Weights,
  weightsIn,
} from "./attributes";

/** The values of the attributes, which `EmbedOptions` documents. */
export class Choice {
  readonly view = signal<EmbedView | null>(null);
  /** undefined: the default */
  readonly step = signal<number | undefined>(undefined);
  readonly placement = signal<string | null>(null);
  readonly pod = signal<string | null>(null);
  readonly node = signal<string | null>(null);
  readonly cluster = signal<string | null>(null);
  readonly baseline = signal<EmbedBaseline | null>(null);
  readonly sweep = signal<string | null>(null);
  readonly profile = signal<ProfileChoice>("auto");
  readonly kubernetes = signal<KubernetesVersion | null>(null);
  readonly timeline = signal<string | null>(null);
  readonly variant = signal<string | null>(null);
  readonly now = signal<string | null>(null);
  readonly weights = signal<Weights>({});
  readonly theme = signal<EmbedTheme>("auto");
  readonly controls = signal(false);
  readonly readonly = signal(false);
  readonly height = signal<string | null>(null);
  readonly playground = signal<string | null>(null);

  /** Whether who reads it may choose something else. */
  get hasControls(): boolean {
    return this.controls.value && !this.readonly.value;
  }
}

/** An attribute that sets a choice. */
export type ChoiceName = Exclude<keyof EmbedOptions, "src" | "loading">;

/** How an attribute is read. */
export const attributes: Readonly<Record<ChoiceName, (choice: Choice, value: string | null) => void>> = {
  view: (choice, value) => (choice.view.value = viewIn(value)),
  step: (choice, value) => (choice.step.value = stepIn(value)),
  placement: (choice, value) => (choice.placement.value = nameIn(value)),
  pod: (choice, value) => (choice.pod.value = nameIn(value)),
  node: (choice, value) => (choice.node.value = nameIn(value)),
  cluster: (choice, value) => (choice.cluster.value = nameIn(value)),
  baseline: (choice, value) => (choice.baseline.value = baselineIn(value)),
  sweep: (choice, value) => (choice.sweep.value = nameIn(value)),
  profile: (choice, value) => (choice.profile.value = profileIn(value)),
  kubernetes: (choice, value) => (choice.kubernetes.value = kubernetesIn(value)),
  timeline: (choice, value) => (choice.timeline.value = nameIn(value)),
  variant: (choice, value) => (choice.variant.value = nameIn(value)),
  now: (choice, value) => (choice.now.value = nameIn(value)),
  weights: (choice, value) => (choice.weights.value = weightsIn(value)),
  theme: (choice, value) => (choice.theme.value = themeIn(value)),
  controls: (choice, value) => (choice.controls.value = flagIn(value)),
  readonly: (choice, value) => (choice.readonly.value = flagIn(value)),
  height: (choice, value) => (choice.height.value = heightIn(value)),
  playground: (choice, value) => (choice.playground.value = nameIn(value)),
};
