// Answers the requests of the vectors with the package, whatever it runs in. A line is
// `{"suite": …, "request": {"text": …, "question": …}}`; the answer is JSON on one line, as text, so that no number
// loses a digit. The twin for native code is crates/conformance/native/answer.rs. `schedscope` is the package as it
// was imported or required.

/** The answer to a line, at once. */
export function answer(schedscope, line) {
  return answered(schedscope, JSON.parse(line).request);
}

/** The answer to a line where the evaluator of CEL has to be awaited. */
export async function answerLater({ Scenario }, line) {
  const { request } = JSON.parse(line);
  const scenario = new Scenario();
  scenario.replace(request.text);
  await scenario.loadCel();
  const json = scenario.askJson(request.question);
  scenario.free();
  return json;
}

/** The answer to a request. */
export function answered({ Scenario }, { text, question }) {
  const scenario = new Scenario();
  scenario.replace(text);
  const json = scenario.askJson(question);
  scenario.free();
  return json;
}
