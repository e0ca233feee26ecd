//! What is thrown: a stable `code` and a `message`. The package makes its `SchedscopeError` of them; anything else that
//! is thrown is a failure of the engine.

use schedscope_scenario::QuestionError;
use serde::Serialize;
use wasm_bindgen::JsValue;

#[derive(Serialize)]
struct Thrown<'a> {
    code: &'a str,
    message: &'a str,
}

/// A question that has no answer.
pub(super) fn refused(error: &QuestionError) -> JsValue {
    coded(error.code(), &error.to_string())
}

/// An invalid argument.
pub(super) fn misuse(message: &str) -> JsValue {
    coded("invalid-argument", message)
}

/// An error with a stable `code`.
pub(super) fn coded(code: &str, message: &str) -> JsValue {
    let thrown = serde_wasm_bindgen::to_value(&Thrown { code, message });
    thrown.unwrap_or_else(JsValue::from)
}
