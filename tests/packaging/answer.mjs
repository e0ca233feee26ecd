// Answers the requests of the vectors with the package, whatever it runs in. A line is
// `{"suite": …, "request": …}`; the answer is JSON on one line. The twin for native code is
// conformance/native/answer.rs. `schedscope` is the package as it was imported or required.

/** The answer to a line, at once. */
export function answer(schedscope, line) {
  const { suite, request } = JSON.parse(line);
  return answering(suite)(schedscope, request);
}

/** The answer to a line where the evaluator of CEL has to be awaited. */
export async function answerLater(schedscope, line) {
  const { suite, request } = JSON.parse(line);
  if (answering(suite) !== report) return answering(suite)(schedscope, request);
  const scenario = new schedscope.Scenario();
  scenario.replace(request.text);
  await scenario.prepare(request.options.placement);
  return decided(scenario, request.options);
}

/** How a suite is answered. */
export function answering(suite) {
  if (!Object.hasOwn(suites, suite)) throw new Error(`the suite \`${suite}\` is not in tests/packaging/answer.mjs`);
  return suites[suite];
}

const suites = {
  capacity: ask,
  limit: ask,
  placement: report,
  quantities: read,
  quotaEvents: ask,
  quotaStatus: ask,
  spread: report,
  vm: ask,
  vmLimits: ask,
};

/** Everything about a decision. */
function report({ Scenario }, { text, options }) {
  const scenario = new Scenario();
  scenario.replace(text);
  return decided(scenario, options);
}

function decided(scenario, options) {
  scenario.decide(options);
  const json = scenario.reportJson();
  scenario.free();
  return json;
}

/** The answer to a question about nodes, pods or quotas; as text, so that no number loses a digit. */
function ask({ Scenario }, { text, question }) {
  const scenario = new Scenario();
  scenario.replace(text);
  const json = scenario.askJson(question);
  scenario.free();
  return json;
}

/** What a quantity says. */
function read({ quantity }, { text }) {
  const found = quantity(text);
  if (found === null) return "null";
  return JSON.stringify({ bits: bits(found.f64), canonical: found.canonical });
}

/** The bits of a double as 16 hexadecimal digits. */
function bits(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}
