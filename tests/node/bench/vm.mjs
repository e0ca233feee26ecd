// Requests of autoscaled VMs' agents, a restart, and any step of a run.
import { strict as assert } from "node:assert";

import { row } from "./timing.mjs";
import { vms } from "./nodes-and-pods.mjs";

/** Another run each time, for those before are remembered. No VM ever asks for so much at once. */
let largestStep = 1000;
const summary = () => ({ mitigations: { largestStep: ++largestStep }, limit: 0, heat: false });

/** A hundred thousand requests that the text says one by one, of all VMs in turn. */
function requests() {
  const lines = ["  events:"];
  for (let number = 0; number < 100_000; number++) {
    const vm = String((number * 7) % 40_000).padStart(6, "0");
    const units = ((number * 13) % 4) + 1;
    lines.push(
      `  - {at: ${number}ms, request: {pod: vm-${vm}, vCPUs: ${units}, mem: ${units * 4}, load: ` +
        `[${number % 97}, 0.5]}}`,
    );
  }
  return [...lines, "  duration: 0s"].join("\n");
}

export function* rows({ Scenario }) {
  const works = [
    ["100,000 requests of a text, 1,000 nodes x 40 VMs", requests(), 99_000],
    ["100,000 requests of agents, 1,000 nodes x 40 VMs", "  duration: 12499ms", 99_000],
    ["the start of 1,000 nodes x 40 VMs", "  duration: 0s", 1],
    ["the start and one restart of 1,000 nodes x 40 VMs", "  duration: 0s\n  events: [{at: 1ms, restart: {}}]", 1],
  ];
  for (const [work, timeline, least] of works) {
    const scenario = new Scenario();
    scenario.replace(vms(1_000, 40, timeline));
    // A VM that migrates does not ask.
    const { accepted } = scenario.vmTimeline(summary()).totals;
    assert.ok(accepted >= least, `${accepted} requests`);
    yield row("vm", work, least === 1 ? 1 : 100_000, {
      setup: summary,
      run: (options) => scenario.vmTimeline(options),
    });
    scenario.free();
  }
  const scenario = new Scenario();
  scenario.replace(vms(1_000, 40, "  duration: 12499ms"));
  const { stepsTotal: steps } = scenario.vmTimeline();
  let step = 1;
  yield row("vm", "scrub to any of 100,000 steps", steps, {
    // All over the run, in no order.
    setup: () => {
      step = (step * 48_271 + 11) % steps;
      return { step };
    },
    run: (options) => scenario.vmStep(options),
  });
  scenario.free();
}
