// The native engine's answer to a request of a suite; the twin for WebAssembly is
// tests/packaging/answer.mjs.

use schedscope::scenario::Scenario;
use schedscope_cel::evaluator::Evaluator;
use serde::{Deserialize, de::Error as _};

#[derive(Deserialize)]
struct Request {
    text: String,
    #[serde(default)]
    question: String,
    /// Instead of one question, several that are put to one scenario one after the other.
    #[serde(default)]
    questions: Vec<String>,
}

/// Answers a request, a JSON text, with a JSON text on one line.
pub(crate) fn answer(request: &str) -> Result<String, serde_json::Error> {
    let Request {
        text,
        question,
        questions,
    } = serde_json::from_str(request)?;
    let mut scenario = Scenario::new(&text);
    if !questions.is_empty() {
        let answers = questions
            .iter()
            .map(|question| match scenario.ask(question) {
                Ok(answer) => answer,
                Err(error) => format!("{:?}", error.code()),
            });
        return Ok(format!("[{}]", answers.collect::<Vec<_>>().join(",")));
    }
    let mut evaluator = Evaluator::new();
    while let Some(question) = scenario.cel_question_of(&question) {
        let answer = evaluator.answer(&question)?;
        let taken = scenario.cel_answer(&answer);
        taken.map_err(serde_json::Error::custom)?;
    }
    let answer = scenario.ask(&question);
    answer.map_err(serde_json::Error::custom)
}
