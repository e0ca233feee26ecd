//! Bindings for JavaScript: the evaluator.

use wasm_bindgen::{JsError, prelude::wasm_bindgen};

use crate::evaluator;

/// Reports a panic with its place on the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Compiles and evaluates CEL expressions, and keeps the compiled programs.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Evaluator {
    inner: evaluator::Evaluator,
}

#[wasm_bindgen]
impl Evaluator {
    /// An evaluator without compiled programs.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a scenario's question, a JSON text.
    ///
    /// # Errors
    /// The text is not a question.
    pub fn answer(&mut self, question: &str) -> Result<String, JsError> {
        Ok(self.inner.answer(question)?)
    }
}
