/** What an element shows: as its attributes say, until somebody who reads it chooses otherwise. */
import { type Signal, signal } from "@preact/signals";
import type { EmbedOptions } from "schedscope/embed";
import {
  baselineIn,
  flagIn,
  heightIn,
  kubernetesIn,
  nameIn,
  profileIn,
  stepIn,
  themeIn,
  viewIn,
  weightsIn,
} from "./attributes";

/** An attribute that sets a choice. */
export type ChoiceName = Exclude<keyof EmbedOptions, "src" | "loading">;

/** How an attribute is read; null: it is not set. `EmbedOptions` documents them. */
const readers = {
  view: viewIn,
  step: stepIn,
  placement: nameIn,
  pod: nameIn,
  node: nameIn,
  cluster: nameIn,
  baseline: baselineIn,
  sweep: nameIn,
  profile: profileIn,
  kubernetes: kubernetesIn,
  timeline: nameIn,
  variant: nameIn,
  now: nameIn,
  weights: weightsIn,
  theme: themeIn,
  controls: flagIn,
  readonly: flagIn,
  height: heightIn,
  playground: nameIn,
} satisfies Record<ChoiceName, (value: string | null) => unknown>;

export const choiceNames = Object.keys(readers) as ChoiceName[];

/** The values of the attributes. */
export type Choice = { readonly [Name in ChoiceName]: Signal<ReturnType<(typeof readers)[Name]>> };

/** As an element without attributes has it. */
export const newChoice = (): Choice =>
  Object.fromEntries(choiceNames.map((name) => [name, signal<unknown>(readers[name](null))])) as unknown as Choice;

export function setChoice(choice: Choice, name: ChoiceName, value: string | null): void {
  (choice[name] as Signal<unknown>).value = readers[name](value);
}

/** Whether who reads it may choose something else. */
export const hasControls = ({ controls, readonly }: Choice): boolean => controls.value && !readonly.value;
