// The native engine's answer to a request of a suite; the twin for WebAssembly is
// tests/packaging/answer.mjs.

use schedscope::{answers::placement::DecideOptions, quantity::Quantity, scenario::Scenario};
use schedscope_cel::evaluator::Evaluator;
use serde::{Deserialize, de::Error as _};
use serde_json::json;

#[derive(Deserialize)]
struct Placement {
    text: String,
    options: DecideOptions,
}

#[derive(Deserialize)]
struct Asked {
    text: String,
    question: String,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

/// Answers a request, a JSON text, with a JSON text on one line.
pub(crate) fn answer(suite: &str, request: &str) -> Result<String, serde_json::Error> {
    match suite {
        "placement" | "spread" => {
            let Placement { text, options } = serde_json::from_str(request)?;
            let mut scenario = Scenario::new(&text);
            let mut evaluator = Evaluator::new();
            while let Some(question) = scenario.cel_question(options.placement) {
                let answer = evaluator.answer(&question)?;
                scenario
                    .cel_answer(&answer)
                    .map_err(serde_json::Error::custom)?;
            }
            match scenario.report(options) {
                Ok(report) => serde_json::to_string(&report),
                Err(error) => serde_json::to_string(&json!({ "error": error.to_string() })),
            }
        }
        "capacity" | "limit" | "quotaEvents" | "quotaStatus" | "vm" | "vmLimits" => {
            let Asked { text, question } = serde_json::from_str(request)?;
            let answer = Scenario::new(&text).ask(&question);
            answer.map_err(serde_json::Error::custom)
        }
        "quantities" => {
            let Text { text } = serde_json::from_str(request)?;
            let answer = Quantity::parse(&text).ok().map(|quantity| {
                let bits = quantity.to_f64().to_bits();
                json!({ "bits": format!("{bits:016x}"), "canonical": quantity.to_string() })
            });
            serde_json::to_string(&answer)
        }
        _ => panic!(
            "the suite `{suite}` has no native engine: add it to conformance/native/answer.rs"
        ),
    }
}
