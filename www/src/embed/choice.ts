/** What an element shows: as its attributes say, until somebody who reads it chooses otherwise. */
import { type Signal, signal } from "@preact/signals";
import type { EmbedOptions } from "schedscope/embed";
import { valueIn } from "./attributes";
import { attributes } from "./table";

/** An attribute that sets a choice. */
export type ChoiceName = Exclude<keyof EmbedOptions, "src" | "loading">;

export const isChoice = (name: string): name is ChoiceName =>
  Object.hasOwn(attributes, name) && name !== "src" && name !== "loading";

export const choiceNames = Object.keys(attributes).filter(isChoice);

/** The values of the attributes. */
export type Choice = { readonly [Name in ChoiceName]: Signal<EmbedOptions[Name]> };

/** As an element without attributes has it. */
export const newChoice = (): Choice =>
  Object.fromEntries(choiceNames.map((name) => [name, signal<unknown>(valueIn(name, null))])) as unknown as Choice;

export function setChoice(choice: Choice, name: ChoiceName, value: string | null): void {
  (choice[name] as Signal<unknown>).value = valueIn(name, value);
}

/** The options of a question that the attributes give, as the table of attributes says. */
export function optionsOf(choice: Choice, question: string): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const name of choiceNames) {
    const { option, questions } = attributes[name];
    if (option === undefined || questions?.includes(question) !== true) continue;
    const { value } = choice[name];
    if (value !== null) options[option] = value;
  }
  return options;
}

/** Whether who reads it may choose something else. */
export const hasControls = ({ controls, readonly }: Choice): boolean => controls.value && !readonly.value;
