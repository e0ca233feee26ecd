//! What would change the decision of a placement that wants a tenth of a fleet, and the cycle of a pod among full nodes.
//! The twin for JavaScript is tests/node/bench/whatif.mjs.

mod nodes_and_pods;
mod timing;

use nodes_and_pods::nodes_and_pods;
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

/// Two pods that are refused. `lends` fits where it evicts others, which its quota's min is too small for; `full` fits
/// as it is, but its quota's max is used up.
const REFUSED: &str = "---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: lends, name: quota}
spec: {min: {cpu: \"1\", memory: 4Gi}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: lends, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: \"4\", memory: 16Gi}}}]}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {namespace: full, name: quota}
spec: {min: {cpu: \"1\", memory: 4Gi}, max: {cpu: \"1\", memory: 8Gi}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: full, name: pod}
spec: {priority: 0, containers: [{name: main, resources: {requests: {cpu: \"2\", memory: 8Gi}}}]}
";

fn main() {
    quotas();
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

/// The smallest change of a quota that admits a pod.
fn quotas() {
    for nodes in [100, 1_000] {
        let mut scenario = Scenario::new(&(nodes_and_pods(nodes, 30, nodes * 2) + REFUSED));
        for (work, pod) in [
            ("quota that lends to a pod", "lends/pod"),
            ("quota that is full", "full/pod"),
        ] {
            let options = json!({"change": {
                "now": "2025-06-01T12:00:00Z", "limit": 1, "families": ["quota"],
                "want": {"pod": pod, "admitted": true},
            }});
            let mut ask = || scenario.ask(&options.to_string()).expect("an answer");
            let found: Value = serde_json::from_str(&ask()).expect("JSON");
            assert_eq!(found["changes"][0]["verified"], true, "{found}");
            timing::row("whatif", work, nodes as usize, || (), |()| ask());
        }
    }
}
