//! Asking the engine, in the vectors' own forms.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

/// What `vmEvents` answers to a line's `config`, `nodes`, `initial` and `events`.
pub fn events(line: &Value) -> Value {
    let mut question = json!({});
    for field in ["config", "nodes", "initial", "events"] {
        question[field] = line[field].clone();
    }
    ask(&mut Scenario::new(""), &json!({"vmEvents": question}))
}

/// What `vmLimits` answers to a line's `config`, `cpu` and `mem`.
pub fn limits(line: &Value) -> Value {
    let mut question = json!({});
    for field in ["config", "cpu", "mem"] {
        question[field] = line[field].clone();
    }
    ask(&mut Scenario::new(""), &json!({"vmLimits": question}))
}
