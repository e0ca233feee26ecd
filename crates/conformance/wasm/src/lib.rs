//! Bindings of `conformance` for JavaScript, so that the package's command line compares by the very code
//! of `cargo xtask conformance`. There is nothing in it for other targets.
#![cfg(target_arch = "wasm32")]

use conformance::{SUITES, Suite};
use js_sys::{Error, Function, JSON, Reflect};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};

/// Reports a panic with its place on the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What came of the lines so far. */
export interface TallyReport {
  /** Lines whose answer is right. */
  passed: number;
  /** Lines whose answer differs, or that have none. */
  failed: number;
  /** Lines that were not compared, by reason. */
  skipped: { reason: string; lines: number }[];
  /** The first 100 failed lines. */
  failures: FailedLine[];
}

/** A line whose answer is wrong, or that has none. */
export interface FailedLine {
  /** Its file, as it was named. */
  file: string;
  /** Its number, from 1. */
  line: number;
  /** How the line calls itself; empty where it does not. */
  label: string;
  /** The first 50 places where the answer differs. */
  differences: Difference[];
}

/** One place where an answer differs. */
export interface Difference {
  /** JSON pointer into what the vector expects. */
  path: string;
  /** What the vector says, as JSON, cut where it is long; `nothing` where it has no such field. */
  expected: string;
  /** What the engine says, likewise. */
  actual: string;
}

/**
 * Answers a request, `{ text, question }` as JSON on one line: read the text, evaluate the CEL that the question
 * needs; `Scenario.askJson(question)`.
 *
 * What it throws makes the line a failed one.
 */
export type Answer = (request: string) => string;
"#;

/// The names of the suites.
#[wasm_bindgen]
pub fn suites() -> Vec<String> {
    SUITES.iter().map(|suite| suite.name.to_owned()).collect()
}

/// The lines of a suite: run, compared, counted. As a text it is what a person reads: the first
/// differences, the reasons for skips, and last, alone on its line, `N passed, N failed, N skipped`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tally {
    suite: &'static Suite,
    inner: conformance::Tally,
}

#[wasm_bindgen]
impl Tally {
    /// A suite with an empty tally, by its name or a former name.
    ///
    /// # Errors
    /// No suite has that name (code `no-such-suite`).
    #[wasm_bindgen(constructor)]
    pub fn new(suite: &str) -> Result<Self, Error> {
        let suite = Suite::named(suite).ok_or_else(|| {
            let message = format!(
                "there is no suite `{suite}`; there are {}",
                suites().join(", ")
            );
            failure("no-such-suite", &message)
        })?;
        let inner = conformance::Tally::new();
        Ok(Self { suite, inner })
    }

    /// Runs every line of a vector file: `file` is its name as printed, `text` its content. Skips empty lines; a line
    /// that is not a vector of the suite is a failed line.
    pub fn run(
        &mut self,
        file: &str,
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "Answer")] answer: &Function,
    ) {
        let asked = |request: &str| {
            let answer = answer.call1(&JsValue::NULL, &request.into());
            let answer = answer.map_err(|thrown| thrown_words(&thrown))?;
            answer.as_string().ok_or_else(|| NO_TEXT.to_owned())
        };
        self.inner.run(self.suite, file, text, asked);
    }

    /// How many lines have failed.
    #[wasm_bindgen(getter)]
    pub fn failed(&self) -> usize {
        self.inner.failed
    }

    /// How many lines were run.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> usize {
        self.inner.lines()
    }

    /// The counts, and the first failed lines with their differences.
    ///
    /// # Errors
    /// None that is known.
    #[wasm_bindgen(unchecked_return_type = "TallyReport")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        let text = serde_json::to_string(&self.inner).map_err(|error| error.to_string())?;
        JSON::parse(&text)
    }

    /// For people.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> String {
        self.inner.to_string()
    }
}

/// The error for an answer that is not a string.
const NO_TEXT: &str = "none: what was given is no text";

fn thrown_words(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<Error>() {
        Some(error) => format!("none: {}", error.message()),
        None => NO_TEXT.to_owned(),
    }
}

fn failure(code: &str, message: &str) -> Error {
    let error = Error::new(message);
    // Where a property cannot be set, the message says it all.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error
}
