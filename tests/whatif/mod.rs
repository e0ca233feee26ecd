//! What would change a decision: held against slow twins, brute force, and the text itself.

mod answers;
mod brute;
mod changes;
mod cost;
mod documented;
mod exact;
mod losses;
mod max_skews;
mod pairs;
mod record;
mod recorded;
mod releases;
mod several;
mod spared;
mod spelling;
mod streamed;
mod supersets;
mod wants;
mod wider;
mod worlds;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// Asks a question of a scenario.
#[track_caller]
fn ask(scenario: &mut Scenario, name: &str, options: &Value) -> Value {
    let answer = scenario
        .ask(&json!({ name: options }).to_string())
        .expect("an answer");
    reference::answers::read(&answer)
}

/// A text after edits, which all are of the text as it is; offsets count bytes.
fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<&Value> = edits.as_array().expect("edits").iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    let mut text = text.to_owned();
    for edit in edits {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        text.replace_range(
            at("from")..at("to"),
            edit["insert"].as_str().expect("a text"),
        );
    }
    text
}

/// All text edits of a change.
fn text_edits(change: &Value) -> Value {
    let edits = change["edits"].as_array().expect("edits").iter();
    let all = edits.flat_map(|edit| edit["textEdits"].as_array().expect("edits").clone());
    all.collect()
}
