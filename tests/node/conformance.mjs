// Answers requests with the npm package: `conformance.mjs <suite>` reads one request a line from
// standard input and prints one answer a line. The twin for native code is
// conformance/native/answer.rs; `cargo xtask conformance --target node` runs this one.
import { quantity, Scenario } from "schedscope";

const suites = {
  capacity: ask,
  limit: ask,
  placement: report,
  quotaEvents: ask,
  quotaStatus: ask,
  spread: report,
  vm: ask,
  vmLimits: ask,

  quantities({ text }) {
    const found = quantity(text);
    if (found === null) return "null";
    return JSON.stringify({ bits: bits(found.f64), canonical: found.canonical });
  },
};

/** Everything about a decision. */
function report({ text, options }) {
  const scenario = new Scenario();
  scenario.replace(text);
  scenario.decide(options);
  const json = scenario.reportJson();
  scenario.free();
  return json;
}

/** The answer to a question about nodes, pods or quotas; as text, so that no number loses a digit. */
function ask({ text, question }) {
  const scenario = new Scenario();
  scenario.replace(text);
  const json = scenario.askJson(question);
  scenario.free();
  return json;
}

/** The bits of a double as 16 hexadecimal digits. */
function bits(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

const suite = process.argv[2];
const answer = suites[suite];
if (answer === undefined) {
  throw new Error(`the suite \`${suite}\` is not in tests/node/conformance.mjs`);
}

// Not `readline`, which ends lines at U+2028 too, and JSON may hold that as it is.
let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(`${answer(JSON.parse(line))}\n`);
}
