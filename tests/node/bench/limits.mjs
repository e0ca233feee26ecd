// What must fit, and what must not grow: `cargo xtask limits` runs this in Node.js and in a browser. A row says how
// many bytes were taken and how many there may be; a row above its limit is an error. The engine's memory never
// shrinks, so that its size is the most that was ever used.
import { initSync } from "../../../pkg/dist/schedscope.js";

const MB = 1e6;

function row(work, n, bytes, atMost) {
  return { suite: "limits", work, n, bytes, at_most: atMost };
}

/** JavaScript's texts end near 530 MB, and a million clusters are 840 MB of text: they come in so many parts. */
const PARTS = 20;

const options = (weight, numberOfClusters) => ({
  placement: 0,
  now: "2025-06-01T12:00:00Z",
  candidates: "given",
  weights: { ResourceAllocatableCPU: weight },
  numberOfClusters,
});

export function* rows({ Scenario, fleetYaml, hubYaml }) {
  // Node.js loads the engine for the first one.
  new Scenario().free();
  const { memory } = initSync();
  const size = () => memory.buffer.byteLength;

  // Before anything else has taken memory.
  const rounds = (scenario, from, to) => {
    for (let round = from; round < to; round++) {
      // Every round names a label that no round before it did.
      const at = scenario.text().indexOf("\n  labels:\n", 2_000) + 11;
      const label = `    round: "number-${String(round).padStart(9, "0")}"\n`;
      scenario.edit(at, round === 0 ? at : at + label.length, label);
      scenario.decide(options((round % 10) + 1, 100));
      scenario.report();
    }
  };
  const edited = new Scenario();
  edited.replace(hubYaml(1, 1_000));
  rounds(edited, 0, 10);
  const afterTen = size();
  rounds(edited, 10, 1_000);
  yield row("growth from 10 to 1,000 rounds of an edit and a decision", 1_000, size() - afterTen, 2 * MB);
  edited.free();

  const small = fleetYaml(1, 2);
  const create = (count) => {
    for (let index = 0; index < count; index++) {
      const scenario = new Scenario();
      scenario.replace(small);
      scenario.free();
    }
  };
  create(10);
  const afterFew = size();
  create(10_000);
  yield row("growth by 10,000 scenarios, each freed", 10_000, size() - afterFew, 0.1 * MB);

  const clusters = 1_000_000;
  const part = clusters / PARTS;
  const scenario = new Scenario();
  scenario.replace(hubYaml(1, part));
  for (let first = part; first < clusters; first += part) {
    const end = Number.MAX_SAFE_INTEGER;
    scenario.edit(end, end, `---\n${fleetYaml(1, part, first)}`);
  }
  for (const weight of [1, 2]) {
    const { clusterCounts } = scenario.decide(options(weight, clusters / 10));
    const { selected } = clusterCounts;
    if (selected !== clusters / 10) throw new Error(`${selected} clusters are selected`);
  }
  yield row("the engine's memory with a million clusters, decided twice", clusters, size(), 2_000 * MB);
  // The process is the tab's: with the text's parts, and all that the rounds before left to be collected.
  yield row("the process with a million clusters, at its most", clusters, null, 2_000 * MB);
  scenario.free();
}
