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
  const json = request.questions ? all(scenario, request.questions) : scenario.askJson(request.question);
  scenario.free();
  return json;
}

/** The answer to a request, or the answers where it has several questions. */
export function answered({ Scenario }, { text, question, questions }) {
  const scenario = new Scenario();
  scenario.replace(text);
  const json = questions ? all(scenario, questions) : scenario.askJson(question);
  scenario.free();
  return json;
}

/** The answers of one scenario, in order; the code of an error where there is none. */
function all(scenario, questions) {
  const answers = questions.map((question) => {
    try {
      return scenario.askJson(question);
    } catch (error) {
      return JSON.stringify(error.code);
    }
  });
  return `[${answers.join(",")}]`;
}
