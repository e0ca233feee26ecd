//! Bindings for JavaScript: the evaluator.

use std::{cell::RefCell, rc::Rc};

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
    inner: Rc<RefCell<evaluator::Evaluator>>,
}

/// A question that is being answered, in parts.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answering {
    evaluator: Rc<RefCell<evaluator::Evaluator>>,
    inner: evaluator::Answering,
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
        Ok(self.inner.borrow_mut().answer(question)?)
    }

    /// Begins to answer a scenario's question, a JSON text.
    ///
    /// # Errors
    /// The text is not a question.
    pub fn begin(&mut self, question: &str) -> Result<Answering, JsError> {
        Ok(Answering {
            evaluator: Rc::clone(&self.inner),
            inner: self.inner.borrow_mut().begin(question)?,
        })
    }
}

#[wasm_bindgen]
impl Answering {
    /// Evaluates about `steps` more steps; a step takes tens of nanoseconds. Returns the answer when all is evaluated.
    pub fn advance(&mut self, steps: f64) -> Option<String> {
        self.evaluator
            .borrow_mut()
            .advance(&mut self.inner, steps as u64)
    }
}
