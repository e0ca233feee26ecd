//! Bindings for JavaScript: a thin skin over [`crate::scenario::Scenario`].
//!
//! Offsets are UTF-16 code units. Results are plain objects of the types in `types.d.ts`, which is
//! made from the Rust types. Misuse throws an `Error` whose `code` is stable.

use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use crate::{
    diagnostic::{Encoding, ObjectName},
    kube::quantity::Quantity,
    placement::{DecideOptions, rows::RowOrder},
    scenario::{self, ScenarioError},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type {
  ClusterExplanation, DecideOptions, DecisionSummary, ObjectName, Range, Reading, RowPage, TextEdit,
} from "../types.js";

/** What a quantity says: the double that schedulers compute with, and the canonical text. */
export interface QuantityValue { f64: number; canonical: string }
"#;

/// Reports a panic with its place on the console. The instance is not to be used after one: start
/// a fresh one.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// A resident text with its objects and its latest decision.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Scenario {
    inner: scenario::Scenario,
}

#[wasm_bindgen]
impl Scenario {
    /// An empty scenario.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            inner: scenario::Scenario::with_encoding(Encoding::Utf16),
        }
    }

    /// Takes a whole new text.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn replace(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &js_sys::JsString,
    ) -> Result<JsValue, JsValue> {
        if !text.is_string() {
            return Err(misuse("`replace` takes a text"));
        }
        // The platform's encoder takes a third of the time that a string argument does, which is
        // copied character by character. It writes U+FFFD for half a surrogate pair.
        let bytes = TextEncoder::new().encode(text).to_vec();
        self.inner.replace(&String::from_utf8_lossy(&bytes));
        self.reading()
    }

    /// Replaces the code units `[from, to)` by `insert`, and reads what that touches.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn edit(&mut self, from: usize, to: usize, insert: &str) -> Result<JsValue, JsValue> {
        self.inner.edit(from, to, insert);
        self.reading()
    }

    /// What the text holds.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn reading(&self) -> Result<JsValue, JsValue> {
        to_js(&self.inner.reading())
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.inner.text()
    }

    /// Decides a placement; what is unchanged since the last decision is not computed again.
    #[wasm_bindgen(unchecked_return_type = "DecisionSummary")]
    pub fn decide(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DecideOptions")] options: JsValue,
    ) -> Result<JsValue, JsValue> {
        let options: DecideOptions = from_js(options)?;
        to_js(
            &self
                .inner
                .decide(options)
                .map_err(|error| failure(&error))?,
        )
    }

    /// A part of the table of clusters of the latest decision.
    #[wasm_bindgen(unchecked_return_type = "RowPage")]
    pub fn rows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"rank\" | \"name\"")] order: &str,
        from: usize,
        count: usize,
        find: Option<String>,
    ) -> Result<JsValue, JsValue> {
        let order = match order {
            "rank" => RowOrder::Rank,
            "name" => RowOrder::Name,
            _ => {
                return Err(misuse(&format!(
                    "`{order}` is no order, use `rank` or `name`"
                )));
            }
        };
        to_js(&self.details()?.rows(order, from, count, find.as_deref()))
    }

    /// Everything about one cluster.
    #[wasm_bindgen(unchecked_return_type = "ClusterExplanation")]
    pub fn explain(&self, cluster: u32) -> Result<JsValue, JsValue> {
        let explanation = self
            .inner
            .explain(cluster)
            .map_err(|error| failure(&error))?;
        to_js(&explanation.ok_or_else(|| misuse(&format!("there is no cluster `{cluster}`")))?)
    }

    /// The index of a cluster in the text.
    #[wasm_bindgen(js_name = clusterIndex)]
    pub fn cluster_index(&self, name: &str) -> Result<Option<u32>, JsValue> {
        Ok(self.details()?.cluster_index(name))
    }

    /// The state of every cluster in the order of the text: 0 excluded, 1 filtered, 2 feasible,
    /// 3 selected.
    pub fn states(&self) -> Result<Vec<u8>, JsValue> {
        Ok(self.details()?.states())
    }

    /// The weighted sum of every cluster in the order of the text; NaN where it has none.
    pub fn totals(&self) -> Result<Vec<f64>, JsValue> {
        Ok(self.details()?.totals())
    }

    /// The selected clusters, best first.
    pub fn selected(&self) -> Result<Vec<u32>, JsValue> {
        Ok(self.details()?.selected().to_vec())
    }

    /// The PlacementDecision objects as the hub would write them, as YAML.
    #[wasm_bindgen(js_name = decisionsYaml)]
    pub fn decisions_yaml(&self) -> Result<String, JsValue> {
        Ok(self.details()?.decisions_yaml())
    }

    /// What the hub serves at `/debug/placements/<namespace>/<name>`, as JSON.
    #[wasm_bindgen(js_name = debugJson)]
    pub fn debug_json(&self) -> Result<String, JsValue> {
        json(&self.details()?.debug())
    }

    /// The whole decision, as JSON. Numbers beyond 2^53 are exact in it.
    #[wasm_bindgen(js_name = reportJson)]
    pub fn report_json(&self) -> Result<String, JsValue> {
        json(&self.details()?.report())
    }

    /// The edits that give a prioritizer a weight in the text; comments and layout stay.
    #[wasm_bindgen(js_name = weightEdit, unchecked_return_type = "TextEdit[]")]
    pub fn weight_edit(
        &self,
        placement: usize,
        prioritizer: &str,
        weight: i32,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.inner.weight_edit(placement, prioritizer, weight))
    }

    /// The edits that set `numberOfClusters` in the text; `null`: all clusters.
    #[wasm_bindgen(js_name = numberOfClustersEdit, unchecked_return_type = "TextEdit[]")]
    pub fn number_of_clusters_edit(
        &self,
        placement: usize,
        #[wasm_bindgen(unchecked_param_type = "number | null")] number: Option<f64>,
    ) -> Result<JsValue, JsValue> {
        to_js(
            &self
                .inner
                .number_of_clusters_edit(placement, number.map(|number| number as i64)),
        )
    }

    /// Where a field of an object stands in the text; where the text does not have it, its nearest
    /// parent. `null`: no such object.
    #[wasm_bindgen(unchecked_return_type = "Range | null")]
    pub fn locate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ObjectName")] object: JsValue,
        path: &str,
    ) -> Result<JsValue, JsValue> {
        let object: ObjectName = from_js(object)?;
        match self.inner.locate(&object, path) {
            Some(range) => to_js(&range),
            None => Ok(JsValue::NULL),
        }
    }
}

impl Scenario {
    fn details(&self) -> Result<crate::placement::Details<'_>, JsValue> {
        self.inner.details().map_err(|error| failure(&error))
    }
}

/// What a quantity says.
#[derive(Serialize)]
struct QuantityValue {
    f64: f64,
    canonical: String,
}

/// Reads a Kubernetes quantity; `null` where the text is none.
#[wasm_bindgen(unchecked_return_type = "QuantityValue | null")]
pub fn quantity(text: &str) -> Result<JsValue, JsValue> {
    match Quantity::parse(text) {
        Ok(quantity) => to_js(&QuantityValue {
            f64: quantity.to_f64(),
            canonical: quantity.to_string(),
        }),
        Err(_) => Ok(JsValue::NULL),
    }
}

/// A fleet as `kubectl get managedclusters -o yaml` prints it; the same seed gives the same text.
#[wasm_bindgen(js_name = fleetYaml)]
pub fn fleet_yaml(seed: u32, clusters: usize) -> String {
    crate::generate::fleet_yaml(u64::from(seed), clusters)
}

/// A fleet with a set, a binding, a placement, decisions and scores, as YAML.
#[wasm_bindgen(js_name = hubYaml)]
pub fn hub_yaml(seed: u32, clusters: usize) -> String {
    crate::generate::hub_yaml(u64::from(seed), clusters)
}

#[wasm_bindgen]
extern "C" {
    /// The platform's own encoder, in every runtime.
    type TextEncoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;

    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &js_sys::JsString) -> js_sys::Uint8Array;
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| misuse(&error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| misuse(&error.to_string()))
}

fn json<T: Serialize>(value: &T) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| misuse(&error.to_string()))
}

fn failure(error: &ScenarioError) -> JsValue {
    coded(error.code(), &error.to_string())
}

fn misuse(message: &str) -> JsValue {
    coded("invalid-argument", message)
}

/// An `Error` with a stable `code`.
fn coded(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // A new error takes a new property.
    _ = js_sys::Reflect::set(error.unchecked_ref(), &"code".into(), &code.into());
    error.into()
}
