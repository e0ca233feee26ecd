//! What would change the decision of a placement that wants a tenth of a fleet, and the cycle of a pod among full
//! nodes. The twin for JavaScript is tests/node/bench/whatif.mjs.

mod nodes_and_pods;
mod timing;

use nodes_and_pods::nodes_and_pods;
use schedscope::{generate, scenario::Scenario};
use serde_json::{Value, json};

/// The questions, as options besides those of the decision. `name`: a cluster that is not selected; `last`: the last
/// one.
fn questions(name: &str, last: &str) -> Vec<(&'static str, &'static str, Value)> {
    vec![
        (
            "sweep of one weight",
            "sweep",
            json!({"weight": "ResourceAllocatableMemory"}),
        ),
        (
            "rank for every weight",
            "sweep",
            json!({"weight": "ResourceAllocatableMemory", "rank": name}),
        ),
        (
            "stability of all weights",
            "sweep",
            json!({"stability": true}),
        ),
        (
            "stability of every selected cluster",
            "sweep",
            json!({"stability": true, "limit": 1_000}),
        ),
        (
            "single changes for one cluster",
            "change",
            json!({"want": {"selects": [name]}}),
        ),
        (
            "weights for the last cluster, to distance 3",
            "change",
            json!({"want": {"selects": [last]}, "families": ["weight"]}),
        ),
        ("without each region", "without", json!({"each": "region"})),
        ("without each zone", "without", json!({"each": "zone"})),
    ]
}

/// A pod that fits where it evicts others, which its quota's min is too small for.
const LENDS: &str = "---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: asks, name: quota}
spec: {min: {cpu: \"1\", memory: 1Ti}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: asks, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: \"4\", memory: 16Gi}}}]}
";

/// A pod that fits as it is, but its quota's max is used up.
const FULL: &str = "---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: asks, name: quota}
spec: {min: {cpu: \"1\", memory: 1Ti}, max: {cpu: \"1\", memory: 1Ti}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: asks, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: \"2\", memory: 8Gi}}}]}
";

/// The default of `maxSteps`.
const MAX_STEPS: usize = 20_000;

/// Another number of steps, because the result of an identical question is cached.
fn next(steps: &mut usize) -> usize {
    *steps += 1;
    *steps
}

fn main() {
    quotas();
    recorded();
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
        let rows = ask(&mut scenario, "clusters", &json!({"limit": clusters}));
        let rows: Value = serde_json::from_str(&rows).expect("JSON");
        let mut rows = rows["rows"].as_array().expect("rows").iter().rev();
        let last = rows.find(|row| !row["rank"].is_null()).expect("a row");
        let last = last["name"].as_str().expect("a name");
        let mut spread = Scenario::new(&spread_hub(clusters));
        let spread_weight = (
            "sweep of Spread, 3 terms",
            "sweep",
            json!({"weight": "Spread", "weights": {"Spread": 2}}),
        );
        let questions = questions(&name, last).into_iter().chain([spread_weight]);
        for (work, question, more) in questions {
            let scenario = if work.contains("Spread") {
                &mut spread
            } else {
                &mut scenario
            };
            let mut options = decide.clone();
            let fields = more.as_object().expect("options").clone();
            options.as_object_mut().expect("options").extend(fields);
            let mut steps = MAX_STEPS;
            let mut limit = options["limit"].as_u64().unwrap_or(0) as usize;
            timing::row(
                "whatif",
                work,
                clusters,
                || (),
                |()| {
                    // The result of an identical question is cached.
                    if question == "change" {
                        options["maxSteps"] = json!(next(&mut steps));
                    } else {
                        options["limit"] = json!(next(&mut limit));
                    }
                    ask(scenario, question, &options)
                },
            );
        }
    }
}

/// A hub whose placement spreads over three labels.
fn spread_hub(clusters: usize) -> String {
    let terms = ["provider", "region", "zone"]
        .map(|key| format!("    - topologyKey: {key}\n      topologyKeyType: Label\n"));
    let policy = format!(
        "\n  spreadPolicy:\n    spreadConstraints:\n{}  prioritizerPolicy:\n",
        terms.concat()
    );
    generate::hub_yaml(1, clusters).replacen("\n  prioritizerPolicy:\n", &policy, 1)
}

/// The smallest change of a quota that admits a pod.
fn quotas() {
    for nodes in [100, 1_000] {
        for (work, pod, min) in [
            ("min of a quota that admits a pod", LENDS, nodes / 10),
            ("max of a quota that admits a pod", FULL, nodes * 2),
        ] {
            let text = nodes_and_pods(nodes, 30, min) + pod;
            let mut scenario = Scenario::new(&text);
            let mut options = json!({"change": {
                "now": "2025-06-01T12:00:00Z", "limit": 1, "families": ["quota"],
                "want": {"pod": "asks/pod", "admitted": true},
            }});
            let mut steps = MAX_STEPS;
            let mut ask = || {
                options["change"]["maxSteps"] = json!(next(&mut steps));
                scenario.ask(&options.to_string()).expect("an answer")
            };
            let found: Value = serde_json::from_str(&ask()).expect("JSON");
            assert_eq!(found["changes"][0]["verified"], true, "{found}");
            timing::row("whatif", work, nodes as usize, || (), |()| ask());
        }
    }
}

/// The recorded pods of the text: the question is about all of them.
fn recorded() {
    for nodes in [100, 1_000] {
        // Mins that admit all of them.
        let text = nodes_and_pods(nodes, 30, nodes * 100);
        let mut scenario = Scenario::new(&text);
        let mut limit = 0;
        let mut ask = || {
            let options = json!({"compareRecorded": {"limit": next(&mut limit)}});
            scenario.ask(&options.to_string()).expect("an answer")
        };
        let found: Value = serde_json::from_str(&ask()).expect("JSON");
        assert_eq!(found["asked"], nodes * 30, "{found}");
        let work = "the recorded node of every pod";
        timing::row("whatif", work, nodes as usize, || (), |()| ask());
    }
}
