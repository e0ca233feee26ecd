// Compiled, never run: how the package is imported in TypeScript.
import init, { type DecideAnswer, Scenario, SchedscopeError, quantity } from "schedscope";
import * as inline from "schedscope/inline";
import * as slim from "schedscope/slim";

export async function decide(text: string): Promise<DecideAnswer> {
  await init();
  using scenario = new Scenario();
  scenario.replace(text);
  try {
    await scenario.loadCel();
    return scenario.decide({ placement: 0, now: new Date(0) });
  } catch (error) {
    if (error instanceof SchedscopeError && error.code === "no-such-placement") throw new RangeError(error.message);
    throw error;
  }
}

// The entries are of one type.
export const entries: [typeof import("schedscope"), typeof import("schedscope")] = [inline, slim];
export const bytes: number | undefined = quantity("2Gi")?.f64;
// @ts-expect-error a placement is an index or a name
new Scenario().decide({ placement: true, now: "" });
