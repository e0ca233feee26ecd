//! The steps that a queue's answer says hang on something: those of which `queueStep` says what.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{constrained, sampled},
    pods::items,
};

/// The steps with a fault, those with an order of equals, and those that the other profile ends otherwise, by
/// `queueStep`.
fn by_step(scenario: &mut Scenario, queue: &Value, steps: u64) -> [Vec<u64>; 3] {
    let mut found = [const { Vec::new() }; 3];
    for step in 1..=steps {
        let at = ask(
            scenario,
            &json!({"queueStep": {"queue": queue, "step": step}}),
        );
        let is_other = !at["otherCycle"].is_null();
        if is_other {
            found[2].push(step);
        }
        if items(&at["faults"]).next().is_some() || is_other && queue["profile"] == "Proposal" {
            found[0].push(step);
        }
        let is_any = items(&at["chosenAnyOf"]).count() > 1;
        if is_any || items(&at["ties"]).next().is_some() || !at["otherChoice"].is_null() {
            found[1].push(step);
        }
    }
    found
}

/// Every third pod waits, and is more important than the others, which are equals.
fn crowd(objects: &mut [Value]) {
    let pods = objects.iter_mut().filter(|object| object["kind"] == "Pod");
    for (at, pod) in pods.enumerate() {
        let waits = at % 3 == 0;
        pod["spec"]["priority"] = json!(if waits { 9 } else { 0 });
        if waits {
            pod["spec"]["nodeName"] = Value::Null;
            pod["status"] = json!({"phase": "Pending"});
            // The queue skips pods that are being deleted.
            if let Some(metadata) = pod["metadata"].as_object_mut() {
                metadata.remove("deletionTimestamp");
            }
        } else if let Some(status) = pod["status"].as_object_mut() {
            status.remove("startTime");
        }
    }
}

#[test]
fn a_queue_lists_the_steps_that_hang_on_something() {
    let mut seen = [0; 3];
    for mut pod_set in sampled(200, &constrained(5, 12)) {
        crowd(&mut pod_set.objects);
        let text = text(&pod_set.objects);
        for profile in ["Upstream", "Proposal"] {
            for scorer in ["DefaultProfile", "LimitAware"] {
                let mut scenario = Scenario::new(&text);
                let queue = json!({"profile": profile, "scorer": scorer, "maxSteps": 40});
                let answer = ask(&mut scenario, &json!({"queue": queue}));
                let steps = answer["stepsTotal"].as_u64().expect("a number");
                let [faults, evictions, others] = by_step(&mut scenario, &queue, steps);
                seen[0] += faults.len();
                seen[1] += evictions.len();
                seen[2] += others.len();
                assert_eq!(
                    answer["hanging"],
                    json!({
                        "lookedUntil": steps, "faults": faults, "otherProfile": others,
                        "evictions": evictions,
                    }),
                    "{profile} {scorer} {text}"
                );
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 9), "{seen:?}");
}

/// So many nodes that two cycles look at more than all of a queue may.
#[test]
fn a_queue_says_how_far_it_looked() {
    let node = |at: usize| {
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("n{at}")},
            "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "9"}},
        })
    };
    let pod = |name: &str| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "d", "name": name},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}]},
        })
    };
    let mut objects: Vec<Value> = (0..5001).map(node).collect();
    objects.extend(["a", "b", "c"].map(pod));
    let answer = ask(&mut Scenario::new(&text(&objects)), &json!({"queue": {}}));
    assert_eq!(answer["stepsTotal"], 3);
    assert_eq!(
        answer["hanging"],
        json!({"lookedUntil": 2, "faults": [], "otherProfile": [], "evictions": []})
    );
}

/// A pod that only a node of another text would do says so.
#[test]
fn a_waiting_pod_says_which_nodes_its_affinity_names() {
    let named = ["gone", "also"].map(|name| {
        json!({"matchFields": [{"key": "metadata.name", "operator": "In", "values": [name]}]})
    });
    let named = json!({"nodeSelectorTerms": named});
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
            "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "9"}},
        }),
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "d", "name": "ghost"},
            "spec": {
                "containers": [{"name": "c"}],
                "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": named}},
            },
        }),
    ];
    let answer = ask(&mut Scenario::new(&text(&objects)), &json!({"queue": {}}));
    let step = &answer["steps"][0];
    assert_eq!(step["outcome"], "Unschedulable");
    assert_eq!(step["nodeNames"], json!(["also", "gone"]));
    assert_eq!(step["misfits"], json!([]));
}
