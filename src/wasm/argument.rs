//! What JavaScript hands over, checked. Whoever calls from JavaScript has no compiler to stop them,
//! and the generated code between turns `NaN` into 0 and -1 into 4,294,967,295.

use js_sys::{JsString, Object, Reflect};
use schedscope_answers::placement::DecideOptions;
use schedscope_objects::{
    diagnostic::ObjectName,
    placement::{TopologyKeyType, WhenUnsatisfiable},
    profile::Profile,
};
use schedscope_placement::{CandidateMode, Wanted};
use schedscope_quantity::double::Shortest;
use schedscope_scenario::SpreadEdit;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

use crate::wasm::error::misuse;

#[wasm_bindgen]
extern "C" {
    /// The platform's own encoder, in every runtime.
    type TextEncoder;

    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;

    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &JsString) -> js_sys::Uint8Array;
}

/// The largest integer up to which JavaScript's numbers are exact.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// A text.
pub(super) fn text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    value
        .as_string()
        .ok_or_else(|| wrong(value, name, "a string"))
}

/// A list of texts.
pub(super) fn texts(value: &JsValue, name: &str) -> Result<Vec<String>, JsValue> {
    let Some(list) = value.dyn_ref::<js_sys::Array>() else {
        return Err(wrong(value, name, "a list of strings"));
    };
    let item = |(index, item): (usize, JsValue)| text(&item, &format!("{name}[{index}]"));
    list.iter().enumerate().map(item).collect()
}

/// A text that may be long. The platform's encoder takes a third of the time that copying a string
/// character by character does. As there, half a surrogate pair becomes U+FFFD.
pub(super) fn long_text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    let Some(text) = value.dyn_ref::<JsString>() else {
        return Err(wrong(value, name, "a string"));
    };
    let bytes = TextEncoder::new().encode(text).to_vec();
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// A text, or nothing.
pub(super) fn optional_text(value: &JsValue, name: &str) -> Result<Option<String>, JsValue> {
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    text(value, name).map(Some)
}

/// A place or a number of things; what is beyond all texts, `Infinity` too, is the largest.
pub(super) fn count(value: f64, name: &str) -> Result<usize, JsValue> {
    if value >= 0.0 && (value.fract() == 0.0 || value.is_infinite()) {
        // The cast takes the largest where the value is larger.
        return Ok(value as usize);
    }
    Err(wrong(&value.into(), name, "a whole number from 0"))
}

/// Which one, from 0.
pub(super) fn index(value: f64, name: &str) -> Result<u32, JsValue> {
    let expect = "a whole number from 0 to 4294967295";
    whole(&value.into(), name, (0.0, f64::from(u32::MAX)), expect).map(|value| value as u32)
}

/// A weight of a prioritizer.
pub(super) fn weight(value: &JsValue, name: &str) -> Result<i32, JsValue> {
    let expect = "a whole number of 32 bits";
    let range = (f64::from(i32::MIN), f64::from(i32::MAX));
    whole(value, name, range, expect).map(|value| value as i32)
}

/// How many clusters; `None`: all.
pub(super) fn wanted(value: &JsValue, name: &str) -> Result<Option<i64>, JsValue> {
    if value.is_null() {
        return Ok(None);
    }
    whole(value, name, (-SAFE, SAFE), "a whole number or null").map(|value| Some(value as i64))
}

fn whole(
    value: &JsValue,
    name: &str,
    (least, most): (f64, f64),
    expect: &str,
) -> Result<f64, JsValue> {
    value
        .as_f64()
        .filter(|number| (least..=most).contains(number) && number.fract() == 0.0)
        .ok_or_else(|| wrong(value, name, expect))
}

/// The fields of an object, each of which must be one of those.
fn fields<'a>(value: &'a JsValue, name: &str, known: &[&str]) -> Result<&'a Object, JsValue> {
    let object = object(value, name)?;
    for key in Object::keys(object).iter() {
        let key = key.as_string().unwrap_or_default();
        if !known.contains(&key.as_str()) {
            return Err(misuse(&format!(
                "`{name}` has no field `{key}`, its fields are {}",
                known.join(", ")
            )));
        }
    }
    Ok(object)
}

fn object<'a>(value: &'a JsValue, name: &str) -> Result<&'a Object, JsValue> {
    value
        .dyn_ref::<Object>()
        .filter(|object| object.is_object() && !js_sys::Array::is_array(object))
        .ok_or_else(|| wrong(value, name, "an object"))
}

pub(super) fn object_name(value: &JsValue) -> Result<ObjectName, JsValue> {
    let object = fields(value, "object", &["kind", "namespace", "name"])?;
    let get = |key: &str| text(&Reflect::get(object, &key.into())?, key);
    Ok(ObjectName {
        kind: get("kind")?,
        namespace: get("namespace")?,
        name: get("name")?,
    })
}

pub(super) fn decide_options(value: &JsValue) -> Result<DecideOptions, JsValue> {
    let known = [
        "placement",
        "now",
        "profile",
        "candidates",
        "weights",
        "numberOfClusters",
    ];
    let object = fields(value, "options", &known)?;
    let get = |key: &str| Reflect::get(object, &key.into());
    let placement = get("placement")?;
    let placement = placement.as_f64().map_or_else(
        || Err(wrong(&placement, "placement", "a whole number from 0")),
        |number| index(number, "placement"),
    )?;
    let weights = get("weights")?;
    let weights = if weights.is_undefined() || weights.is_null() {
        None
    } else {
        let weights = self::object(&weights, "weights")?;
        let read = |key: JsValue| {
            let value = Reflect::get(weights, &key)?;
            let key = key.as_string().unwrap_or_default();
            let weight = weight(&value, &format!("weights.{key}"))?;
            Ok((key, weight))
        };
        let keys = Object::keys(weights);
        let weights = keys.iter().map(read).collect::<Result<Vec<_>, JsValue>>()?;
        Some(weights.into())
    };
    let number = get("numberOfClusters")?;
    let number_of_clusters = if number.is_undefined() {
        Wanted::AsWritten
    } else {
        wanted(&number, "numberOfClusters")?.map_or(Wanted::All, Wanted::Exactly)
    };
    Ok(DecideOptions {
        placement: placement as usize,
        now: text(&get("now")?, "now")?,
        profile: optional_one_of(
            &get("profile")?,
            "profile",
            &[
                ("Upstream", Profile::Upstream),
                ("Proposal", Profile::Proposal),
            ],
        )?,
        candidates: optional_one_of(
            &get("candidates")?,
            "candidates",
            &[
                ("auto", CandidateMode::Auto),
                ("sets", CandidateMode::Sets),
                ("given", CandidateMode::Given),
            ],
        )?,
        weights,
        number_of_clusters,
    })
}

/// A change of spread constraints.
pub(super) fn spread_edit(value: &JsValue) -> Result<SpreadEdit, JsValue> {
    let kinds = [
        (
            "add",
            &[
                "type",
                "topologyKey",
                "topologyKeyType",
                "maxSkew",
                "whenUnsatisfiable",
            ][..],
        ),
        ("remove", &["type", "index"]),
        ("move", &["type", "from", "to"]),
        (
            "set",
            &[
                "type",
                "index",
                "topologyKey",
                "topologyKeyType",
                "maxSkew",
                "whenUnsatisfiable",
            ],
        ),
    ];
    let object = object(value, "change")?;
    let get = |key: &str| Reflect::get(object, &key.into());
    let kind = one_of(&get("type")?, "type", &kinds.map(|(word, _)| (word, word)))?;
    for (_, known) in kinds.iter().filter(|(word, _)| *word == kind) {
        fields(value, "change", known)?;
    }
    let place = |key: &str| {
        let expect = "a whole number from 0 to 4294967295";
        whole(&get(key)?, key, (0.0, f64::from(u32::MAX)), expect).map(|value| value as usize)
    };
    let key_types = [
        ("Label", TopologyKeyType::Label),
        ("Claim", TopologyKeyType::Claim),
    ];
    let actions = [
        ("DoNotSchedule", WhenUnsatisfiable::DoNotSchedule),
        ("ScheduleAnyway", WhenUnsatisfiable::ScheduleAnyway),
    ];
    let skew = |value: &JsValue| weight(value, "maxSkew");
    let is_given = |value: &JsValue| !value.is_undefined() && !value.is_null();
    Ok(match kind {
        "add" => SpreadEdit::Add {
            topology_key: text(&get("topologyKey")?, "topologyKey")?,
            topology_key_type: one_of(&get("topologyKeyType")?, "topologyKeyType", &key_types)?,
            max_skew: skew(&get("maxSkew")?)?,
            when_unsatisfiable: one_of(&get("whenUnsatisfiable")?, "whenUnsatisfiable", &actions)?,
        },
        "remove" => SpreadEdit::Remove {
            index: place("index")?,
        },
        "move" => SpreadEdit::Move {
            from: place("from")?,
            to: place("to")?,
        },
        _ => {
            let when = get("whenUnsatisfiable")?;
            let max_skew = get("maxSkew")?;
            SpreadEdit::Set {
                index: place("index")?,
                topology_key: optional_text(&get("topologyKey")?, "topologyKey")?,
                topology_key_type: optional_one_of(
                    &get("topologyKeyType")?,
                    "topologyKeyType",
                    &key_types,
                )?,
                max_skew: is_given(&max_skew).then(|| skew(&max_skew)).transpose()?,
                when_unsatisfiable: optional_one_of(&when, "whenUnsatisfiable", &actions)?,
            }
        }
    })
}

/// One of some words, or nothing.
fn optional_one_of<T: Copy>(
    value: &JsValue,
    name: &str,
    words: &[(&str, T)],
) -> Result<Option<T>, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(None);
    }
    one_of(value, name, words).map(Some)
}

/// One of some words.
pub(super) fn one_of<T: Copy>(
    value: &JsValue,
    name: &str,
    words: &[(&str, T)],
) -> Result<T, JsValue> {
    let given = value.as_string();
    let found = words
        .iter()
        .find(|(word, _)| given.as_deref() == Some(*word));
    let expect = || {
        let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        words.join(" or ")
    };
    found
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| wrong(value, name, &expect()))
}

/// The error about an argument or a field that holds something else.
pub(super) fn wrong(value: &JsValue, name: &str, expect: &str) -> JsValue {
    const SHOWN: usize = 60;
    let found = if let Some(text) = value.as_string() {
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("`{}…`", &text[..end]),
            None => format!("`{text}`"),
        }
    } else if let Some(number) = value.as_f64() {
        format!("`{}`", Shortest(number))
    } else if let Some(truth) = value.as_bool() {
        format!("`{truth}`")
    } else if value.is_null() {
        "null".to_owned()
    } else if value.is_undefined() {
        "nothing".to_owned()
    } else if js_sys::Array::is_array(value) {
        "a list".to_owned()
    } else {
        let sort = value.js_typeof().as_string().unwrap_or_default();
        let article = if sort.starts_with('o') { "an" } else { "a" };
        format!("{article} {sort}")
    };
    misuse(&format!("`{name}` must be {expect}, not {found}"))
}
