// The common part of all functions of one call: they read the manifests, ask a question, and return the answer with
// the findings about the manifests.
import type { SeverityCounts } from "../../types.js";
import { SchedscopeError, taken } from "../error.js";
import { init } from "../loading.js";
import { Scenario } from "../scenario.js";
import { Work, type WorkOptions } from "../work.js";
import { type IncompleteManifest, InputText, type InputDiagnostic, type Manifests } from "./manifests.js";

/** The findings about the manifests. Faulty objects are reported; the answer is about all others. */
export interface ManifestFindings {
  /** The first 1,000 findings, manifest by manifest. */
  diagnostics: InputDiagnostic[];
  /** The number of all findings by severity. */
  counts: SeverityCounts;
  /** The parts of the manifests that cannot be read and that the answer lacks; absent if all can. */
  incomplete?: IncompleteManifest[];
}

/** A finding about one of two inputs. */
export interface ComparedDiagnostic extends InputDiagnostic {
  /** The input that it is about. */
  side: "before" | "after";
}

/** The findings about two inputs. */
export interface ComparedFindings {
  /** Those of the first input, then those of the second one, which are also in `before` and `after`. */
  diagnostics: ComparedDiagnostic[];
}

/** The findings about both inputs. */
export const ofBoth = (before: ManifestFindings, after: ManifestFindings): ComparedDiagnostic[] => [
  ...before.diagnostics.map((found) => ({ ...found, side: "before" as const })),
  ...after.diagnostics.map((found) => ({ ...found, side: "after" as const })),
];

/** The scenario of one call, its manifests and its progress. */
export interface CallContext {
  scenario: Scenario;
  input: InputText;
  work: Work;
}

/**
 * Loads the engine, reads the manifests, and asks a question.
 *
 * @param name the name of the function
 * @param known its options, besides those of all functions
 * @param ask gets the options as they were when the function was called
 */
export async function call<Answer extends object, Options extends WorkOptions>(
  name: string,
  manifests: Manifests,
  options: Options | undefined,
  known: readonly string[],
  ask: (context: CallContext, options: Options) => Promise<Answer>,
): Promise<Answer & ManifestFindings> {
  const given = taken(name, () => checked(name, options, known));
  const work = new Work(given);
  await init();
  work.check();
  const input = await InputText.from(manifests, work);
  const scenario = new Scenario();
  try {
    await scenario.load(input.text, { signal: given.signal, onProgress: given.onProgress });
    const answer = await ask({ scenario, input, work }, given);
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

function findings(scenario: Scenario, input: InputText): ManifestFindings {
  const { diagnostics, counts, incomplete } = scenario.reading();
  const found = { diagnostics: diagnostics.map((found) => input.diagnostic(found)), counts };
  return incomplete === undefined ? found : { ...found, incomplete: incomplete.map((one) => input.incomplete(one)) };
}

/** A copy of the options. @throws `invalid-argument` for others than the known ones */
function checked<Options>(name: string, options: Options | undefined, known: readonly string[]): Options {
  if (options === undefined) return {} as Options;
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
  return { ...options };
}
