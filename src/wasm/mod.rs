//! Bindings for JavaScript: a thin skin over [`Scenario`](schedscope_scenario::Scenario).
//!
//! The single entry point, [`Scenario::ask`], takes a question as JSON and returns its answer as JSON; the package's
//! code has a method for each question. Progress and errors are values (`serde-wasm-bindgen`), the columns of a
//! decision typed arrays, the text and its edits strings. Offsets are UTF-16 code units. Misuse throws an object with a
//! stable `code`.

// Misuse throws, as the text above says; JavaScript knows no sections about errors.
#![allow(clippy::missing_errors_doc)]

mod argument;
mod error;

use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    kubernetes_version::KubernetesVersion,
    misspelt::clip,
    objects::Assumed,
    word::Word as _,
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use self::error::refused;

/// The maximum number of clusters generated per call: a JavaScript string holds at most about 530 MB.
const MOST_CLUSTERS: u32 = 500_000;

/// Reports a panic with its place on the console. Do not use the instance after a panic: start a new one.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// A resident text with its objects and its latest decision.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Scenario {
    inner: schedscope_scenario::Scenario,
}

#[wasm_bindgen]
impl Scenario {
    /// An empty scenario.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            inner: schedscope_scenario::Scenario::with_encoding(Encoding::Utf16),
        }
    }

    /// Takes a whole new text.
    pub fn replace(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<(), JsValue> {
        self.inner.replace(&argument::long_text(text, "text")?);
        Ok(())
    }

    /// Replaces the code units `[from, to)` by `insert`, and reads what that touches.
    pub fn edit(
        &mut self,
        from: f64,
        to: f64,
        #[wasm_bindgen(unchecked_param_type = "string")] insert: &JsValue,
    ) -> Result<(), JsValue> {
        let from = argument::count(from, "from")?;
        let to = argument::count(to, "to")?;
        self.inner
            .edit(from, to, &argument::text(insert, "insert")?);
        Ok(())
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.inner.text()
    }

    /// Answers a question, a JSON text, with a JSON text. Integers keep every digit.
    pub fn ask(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] question: &JsValue,
    ) -> Result<String, JsValue> {
        let answer = self.inner.ask(&argument::text(question, "question")?);
        answer.map_err(|error| refused(&error))
    }

    /// Sets the version of Kubernetes for questions about pods that do not name one, such as `1.36`; `undefined`: the
    /// newest one that nodes report.
    #[wasm_bindgen(js_name = assumeVersion)]
    pub fn assume_version(&mut self, version: Option<String>) -> Result<(), JsValue> {
        let known = version
            .as_deref()
            .map(|text| (text, KubernetesVersion::of(text)));
        if let Some((text, None)) = known {
            let known = KubernetesVersion::ALL.iter().map(|(_, word)| *word);
            let known: Vec<&str> = known.collect();
            let known = known.join(", ");
            let message = format!(
                "kubernetesVersion: there is no `{}`, there are {known}",
                clip(text)
            );
            return Err(error::misuse(&message));
        }
        self.inner
            .assume_version(known.and_then(|(_, version)| version));
        Ok(())
    }

    /// Assumes something beyond the text, for all questions from now on. `started`: the kind, the namespace and the
    /// name of a workload that creates pods although it rests. `bound`: pods (`namespace/name`), each before its node.
    pub fn assume(&mut self, started: Vec<String>, bound: Vec<String>) {
        let started = <[String; 3]>::try_from(started).ok();
        self.inner.assume(Assumed {
            started: started.map(|[kind, namespace, name]| ObjectName {
                kind,
                namespace,
                name,
            }),
            bound: bound
                .chunks_exact(2)
                .map(|pair| (pair[0].clone(), pair[1].clone()))
                .collect(),
        });
    }

    /// Computes a part of the run that a question needs. `undefined`: the run is complete.
    #[wasm_bindgen(unchecked_return_type = "Progress | undefined")]
    pub fn advance(&mut self, question: &str, budget: f64) -> Result<JsValue, JsValue> {
        let advanced = self.inner.advance(question, budget as usize);
        let advanced = advanced.map_err(|error| refused(&error))?;
        Ok(serde_wasm_bindgen::to_value(&advanced)?)
    }

    /// Returns the next CEL evaluation that a question requires; `undefined` if nothing is left to evaluate.
    #[wasm_bindgen(js_name = celQuestion)]
    pub fn cel_question(&mut self, question: &str) -> Option<String> {
        self.inner.cel_question_of(question)
    }

    /// Whether there is something to evaluate of CEL before a question is asked.
    #[wasm_bindgen(js_name = needsCel)]
    pub fn needs_cel(&self, question: &str) -> bool {
        self.inner.needs_cel_of(question)
    }

    /// Takes the answer to the latest question about CEL.
    #[wasm_bindgen(js_name = celAnswer)]
    pub fn cel_answer(&mut self, answer: &str) -> Result<(), JsValue> {
        let taken = self.inner.cel_answer(answer);
        taken.map_err(|error| error::coded(error.code(), &error.to_string()))
    }

    /// Begins to read a text in parts; `readOn` reads it.
    pub fn begin(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<(), JsValue> {
        self.inner.begin(argument::long_text(text, "text")?);
        Ok(())
    }

    /// Reads about `bytes` more bytes. Returns `undefined` when the whole text is read.
    #[wasm_bindgen(js_name = readOn, unchecked_return_type = "Progress | undefined")]
    pub fn read_on(&mut self, bytes: f64) -> Result<JsValue, JsValue> {
        let progress = self.inner.read_on(bytes as usize);
        Ok(serde_wasm_bindgen::to_value(&progress)?)
    }

    /// The state of every cluster in the order of the text: 0 excluded, 1 filtered, 2 feasible,
    /// 3 selected. A column, not JSON: a byte for each of 100,000 clusters.
    pub fn states(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.details()?.states())
    }

    /// The weighted sum of every cluster in the order of the text; NaN where it has none. A column, as
    /// `states`.
    pub fn totals(&self) -> Result<Vec<f64>, JsValue> {
        Ok(self.details()?.totals())
    }

    /// The indices of the selected clusters, best first. A column, as `states`.
    #[wasm_bindgen(js_name = selectedIndices)]
    pub fn selected_indices(&self) -> Result<Vec<u32>, JsValue> {
        Ok(self.details()?.selected())
    }

    /// The deepest topology domain of every cluster in the order of the text: its place in what
    /// `spreadDomains` gives, 4294967295 where it lies in none. Nothing where there was no run. A column, as
    /// `states`.
    #[wasm_bindgen(js_name = spreadDomainColumn)]
    pub fn spread_domain_column(&self) -> Result<Option<Vec<u32>>, JsValue> {
        Ok(self.details()?.spread_places())
    }
}

impl Scenario {
    fn details(&self) -> Result<schedscope_answers::placement::DecisionDetails<'_>, JsValue> {
        self.inner.details().map_err(|error| refused(&error))
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** The progress of a computation. */
export interface Progress {
  /** The amount that is done. */
  done: number;
  /** The whole amount, as far as it is known. */
  of: number;
  /** The number of changes that a search has found; 0 for other work. */
  found: number;
}
";

/// A fleet of at most 500,000 clusters as `kubectl get managedclusters -o yaml` prints it; the same
/// seed gives the same text. `first`: the index of the first cluster, for a larger fleet in parts.
#[wasm_bindgen(js_name = fleetYaml)]
pub fn fleet_yaml(seed: f64, clusters: f64, first: Option<f64>) -> Result<String, JsValue> {
    let (seed, clusters) = fleet(seed, clusters)?;
    let first = argument::whole(first.unwrap_or(0.0), "first", u32::MAX)? as usize;
    let part = first..first.saturating_add(clusters);
    Ok(schedscope_generate::fleet_part_yaml(seed, part))
}

/// A fleet of at most 500,000 clusters with a set, a binding, a placement, decisions and scores,
/// as YAML.
#[wasm_bindgen(js_name = hubYaml)]
pub fn hub_yaml(seed: f64, clusters: f64) -> Result<String, JsValue> {
    let (seed, clusters) = fleet(seed, clusters)?;
    Ok(schedscope_generate::hub_yaml(seed, clusters))
}

fn fleet(seed: f64, clusters: f64) -> Result<(u64, usize), JsValue> {
    let seed = argument::whole(seed, "seed", u32::MAX)?;
    let clusters = argument::whole(clusters, "clusters", MOST_CLUSTERS)?;
    Ok((u64::from(seed), clusters as usize))
}
