// The same with `require`.
import schedscope = require("schedscope");
import slim = require("schedscope/slim");

export function decide(text: string): schedscope.DecideAnswer {
  const scenario: schedscope.Scenario = new schedscope.Scenario();
  scenario.replace(text);
  const decision = scenario.decide({ placement: 0, now: new Date(0).toISOString() });
  scenario.free();
  return decision;
}

export const load: () => Promise<void> = slim.init;
// @ts-expect-error a quantity is a text
schedscope.quantity(5);
