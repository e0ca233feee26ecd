/**
 * Checks in the pages: a question for the engine and the expected answer. The text around a check must
 * contain the same numbers and names.
 */
import { readFileSync } from "node:fs";
import { Scenario } from "schedscope";
import { examplesFolder } from "../site/example-list.ts";
import type { CodeCheck } from "../site/markdown.ts";

/** A check as written in a page. */
export interface Claim {
  /** A file of `examples/`. */
  example: string;
  /** Texts to replace in it first, each with another one; each must occur. */
  edit?: [string, string][];
  /** A question of the package with its options; `decide` asks for the report of the first placement. */
  ask: Record<string, Record<string, unknown>>;
  /** The answer: of an object the keys that are named, of a list every item. */
  expect: unknown;
  /** Keys whose values the text around does not need to contain. */
  unsaid?: string[];
}

export const claimOf = ({ json }: CodeCheck): Claim => JSON.parse(json) as Claim;

const now = "2026-11-20T12:00:00Z";

/** What the engine answers. */
export function answer({ example, edit = [], ask }: Claim): unknown {
  let text = readFileSync(new URL(example, examplesFolder), "utf8");
  for (const [from, to] of edit) {
    if (!text.includes(from)) throw new Error(`${example} does not hold \`${from}\``);
    text = text.replaceAll(from, to);
  }
  const scenario = new Scenario();
  try {
    scenario.replace(text);
    const [question = "", options = {}] = Object.entries(ask)[0] ?? [];
    if (question !== "decide") return JSON.parse(scenario.askJson(JSON.stringify(ask)));
    return scenario.report({ placement: 0, now, profile: "Proposal", ...options });
  } finally {
    scenario.free();
  }
}

/** Numbers, names and keys of the expected answer that the text does not contain. */
export function unsaid({ expect, unsaid: silent = [] }: Claim, words: string): string[] {
  const plain = words.replaceAll("−", "-").replaceAll(/(\d),(?=\d{3}\b)/g, "$1");
  return [...new Set(leaves(expect, silent))]
    .filter((leaf) => !spoken(leaf).some((form) => saysWhole(plain, form)))
    .map(String);
}

function leaves(value: unknown, silent: string[]): (string | number)[] {
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return [value];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, silent));
  if (typeof value !== "object" || value === null) return [];
  if ("namespace" in value && "name" in value && Object.keys(value).length === 2)
    return [`${String(value.namespace)}/${String(value.name)}`];
  return Object.entries(value).flatMap(([key, item]) => (silent.includes(key) ? [] : leaves(item, silent)));
}

/** A pod without its namespace; milli-CPU as CPUs, bytes as Gi. */
function spoken(leaf: string | number): string[] {
  if (typeof leaf === "string") return [leaf, leaf.replace(/^.*\//, "")];
  return [leaf, leaf / 1000, leaf / 2 ** 30].map(String);
}

function saysWhole(words: string, form: string): boolean {
  const escaped = form.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.])${escaped}(?!\\w|\\.\\d)`).test(words);
}
