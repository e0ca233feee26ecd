// The scenario of both entries: the engine's, with CEL evaluated by a WebAssembly file of its own, and
// a method for each question about nodes, pods, quotas and VMs.
import { Scenario as Engine } from "./dist/schedscope.js";

/** The evaluator; set by the entries. `now`: nothing where it is not loaded; `load`: loads it. */
export const cel = { now: () => undefined, load: async () => {} };

export class Scenario extends Engine {
  decide(options) {
    evaluate(this, options?.placement);
    return super.decide(options);
  }

  async prepare(placement) {
    if (this.celQuestion(placement) === undefined) return false;
    try {
      await cel.load();
    } catch (cause) {
      const error = new Error(`the evaluator of CEL could not be loaded: ${cause}`, { cause });
      throw Object.assign(error, { code: "cel-not-loaded" });
    }
    evaluate(this, placement);
    return true;
  }
}

/** The questions about nodes, pods, quotas and VMs. */
const questions = [
  "pods",
  "nodes",
  "placePod",
  "schedulePod",
  "explainNode",
  "crossNode",
  "quotas",
  "queue",
  "queueMoment",
  "quotaEvents",
  "vmTimeline",
  "vmMoment",
  "vmDump",
  "vmEvents",
  "vmLimits",
];

for (const question of questions) {
  const ask = function (options) {
    return JSON.parse(this.askJson(written(question, options ?? {})));
  };
  Object.defineProperty(ask, "name", { value: question });
  Object.defineProperty(Scenario.prototype, question, { value: ask, writable: true, configurable: true });
}

/** What JSON would drop, or make another value of. */
class Unwritable extends Error {}

/** A question as JSON. */
function written(question, options) {
  try {
    return JSON.stringify({ [question]: options }, (key, value) => {
      const isInfinite = typeof value === "number" && !Number.isFinite(value);
      if (isInfinite || ["bigint", "function", "symbol"].includes(typeof value)) {
        throw new Unwritable(`\`${key}\` is ${isInfinite ? `\`${value}\`` : `a ${typeof value}`}`);
      }
      return value;
    });
  } catch (cause) {
    // Else a cycle, or code of the caller's that throws whatever it likes.
    const why = cause instanceof Unwritable ? `: ${cause.message}` : "";
    const error = new Error(`${question}: the options cannot be written as JSON${why}`, { cause });
    throw Object.assign(error, { code: "invalid-argument" });
  }
}

/** Asks the evaluator all that is not known yet. */
function evaluate(scenario, placement) {
  let question;
  while ((question = scenario.celQuestion(placement)) !== undefined) {
    const evaluator = cel.now();
    if (evaluator === undefined) return;
    scenario.celAnswer(evaluator.answer(question));
  }
}
