/** A text with a timeline as the engine reads it; for unit tests. */
import { readFileSync } from "node:fs";
import { Scenario, type VmStepAnswer } from "schedscope";

export const text = readFileSync(new URL("../../../../www/tests/browser/fixtures/vms.yaml", import.meta.url), "utf8");

export function scenarioOf(of: string): Scenario {
  const scenario = new Scenario();
  scenario.replace(of);
  return scenario;
}

export const scenario = scenarioOf(text);

export const stepAnswer = (step: number): VmStepAnswer => scenario.vmStep({ step });

/** The step of the first event of a kind, of a pod. */
export function stepOf(
  kind: "request" | "migration-reserve" | "migration-done" | "config" | "use",
  pod?: string,
  at = 0,
): number {
  const found = scenario
    .vmTimeline({ kind, limit: 1000, ...(pod !== undefined && { pod }) })
    .steps.find((event) => event.at >= at);
  if (found === undefined) throw new Error(`no ${kind} of ${pod ?? "any pod"}`);
  return found.step;
}
