/** The formats of `-o`: reports for people, the answers themselves for programs. */
import type { Block } from "../report/block.js";
import { out } from "./screen.js";
import { plainJson } from "../report/width.js";
import type { yamlText } from "./yaml.js";

/** What `-o` takes. */
export const formats = ["json", "yaml", "wide", "name", "markdown"] as const;
export type Format = (typeof formats)[number];

export const isForPeople = (format: Format | undefined): boolean =>
  format === undefined || format === "wide" || format === "markdown";

/** An answer in all its forms; only the one that is asked for is made. */
export interface Answer {
  /** JSON texts as the API gives them, each on one line */
  json(): string[];
  /** the names of what the answer is about */
  names(): string[];
  people(isWide: boolean): Block[];
}

/** How YAML is written, where it is asked for. */
let toYaml: typeof yamlText | undefined;

/** Loads what a format needs; before anything is printed in it. */
export async function prepare(format: string | undefined): Promise<void> {
  if (format === "yaml") toYaml = (await import("./yaml.js")).yamlText;
  if (format === "markdown") out.markdown();
}

/** Whether an answer was printed before. */
let isNext = false;

/** Prints what a program gets where the run ends without an answer; absent: nothing. */
export const unanswered: { print?: (() => void) | undefined } = {};

/** Collects the JSON of what is printed for people, where somebody wants both. */
export const collected: { json?: string[] } = {};

/** Prints an answer in the form that is asked for, apart from one before it. */
export function print(format: Format | undefined, answer: Answer): void {
  if (isNext && format === "yaml") out.raw("---");
  if (isNext && isForPeople(format)) out.gap();
  isNext = true;
  unanswered.print = undefined;
  switch (format) {
    case "json":
      for (const text of answer.json()) out.raw(plainJson(text));
      return;
    case "yaml":
      if (toYaml === undefined) throw new Error("YAML is not prepared");
      out.raw(answer.json().map(toYaml).join("---\n").trimEnd());
      return;
    case "name":
      for (const name of answer.names()) out.line(name);
      return;
    default:
      collected.json?.push(...answer.json());
      out.show(answer.people(format !== undefined), format !== undefined);
  }
}
