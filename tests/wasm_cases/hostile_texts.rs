//! The hostile texts of `tests/hostile`, as JavaScript hands them over.

#[path = "../hostile/texts.rs"]
mod texts;

use schedscope::wasm::Scenario;
use wasm_bindgen_test::wasm_bindgen_test;

use self::texts::{FILES, Hostile, QUESTIONS, WELL, said};
use super::{ask, get, js, json, read};

#[wasm_bindgen_test]
fn hostile_texts_are_read_as_natively() {
    for (file, lines) in FILES {
        for line in lines.lines() {
            let hostile = Hostile::read(line);
            let mut scenario = Scenario::new();
            let reading = json(&read(&mut scenario, &hostile.text));
            let said = said(&serde_json::from_str(&reading).expect("JSON"));
            let expect = (hostile.expect, hostile.objects);
            assert_eq!(said, expect, "{file}: {}", hostile.name);
            for question in QUESTIONS {
                // An answer or an error with a code; a trap ends the test.
                let answer = scenario.ask(&question.into());
                assert!(
                    answer.is_ok_or_coded(),
                    "{file}: {}: {question}",
                    hostile.name
                );
            }
            read(&mut scenario, WELL);
            let pods = json(&get(&ask(&mut scenario, r#"{"pods":{}}"#), "all"));
            assert_ne!(pods, "0");
        }
    }
}

/// Halves of pairs, which no text of Rust has.
#[wasm_bindgen_test]
fn half_a_pair_is_replaced() {
    for half in ["\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud83d"] {
        let text = js(&format!(
            "'apiVersion: v1\\nkind: Node\\nmetadata: {{name: \"n{half}\"}}\\n'"
        ));
        let mut scenario = Scenario::new();
        scenario.replace(&text).expect("a text");
        let reading = ask(&mut scenario, r#"{"reading":{}}"#);
        let found = json(&get(&reading, "diagnostics.0.code"));
        assert_eq!(found, "\"invalid-value\"", "{half}");
        assert!(scenario.text().contains('\u{fffd}'), "{half}");
    }
}

trait Coded {
    fn is_ok_or_coded(&self) -> bool;
}

impl Coded for Result<String, wasm_bindgen::JsValue> {
    fn is_ok_or_coded(&self) -> bool {
        self.as_ref()
            .map_or_else(|error| get(error, "code").is_string(), |_| true)
    }
}
