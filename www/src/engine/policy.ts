/** Policy tests of a text. */
import { Scenario } from "schedscope";
import { type FirstTests, type FirstTestsOptions, firstTests } from "schedscope/policy";

/** The tests that a text passes now. It is decided apart from the text on show, whose latest decision stays. */
export async function testsOf(text: string, options: FirstTestsOptions): Promise<FirstTests> {
  const scenario = new Scenario();
  try {
    scenario.kubernetesVersion = options.version;
    await scenario.load(text);
    await scenario.loadCel();
    return firstTests(scenario, options);
  } finally {
    scenario.free();
  }
}
