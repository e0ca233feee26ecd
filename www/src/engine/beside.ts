/** A second text beside the one on show, about which the same questions are asked: views are compared with it. */
import type { Scenario } from "schedscope";
import type { QuestionCall, QuestionReply } from "./questions";

/** A question about the text beside. */
export interface BesideAsk {
  /** names the text; one that is known is not sent again */
  id: number;
  text?: string;
  question: QuestionCall;
}

/** Asks a scenario by the name of the question. */
export function askScenario(scenario: Scenario, { name, options }: QuestionCall): QuestionReply["answer"] {
  // The compiler does not see that name and options belong together.
  const ask = scenario[name] as (options: QuestionCall["options"]) => QuestionReply["answer"];
  return ask.call(scenario, options);
}

export class BesideHost {
  readonly #another: () => Scenario;
  #kept: { id: number; scenario: Scenario } | null = null;

  /** `another` makes a scenario for the text. */
  constructor(another: () => Scenario) {
    this.#another = another;
  }

  /** null: the text is not known here, and is to be sent along. */
  ask({ id, text, question }: BesideAsk): QuestionReply["answer"] | null {
    if (this.#kept?.id !== id) {
      if (text === undefined) return null;
      const scenario = this.#kept?.scenario ?? this.#another();
      this.#kept = null;
      scenario.replace(text);
      this.#kept = { id, scenario };
    }
    return askScenario(this.#kept.scenario, question);
  }
}
