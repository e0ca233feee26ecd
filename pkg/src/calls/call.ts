// The common part of all functions of one call: they read the manifests, ask a question, and list what is wrong
// with the manifests beside the answer.
import type { SeverityCounts } from "../../types.js";
import { SchedscopeError } from "../error.js";
import { init } from "../loading.js";
import { Scenario } from "../scenario.js";
import { Work, type WorkOptions } from "../work.js";
import { InputText, type InputDiagnostic, type Manifests } from "./manifests.js";

/** What is wrong with the manifests. They are never refused: the rest of them is answered about. */
export interface Findings {
  /** The findings, manifest by manifest, at most 1,000. */
  diagnostics: InputDiagnostic[];
  /** How many there are by severity, the ones that are not listed included. */
  counts: SeverityCounts;
}

/** The scenario of one call, its manifests and its progress. */
export interface CallContext {
  scenario: Scenario;
  input: InputText;
  work: Work;
}

/**
 * Loads the engine, reads manifests, and asks.
 *
 * @param name the function's
 * @param known the options that it has, besides those of all
 */
export async function call<Answer extends object>(
  name: string,
  manifests: Manifests,
  options: WorkOptions | undefined,
  known: readonly string[],
  ask: (context: CallContext) => Promise<Answer>,
): Promise<Answer & Findings> {
  checkOptions(name, options, known);
  const work = new Work(options);
  await init();
  work.check();
  const input = await InputText.from(manifests, work);
  const scenario = new Scenario();
  try {
    await scenario.load(input.text, { signal: options?.signal, onProgress: options?.onProgress });
    const answer = await ask({ scenario, input, work });
    return { ...answer, ...findings(scenario, input) };
  } catch (error) {
    // Something that is missing may be in a part that could not be read: the error lists the findings.
    if (error instanceof SchedscopeError && error.code.startsWith("no-such-")) {
      error.diagnostics = findings(scenario, input).diagnostics;
    }
    throw error;
  } finally {
    scenario.free();
  }
}

/** The options without those of all functions. */
export function own<Options extends WorkOptions>(options: Options): Omit<Options, "signal" | "onProgress"> {
  const { signal, onProgress, ...rest } = options;
  return rest;
}

function findings(scenario: Scenario, input: InputText): Findings {
  const { diagnostics, counts } = scenario.reading();
  return { diagnostics: diagnostics.map((found) => input.diagnostic(found)), counts };
}

function checkOptions(name: string, options: unknown, known: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new SchedscopeError("invalid-argument", `${name}: expected an object with options`);
  }
  const all = [...known, "signal", "onProgress"];
  for (const key of Object.keys(options)) {
    if (!all.includes(key)) {
      const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key;
      throw new SchedscopeError(
        "invalid-argument",
        `${name}: there is no field \`${shown}\`, there are ${all.join(", ")}`,
      );
    }
  }
}
