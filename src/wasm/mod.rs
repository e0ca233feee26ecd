//! Bindings for JavaScript: a thin skin over [`schedscope_scenario::Scenario`].
//!
//! Offsets are UTF-16 code units. Results are plain objects of the types in `types.d.ts`, which is
//! made from the Rust types. Misuse throws an `Error` whose `code` is stable.

// Misuse throws, as the text above says; JavaScript knows no sections about errors.
#![allow(clippy::missing_errors_doc)]

mod argument;
mod error;

use schedscope_answers::json;
use schedscope_answers::placement::rows::RowOrder;
use schedscope_objects::diagnostic::Encoding;
use schedscope_quantity::Quantity;
use schedscope_scenario as scenario;
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use self::error::{failure, misuse};

/// As many clusters are made at most at once: JavaScript's texts end near 530 MB.
const MOST_CLUSTERS: f64 = 500_000.0;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type {
  ClusterExplanation, ClusterKeys, DecideOptions, DecisionSummary, ObjectName, Range, Reading,
  RowPage, SpreadCandidatePage, SpreadDomains, SpreadEdit, SpreadSkews, SpreadStep, TextEdit,
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
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsValue, JsValue> {
        self.inner.replace(&argument::long_text(text, "text")?);
        self.reading()
    }

    /// Replaces the code units `[from, to)` by `insert`, and reads what that touches.
    #[wasm_bindgen(unchecked_return_type = "Reading")]
    pub fn edit(
        &mut self,
        from: f64,
        to: f64,
        #[wasm_bindgen(unchecked_param_type = "string")] insert: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let from = argument::count(from, "from")?;
        let to = argument::count(to, "to")?;
        self.inner
            .edit(from, to, &argument::text(insert, "insert")?);
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

    /// What is to be asked about a placement's CEL expressions; nothing where there is none, or no
    /// such placement. Asked and answered by the package's own code.
    #[wasm_bindgen(js_name = celQuestion, skip_typescript)]
    pub fn cel_question(&mut self, placement: &JsValue) -> Option<String> {
        let placement = argument::index(placement.as_f64()?, "placement").ok()?;
        self.inner.cel_question(placement as usize)
    }

    /// Takes the answer to the latest question.
    #[wasm_bindgen(js_name = celAnswer, skip_typescript)]
    pub fn cel_answer(&mut self, answer: &str) -> Result<(), JsValue> {
        let taken = self.inner.cel_answer(answer);
        taken.map_err(|error| error::coded(error.code(), &error.to_string()))
    }

    /// Answers a question about nodes, pods and quotas, a JSON text, with a JSON text. The methods
    /// `placePod`, `schedulePod` and so on do this; here integers keep every digit.
    #[wasm_bindgen(js_name = askJson)]
    pub fn ask_json(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] question: &JsValue,
    ) -> Result<String, JsValue> {
        let answer = self.inner.ask(&argument::text(question, "question")?);
        answer.map_err(|error| error::coded(error.code(), &error.to_string()))
    }

    /// Begins to read a text in parts; `readOn` reads it. Called by the package's own code.
    #[wasm_bindgen(skip_typescript)]
    pub fn begin(&mut self, text: &JsValue) -> Result<(), JsValue> {
        self.inner.begin(argument::long_text(text, "text")?);
        Ok(())
    }

    /// Reads about so many bytes more. How many are read, and how many there are; nothing: it is the
    /// text now.
    #[wasm_bindgen(js_name = readOn, skip_typescript)]
    pub fn read_on(&mut self, bytes: f64) -> Option<Vec<f64>> {
        self.inner.read_on(bytes as usize).map(progress)
    }

    /// Computes a part of what the answer to a question follows from. How much is done, and how much
    /// there is; nothing: there is nothing left to do before it is asked.
    #[wasm_bindgen(skip_typescript)]
    pub fn advance(&mut self, question: &str, budget: f64) -> Result<Option<Vec<f64>>, JsValue> {
        let advanced = self.inner.advance(question, budget as usize);
        let advanced = advanced.map_err(|error| error::coded(error.code(), &error.to_string()))?;
        Ok(advanced.map(progress))
    }

    /// Decides a placement; what is unchanged since the last decision is not computed again.
    #[wasm_bindgen(unchecked_return_type = "DecisionSummary")]
    pub fn decide(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "DecideOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let options = argument::decide_options(options)?;
        let summary = self.inner.decide(options);
        to_js(&summary.map_err(|error| failure(&error))?)
    }

    /// A part of the table of clusters of the latest decision.
    #[wasm_bindgen(unchecked_return_type = "RowPage")]
    pub fn rows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"rank\" | \"name\"")] order: &JsValue,
        from: f64,
        count: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] find: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let orders = [("rank", RowOrder::Rank), ("name", RowOrder::Name)];
        let order = argument::one_of(order, "order", &orders)?;
        let from = argument::count(from, "from")?;
        let count = argument::count(count, "count")?;
        let find = argument::optional_text(find, "find")?;
        to_js(&self.details()?.rows(order, from, count, find.as_deref()))
    }

    /// Everything about one cluster.
    #[wasm_bindgen(unchecked_return_type = "ClusterExplanation")]
    pub fn explain(&self, cluster: f64) -> Result<JsValue, JsValue> {
        let cluster = argument::index(cluster, "cluster")?;
        let explanation = self
            .inner
            .explain(cluster)
            .map_err(|error| failure(&error))?;
        to_js(&explanation.ok_or_else(|| misuse(&format!("there is no cluster `{cluster}`")))?)
    }

    /// The index of a cluster in the text.
    #[wasm_bindgen(js_name = clusterIndex)]
    pub fn cluster_index(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
    ) -> Result<Option<u32>, JsValue> {
        let name = argument::text(name, "name")?;
        Ok(self.details()?.cluster_index(&name))
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
        Ok(self.details()?.selected())
    }

    /// One step of the latest decision's run of spread; steps count from 1.
    #[wasm_bindgen(js_name = spreadStep, unchecked_return_type = "SpreadStep")]
    pub fn spread_step(&self, step: f64) -> Result<JsValue, JsValue> {
        let number = argument::count(step, "step")?;
        let details = self.details()?;
        to_js(&details.spread_step(number).ok_or_else(|| no_step(number))?)
    }

    /// A part of the table of the clusters that remained in a step: candidates, best first, then the
    /// blocked ones by name.
    #[wasm_bindgen(js_name = spreadCandidates, unchecked_return_type = "SpreadCandidatePage")]
    pub fn spread_candidates(&self, step: f64, from: f64, count: f64) -> Result<JsValue, JsValue> {
        let number = argument::count(step, "step")?;
        let from = argument::count(from, "from")?;
        let count = argument::count(count, "count")?;
        let page = self.details()?.spread_candidates(number, from, count);
        to_js(&page.ok_or_else(|| no_step(number))?)
    }

    /// The topology domains after so many steps (0: before the first), at most `most` of them.
    #[wasm_bindgen(js_name = spreadDomains, unchecked_return_type = "SpreadDomains")]
    pub fn spread_domains(&self, step: f64, most: f64) -> Result<JsValue, JsValue> {
        let number = argument::count(step, "step")?;
        let most = argument::count(most, "most")?;
        let domains = self.details()?.spread_domains(number, most);
        to_js(&domains.ok_or_else(|| no_step(number))?)
    }

    /// The deepest topology domain of every cluster in the order of the text: its place in what
    /// `spreadDomains` gives, 4294967295 where it lies in none. Nothing where there was no run.
    #[wasm_bindgen(js_name = spreadPlaces)]
    pub fn spread_places(&self) -> Result<Option<Vec<u32>>, JsValue> {
        Ok(self.details()?.spread_places())
    }

    /// How skewed the selection was before the first step of spread and after each; `null` where
    /// nothing was spread.
    #[wasm_bindgen(js_name = spreadSkews, unchecked_return_type = "SpreadSkews | null")]
    pub fn spread_skews(&self) -> Result<JsValue, JsValue> {
        match self.details()?.spread_skews() {
            Some(skews) => to_js(&skews),
            None => Ok(JsValue::NULL),
        }
    }

    /// The `PlacementDecision` objects as the hub would write them, as YAML.
    #[wasm_bindgen(js_name = decisionsYaml)]
    pub fn decisions_yaml(&self) -> Result<String, JsValue> {
        Ok(self.details()?.decisions_yaml())
    }

    /// What the hub serves at `/debug/placements/<namespace>/<name>`, as JSON.
    #[wasm_bindgen(js_name = debugJson)]
    pub fn debug_json(&self) -> Result<String, JsValue> {
        Ok(json::text(&self.details()?.debug()))
    }

    /// The whole decision, as JSON. Numbers beyond 2^53 are exact in it.
    #[wasm_bindgen(js_name = reportJson)]
    pub fn report_json(&self) -> Result<String, JsValue> {
        Ok(json::text(&self.details()?.report()))
    }

    /// The edits that give a prioritizer a weight in the text; comments and layout stay.
    #[wasm_bindgen(js_name = weightEdit, unchecked_return_type = "TextEdit[]")]
    pub fn weight_edit(
        &self,
        placement: f64,
        #[wasm_bindgen(unchecked_param_type = "string")] prioritizer: &JsValue,
        weight: f64,
    ) -> Result<JsValue, JsValue> {
        let placement = argument::index(placement, "placement")? as usize;
        let prioritizer = argument::text(prioritizer, "prioritizer")?;
        let weight = argument::weight(&weight.into(), "weight")?;
        to_js(&self.inner.weight_edit(placement, &prioritizer, weight))
    }

    /// The edits that set `numberOfClusters` in the text; `null`: all clusters.
    #[wasm_bindgen(js_name = numberOfClustersEdit, unchecked_return_type = "TextEdit[]")]
    pub fn number_of_clusters_edit(
        &self,
        placement: f64,
        #[wasm_bindgen(unchecked_param_type = "number | null")] number: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let placement = argument::index(placement, "placement")? as usize;
        let number = argument::wanted(number, "number")?;
        to_js(&self.inner.number_of_clusters_edit(placement, number))
    }

    /// The keys of labels and cluster claims that the clusters have, most frequent first, at most 100
    /// of either.
    #[wasm_bindgen(js_name = clusterKeys, unchecked_return_type = "ClusterKeys")]
    pub fn cluster_keys(&self) -> Result<JsValue, JsValue> {
        to_js(&self.inner.cluster_keys())
    }

    /// The edits that change a placement's spread constraints in the text; comments and layout of
    /// everything else stay. Empty where nothing changes or the text cannot take it.
    #[wasm_bindgen(js_name = spreadEdit, unchecked_return_type = "TextEdit[]")]
    pub fn spread_edit(
        &self,
        placement: f64,
        #[wasm_bindgen(unchecked_param_type = "SpreadEdit")] change: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let placement = argument::index(placement, "placement")? as usize;
        let change = argument::spread_edit(change)?;
        to_js(&self.inner.spread_edit(placement, &change))
    }

    /// The edit that adds an event, an object as JSON, behind the others of a timeline, given by its
    /// `namespace/name`; `null`: of a new one at the end of the text. Everything else stays. Empty
    /// where the text cannot take it.
    #[wasm_bindgen(js_name = timelineEdit, unchecked_return_type = "TextEdit[]")]
    pub fn timeline_edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | null")] timeline: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] event: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let timeline = argument::optional_text(timeline, "timeline")?;
        let event = argument::text(event, "event")?;
        let edits = self.inner.timeline_edit(timeline.as_deref(), &event);
        to_js(&edits.map_err(|error| error::misuse(&error.to_string()))?)
    }

    /// Where a field of an object stands in the text; where the text does not have it, its nearest
    /// parent. `null`: no such object.
    #[wasm_bindgen(unchecked_return_type = "Range | null")]
    pub fn locate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ObjectName")] object: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] path: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let object = argument::object_name(object)?;
        match self.inner.locate(&object, &argument::text(path, "path")?) {
            Some(range) => to_js(&range),
            None => Ok(JsValue::NULL),
        }
    }

    /// Where several fields of an object stand, as `locate` says it of one, in the time that one
    /// takes. `null`: no such object.
    #[wasm_bindgen(js_name = locateAll, unchecked_return_type = "Range[] | null")]
    pub fn locate_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ObjectName")] object: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string[]")] paths: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let object = argument::object_name(object)?;
        let paths = argument::texts(paths, "paths")?;
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        match self.inner.locate_all(&object, &paths) {
            Some(ranges) => to_js(&ranges),
            None => Ok(JsValue::NULL),
        }
    }
}

impl Scenario {
    fn details(&self) -> Result<schedscope_answers::placement::DecisionDetails<'_>, JsValue> {
        self.inner.details().map_err(|error| failure(&error))
    }
}

fn progress(progress: scenario::Progress) -> Vec<f64> {
    vec![progress.done as f64, progress.of as f64]
}

fn no_step(step: usize) -> JsValue {
    misuse(&format!("there is no step `{step}` of spread"))
}

/// What a quantity says.
#[derive(Serialize)]
struct QuantityValue {
    f64: f64,
    canonical: String,
}

/// Reads a Kubernetes quantity; `null` where the text is none.
#[wasm_bindgen(unchecked_return_type = "QuantityValue | null")]
pub fn quantity(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
) -> Result<JsValue, JsValue> {
    match Quantity::parse(&argument::text(text, "text")?) {
        Ok(quantity) => {
            let value = QuantityValue {
                f64: quantity.to_f64(),
                canonical: quantity.to_string(),
            };
            // Not as JSON, which has neither infinity nor NaN.
            serde_wasm_bindgen::to_value(&value).map_err(|error| misuse(&error.to_string()))
        }
        Err(_) => Ok(JsValue::NULL),
    }
}

/// A fleet of at most 500,000 clusters as `kubectl get managedclusters -o yaml` prints it; the same
/// seed gives the same text. `first`: the index of the first cluster, for a larger fleet in parts.
#[wasm_bindgen(js_name = fleetYaml)]
pub fn fleet_yaml(seed: f64, clusters: f64, first: Option<f64>) -> Result<String, JsValue> {
    let (seed, clusters) = fleet(seed, clusters)?;
    let first = argument::index(first.unwrap_or(0.0), "first")? as usize;
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
    let seed = argument::index(seed, "seed")?;
    if clusters > MOST_CLUSTERS {
        let expect = "a whole number from 0 to 500000";
        return Err(argument::wrong(&clusters.into(), "clusters", expect));
    }
    Ok((u64::from(seed), argument::count(clusters, "clusters")?))
}

/// A plain object. It crosses as a JSON text: that is as fast as field by field, and the types are
/// written once for both.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(&json::text(value))
}
