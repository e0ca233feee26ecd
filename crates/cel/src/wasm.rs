//! Bindings for JavaScript: the evaluator, and nothing else.

use wasm_bindgen::{JsError, prelude::wasm_bindgen};

use crate::evaluator;

/// Reports a panic with its place on the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Compiles and evaluates CEL expressions; what was compiled is kept.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Evaluator {
    inner: evaluator::Evaluator,
}

#[wasm_bindgen]
impl Evaluator {
    /// An evaluator that has seen nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question of a scenario.
    ///
    /// # Errors
    /// It is none.
    pub fn answer(&mut self, question: &str) -> Result<String, JsError> {
        Ok(self.inner.answer(question)?)
    }
}
