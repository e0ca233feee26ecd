//! What is thrown: `Error`s with a stable `code`.

use schedscope_scenario::QuestionError;
use wasm_bindgen::{JsCast, JsValue};

/// A question that has no answer.
pub(super) fn refused(error: &QuestionError) -> JsValue {
    coded(error.code(), &error.to_string())
}

/// An invalid argument.
pub(super) fn misuse(message: &str) -> JsValue {
    coded("invalid-argument", message)
}

/// An `Error` with a stable `code`.
pub(super) fn coded(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // A new error takes a new property.
    _ = js_sys::Reflect::set(error.unchecked_ref(), &"code".into(), &code.into());
    error.into()
}
