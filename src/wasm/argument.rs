//! Checks texts and numbers from JavaScript. JavaScript has no compiler that checks types, and the generated glue code
//! turns `NaN` into 0 and -1 into 4,294,967,295. Options are JSON; the scenario reads them.

use js_sys::JsString;
use schedscope_quantity::double::Shortest;
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

/// A text.
pub(super) fn text(value: &JsValue, name: &str) -> Result<String, JsValue> {
    value
        .as_string()
        .ok_or_else(|| wrong(value, name, "a string"))
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

/// A place or a number of things; what is beyond all texts, `Infinity` too, is the largest.
pub(super) fn count(value: f64, name: &str) -> Result<usize, JsValue> {
    if value >= 0.0 && (value.fract() == 0.0 || value.is_infinite()) {
        // The cast takes the largest where the value is larger.
        return Ok(value as usize);
    }
    Err(wrong(&value.into(), name, "a whole number from 0"))
}

/// A whole number from 0 to some other.
pub(super) fn whole(value: f64, name: &str, most: u32) -> Result<u32, JsValue> {
    if (0.0..=f64::from(most)).contains(&value) && value.fract() == 0.0 {
        return Ok(value as u32);
    }
    let expect = format!("a whole number from 0 to {most}");
    Err(wrong(&value.into(), name, &expect))
}

/// The error about an argument that holds something else.
fn wrong(value: &JsValue, name: &str, expect: &str) -> JsValue {
    let found = if let Some(text) = value.as_string() {
        format!("`{}`", text.chars().take(60).collect::<String>())
    } else if let Some(number) = value.as_f64() {
        format!("`{}`", Shortest(number))
    } else {
        value.js_typeof().as_string().unwrap_or_default()
    };
    misuse(&format!("`{name}` must be {expect}, not {found}"))
}
