//! What would change the decision of a placement that wants a tenth of a fleet.

mod timing;

use schedscope::{generate, scenario::Scenario};
use serde_json::{Value, json};

/// The questions, as options beside those of the decision. `name`: a cluster that is not selected.
fn questions(name: &str) -> Vec<(&'static str, &'static str, Value)> {
    vec![
        (
            "sweep of one weight",
            "sweep",
            json!({"weight": "ResourceAllocatableMemory"}),
        ),
        (
            "rank for every weight",
            "rank",
            json!({"weight": "ResourceAllocatableMemory", "cluster": name}),
        ),
        ("stability of all weights", "stability", json!({})),
        (
            "single changes for one cluster",
            "change",
            json!({"want": {"selects": [name]}}),
        ),
        ("without each region", "without", json!({"each": "region"})),
    ]
}

fn main() {
    for clusters in [1_000, 10_000] {
        let mut scenario = Scenario::new(&generate::hub_yaml(1, clusters));
        let decide = json!({"placement": 0, "now": "2025-06-01T12:00:00Z", "candidates": "given", "limit": 1});
        let ask = |scenario: &mut Scenario, name: &str, options: &Value| {
            scenario
                .ask(&json!({ name: options }).to_string())
                .expect("an answer")
        };
        ask(&mut scenario, "decide", &decide);
        let rows = ask(
            &mut scenario,
            "clusters",
            &json!({"limit": 1, "offset": clusters / 8}),
        );
        let rows: Value = serde_json::from_str(&rows).expect("JSON");
        let name = rows["rows"][0]["name"].as_str().expect("a name").to_owned();
        for (work, question, more) in questions(&name) {
            let mut options = decide.clone();
            let fields = more.as_object().expect("options").clone();
            options.as_object_mut().expect("options").extend(fields);
            timing::row(
                "whatif",
                work,
                clusters,
                || (),
                |()| ask(&mut scenario, question, &options),
            );
        }
    }
}
