//! A change promises a node only where no other one has the same total.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// Two equal nodes: the pod goes to either. With a larger one it goes there.
#[test]
fn a_pod_is_not_sure_of_a_node_that_it_may_miss() {
    let node = |name: &str, cpu: u32| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": cpu.to_string(), "memory": "8Gi", "pods": "9"}}})
    };
    let met = |cpu: u32, want: Value| {
        let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "a"},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}});
        let list = json!({"apiVersion": "v1", "kind": "List", "items": [node("n1", cpu), node("n2", 4), pod]});
        let question =
            json!({"change": {"now": "2026-01-01T00:00:00Z", "want": want, "maxSteps": 50}});
        let answer = Scenario::new(&list.to_string()).ask(&question.to_string());
        answer.map(|answer| reference::answers::read(&answer)["met"].clone())
    };
    let on = json!({"pod": "a/p", "on": "n1"});
    assert_eq!(met(4, on.clone()), Ok(json!(false)));
    assert_eq!(met(8, on), Ok(json!(true)));
    assert_eq!(
        met(4, json!({"pod": "a/p", "admitted": true})),
        Ok(json!(true))
    );
    let both = met(4, json!({"pod": "a/p", "admitted": true, "selects": ["x"]}));
    assert!(both.is_err(), "{both:?}");
}
