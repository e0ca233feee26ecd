//! The cases that run as WebAssembly, in Node.js and in a browser alike: the bindings as JavaScript
//! meets them.

mod answers;
mod hostile;
mod hostile_texts;
mod misuse;

use js_sys::{Array, JSON, Object, Reflect};
use schedscope::wasm::Scenario;
use wasm_bindgen::JsValue;

/// An example with a decision of every kind of field.
const EXAMPLE: &str = include_str!("../../examples/taints-and-tolerations.yaml");

/// A value of JavaScript, written as one.
#[track_caller]
fn js(source: &str) -> JsValue {
    let function = js_sys::Function::new_no_args(&format!("return ({source});"));
    function.call0(&JsValue::UNDEFINED).expect("an expression")
}

/// A field of a value of JavaScript, by its path.
#[track_caller]
fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| {
        Reflect::get(&value, &key.into()).expect("an object")
    })
}

/// A value of JavaScript as JSON.
fn json(value: &JsValue) -> String {
    JSON::stringify(value).map_or_else(|_| "nothing".to_owned(), String::from)
}

/// A field as JSON is as expected.
#[track_caller]
fn check(value: &JsValue, path: &str, expect: &str) {
    assert_eq!(json(&get(value, path)), expect, "{path}");
}

/// What was thrown has this code and message.
#[track_caller]
fn check_error(thrown: Result<JsValue, JsValue>, code: &str, message: &str) {
    let thrown = thrown.expect_err("an error");
    let found = ["code", "message"].map(|field| get(&thrown, field).as_string());
    assert_eq!(found, [code, message].map(|text| Some(text.to_owned())));
}

/// The example, decided.
const DECIDE: &str = r#"{"decide":{"placement":0,"now":"2026-11-20T12:00:00Z"}}"#;

/// The answer to a question, as JavaScript has it.
fn answer(scenario: &mut Scenario, question: &str) -> Result<JsValue, JsValue> {
    JSON::parse(&scenario.ask(&question.into())?)
}

/// The answer to a question that has one.
#[track_caller]
fn ask(scenario: &mut Scenario, question: &str) -> JsValue {
    answer(scenario, question).expect("an answer")
}

/// What a text holds.
#[track_caller]
fn read(scenario: &mut Scenario, text: &str) -> JsValue {
    scenario.replace(&text.into()).expect("a text");
    ask(scenario, r#"{"reading":{}}"#)
}

/// What the text holds after an edit.
#[track_caller]
fn edit(scenario: &mut Scenario, from: f64, to: f64, insert: &str) -> JsValue {
    scenario.edit(from, to, &insert.into()).expect("an edit");
    ask(scenario, r#"{"reading":{}}"#)
}

fn decided(text: &str) -> Scenario {
    let mut scenario = Scenario::new();
    scenario.replace(&text.into()).expect("a text");
    ask(&mut scenario, DECIDE);
    scenario
}

fn keys(value: &JsValue) -> Vec<String> {
    let keys: Array = Object::keys(value.unchecked_ref::<Object>());
    keys.iter().filter_map(|key| key.as_string()).collect()
}
