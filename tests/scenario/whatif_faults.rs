//! The faults that come before the answers of what-ifs.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::{NOW, fleet, found};

#[test]
fn what_ifs_have_the_faults_of_what_they_are_about() {
    let text = fleet("{numberOfClusters: 1, sortBy: Name}")
        + "\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, pods: 9}}\n\
           ---\napiVersion: v1\nkind: Pod\nmetadata: {name: p1, namespace: d}\n\
           spec: {containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]}\n";
    let fields = |question: &str, mut options: Value| {
        options["now"] = json!(NOW);
        let mut scenario = Scenario::new(&text);
        let answer = scenario.ask(&json!({question: options}).to_string());
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        let fields = found(&answer, "invalid-field").into_iter();
        let named = fields.map(|field| [field["object"]["kind"].clone(), field["path"].clone()]);
        let mut named: Vec<[Value; 2]> = named.collect();
        assert!(named.len() < 2, "{named:?}");
        named.pop()
    };
    let placement = Some([json!("Placement"), json!("spec.sortBy")]);
    let pod = Some([
        json!("Pod"),
        json!("spec.containers[0].resources.requests[cpu]"),
    ]);
    let selects = json!({"want": {"selects": ["b1"]}});
    assert_eq!(fields("change", selects), placement);
    assert_eq!(fields("sweep", json!({"weight": "Steady"})), placement);
    assert_eq!(fields("sweep", json!({"stability": true})), placement);
    let admitted = json!({"want": {"pod": "d/p1", "admitted": true}});
    assert_eq!(fields("change", admitted), pod);
    let request = json!({"pod": "d/p1", "request": "cpu"});
    assert_eq!(fields("sweep", request), pod);
}
