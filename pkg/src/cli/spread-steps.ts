/** `schedscope place --steps`: the run over topology domains, step by step. */
import type { Command } from "commander";
import type { DecideAnswer, Findings } from "../../types.js";
import { spreadReport } from "../report/spread.js";
import { counted } from "../words/number.js";
import { sentenceText } from "../words/placement.js";
import { decide, type DecidingOptions, failFaulty, placements } from "./deciding.js";
import { misuse, nothing } from "./exit.js";
import { print } from "./format.js";
import { whole } from "./values.js";
import type { Session } from "./session.js";
import { fullName } from "../words/object-name.js";

/** What is printed of a run of spread. */
export interface SpreadOptions extends DecidingOptions {
  steps?: true;
  step?: number;
}

export const withSteps = (command: Command): Command =>
  command
    .option("--steps", "how spread constraints select clusters: every step, and the final skew")
    .option("--step <n>", "one step of it: the domains after it, and every candidate; 0: before the first", whole());

/** Prints the run of each placement with spread constraints. */
export function spreadSteps(session: Session, options: SpreadOptions): void {
  const all = placements(session, options).filter((entry, _, { length }) => {
    // Of many placements only those that spread are printed.
    return (
      length === 1 ||
      options.placement !== undefined ||
      session.scenario.decide({
        placement: entry.index,
        now: options.now ?? new Date().toISOString(),
        profile: options.profile,
      }).spread !== null
    );
  });
  if (all.length === 0) throw nothing("no placement in the input has spread constraints in effect");
  for (const entry of all) {
    const summary = decide(session, entry, options);
    if (summary.spread === null) {
      if (summary.spreadConstraints.length === 0)
        throw nothing(`${fullName(summary.placement)} has no spread constraints`);
      const why =
        options.profile === "Upstream"
          ? "today's hub ignores spread constraints; use --profile Proposal"
          : sentenceText(summary);
      throw nothing(`nothing was spread: ${why}`);
    }
    tell(session, summary, options);
    failFaulty(summary);
  }
}

function tell({ scenario }: Session, summary: DecideAnswer & Findings, { step, output }: SpreadOptions): void {
  const steps = summary.spread?.steps ?? 0;
  if (step !== undefined && step > steps)
    throw misuse(`there is no step ${step}: the run has ${counted(steps, "step")}`);
  const all = Array.from({ length: steps }, (_, i) => i + 1);
  print(output, {
    json: () =>
      step === undefined
        ? all.map((of) => JSON.stringify(scenario.spreadStep({ step: of })))
        : [JSON.stringify(stepJson(scenario, step, steps))],
    names: () => all.slice(0, step ?? steps).map((of) => scenario.spreadStep({ step: of }).picked.name),
    people: () => {
      const { domains } = scenario.spreadDomains({ step: step ?? steps });
      if (step === undefined)
        return spreadReport(summary, domains, { steps: all.map((of) => scenario.spreadStep({ step: of })) });
      if (step === 0) return spreadReport(summary, domains, { step: null, candidates: null });
      const candidates = scenario.spreadCandidates({ step });
      return spreadReport(summary, domains, { step: scenario.spreadStep({ step }), candidates });
    },
  });
}

/** A step with its domains and candidates. */
const stepJson = (scenario: Session["scenario"], step: number, steps: number): object => ({
  ...(step > 0 && { step: scenario.spreadStep({ step }) }),
  domains: scenario.spreadDomains({ step }),
  ...(step > 0 && step <= steps && { candidates: scenario.spreadCandidates({ step }) }),
});
