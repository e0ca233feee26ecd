//! Queues in which pods evict each other for ever end with the steps that would come again.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::reference::answers::ask;

const ENDLESS: [&str; 2] = [
    include_str!("endless/blocks.yaml"),
    include_str!("endless/json-lines.yaml"),
];

#[test]
fn an_exchange_without_end_is_named() {
    let mut endless = 0;
    for text in ENDLESS {
        for profile in ["Upstream", "Proposal"] {
            let mut scenario = Scenario::new(text);
            let question = json!({"queue": {"profile": profile, "limit": 10_000}});
            let queue = ask(&mut scenario, &question);
            let total = queue["stepsTotal"].as_u64().expect("a number") as usize;
            assert_eq!(queue["stopped"], false);
            assert!(total < 1000, "{total} steps");
            if queue["repeats"].is_null() {
                continue;
            }
            endless += 1;
            let repeats =
                |field: &str| queue["repeats"][field].as_u64().expect("a number") as usize;
            let (first, count) = (repeats("first"), repeats("steps"));
            assert!((first - 1 + count..first - 1 + 2 * count).contains(&total));
            let steps = queue["steps"].as_array().expect("the steps");
            let what =
                |step: &Value| [&step["pod"], &step["outcome"], &step["victims"]].map(Value::clone);
            for (step, later) in steps[first - 1..].iter().zip(&steps[first - 1 + count..]) {
                assert_eq!(what(step), what(later));
            }
        }
    }
    assert!(endless >= 2);
}
