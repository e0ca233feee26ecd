//! A smaller request together with a bound of a quota: no pair of values is cheaper, by trying all of small worlds.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    change::{Share, after, share_of, smaller, with},
    change_nodes::Dice,
    wanted::Wanted,
};
use reference::{
    answers::{ask, text},
    pods::items,
};

const POD: &str = "a/asked";

/// Whole CPUs only: a node, the pod's quota and another one, some pods, and one that fits neither node nor quota.
fn world(seed: u64) -> Vec<Value> {
    let mut dice = Dice::new(seed);
    let quota = |space: &str, min: usize, max: usize| {
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": space, "name": "quota"},
            "spec": {"min": {"cpu": min.to_string(), "memory": "99"}, "max": {"cpu": max.to_string(), "memory": "99"}},
        })
    };
    let pod = |space: &str, name: &str, cpu: usize| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu.to_string()}}}]},
        })
    };
    let (min, more) = (1 + dice.below(3), dice.below(3));
    let mut objects = vec![
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n0"},
            "status": {"allocatable": {"cpu": (3 + dice.below(4)).to_string(), "memory": "8", "pods": "9"}},
        }),
        quota("a", min, min + more),
    ];
    if dice.below(2) == 0 {
        let min = dice.below(3);
        objects.push(quota("b", min, min + 3));
    }
    for at in 0..dice.below(4) {
        let space = ["a", "b"][dice.below(2)];
        let mut pod = pod(space, &format!("p{at}"), 1 + dice.below(2));
        pod["spec"]["nodeName"] = json!("n0");
        pod["spec"]["priority"] = json!(dice.below(2));
        pod["status"]["phase"] = json!("Running");
        objects.push(pod);
    }
    let mut asked = pod("a", "asked", 4 + dice.below(5));
    if seed % 2 == 1 {
        // Two containers that request none of it are not two that share it.
        asked["spec"]["containers"][0]["resources"]["requests"]["memory"] = json!("0");
        let beside = json!({"name": "d", "resources": {"requests": {"memory": "0"}}});
        asked["spec"]["containers"]
            .as_array_mut()
            .expect("containers")
            .push(beside);
    }
    asked["spec"]["priority"] = json!(dice.below(2));
    if dice.below(3) > 0 {
        asked["spec"]["preemptionPolicy"] = json!("Never");
    }
    objects.push(asked);
    objects
}

fn cpu_of(object: &Value, path: &str) -> i128 {
    let text = object.pointer(path).and_then(Value::as_str);
    let cpu: i128 = text.expect("an amount").parse().expect("whole CPUs");
    cpu * 1000
}

fn share(old: i128, new: i128) -> Share {
    ((new - old).abs(), old.max(1))
}

/// The larger share first.
fn ordered(one: Share, other: Share) -> [Share; 2] {
    if smaller(one, other) {
        [other, one]
    } else {
        [one, other]
    }
}

fn cheaper(one: [Share; 2], other: [Share; 2]) -> bool {
    smaller(one[0], other[0]) || (!smaller(other[0], one[0]) && smaller(one[1], other[1]))
}

#[test]
fn no_pair_of_a_request_and_a_bound_is_cheaper() {
    let request = "/spec/containers/0/resources/requests/cpu";
    let (mut found, mut none) = (0, 0);
    for seed in 0..120 {
        let objects = world(seed);
        let source = text(&objects);
        let wanted = Wanted::admitted(POD, seed % 2 == 1);
        if wanted.meets(&objects) {
            continue;
        }
        let mut question = wanted.question();
        question["change"]["families"] = json!(["request", "quota"]);
        let answer = ask(&mut Scenario::new(&source), &question);
        let changes: Vec<&Value> = items(&answer["changes"]).collect();
        for change in &changes {
            assert!(
                wanted.meets(&after(&source, change)),
                "{seed} {change:#} {source}"
            );
        }
        if changes.iter().any(|change| change["cost"]["edits"] == 1) {
            continue;
        }
        assert_eq!(answer["complete"], true, "{seed} {answer:#}");
        let pair = changes
            .iter()
            .find(|change| change["cost"]["families"] == json!(["request", "quota"]));
        let told =
            pair.map(|pair| ordered(share_of(&pair["edits"][0]), share_of(&pair["edits"][1])));
        let pod = objects
            .iter()
            .find(|one| one["metadata"]["name"] == "asked")
            .expect("the pod");
        let old_request = cpu_of(pod, request);
        // A request of 0 comes after all others.
        let is_zero = pair.is_some_and(|pair| pair["edits"][0]["to"] == 0);
        let quotas = objects.iter().filter(|one| one["kind"] == "ElasticQuota");
        for (quota, bound) in quotas.flat_map(|quota| [(quota, "min"), (quota, "max")]) {
            let space = quota["metadata"]["namespace"]
                .as_str()
                .expect("a namespace");
            let [min, max] = ["min", "max"].map(|side| cpu_of(quota, &format!("/spec/{side}/cpu")));
            let old = if bound == "min" { min } else { max };
            // Between whole CPUs nothing changes, but just below them.
            let values = (0..=12).flat_map(|cpus| [cpus * 1000 - 1, cpus * 1000]);
            for new in values.filter(|new| *new >= 0 && *new != old) {
                let is_in_order = if bound == "min" {
                    new <= max
                } else {
                    min <= new
                };
                if !is_in_order {
                    continue;
                }
                for new_request in (0..old_request / 1000).map(|cpus| cpus * 1000) {
                    let cost = ordered(share(old_request, new_request), share(old, new));
                    let is_later = !is_zero && new_request == 0;
                    let is_before = is_zero && new_request != 0;
                    let is_cheaper = |told| is_before || !is_later && cheaper(cost, told);
                    if told.is_some_and(|told| !is_cheaper(told)) {
                        continue;
                    }
                    let edited = with(
                        &objects,
                        "ElasticQuota",
                        &format!("{space}/quota"),
                        |quota| {
                            quota["spec"][bound]["cpu"] = json!(format!("{new}m"));
                        },
                    );
                    let edited = with(&edited, "Pod", POD, |pod| {
                        pod["spec"]["containers"][0]["resources"]["requests"]["cpu"] =
                            json!(format!("{new_request}m"));
                    });
                    assert!(
                        !wanted.meets(&edited),
                        "{seed}: {new_request}m with {bound} {new}m of {space}: {answer:#} {source}"
                    );
                }
            }
        }
        found += usize::from(pair.is_some());
        none += usize::from(pair.is_none());
    }
    assert!(found > 9, "{found} {none}");
}

/// Twenty quotas may lend, and the pod fits a node with each of 256 requests: more pairs than are listed. The search
/// says so where it needs them, and not where one edit is enough.
#[test]
fn more_pairs_than_are_listed_are_not_all() {
    let pod = |namespace: &str, name: &str, milli: i64, node: &str| {
        let requests = json!({"cpu": format!("{milli}m")});
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"namespace": namespace, "name": name, "uid": format!("{namespace}-{name}")},
            "spec": {"nodeName": node, "priority": 9, "containers": [{"name": "c",
                "resources": {"requests": requests}}]}})
    };
    let node = |name: &str, milli: i64| {
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": format!("{milli}m"), "pods": "99"}}})
    };
    let mut objects = vec![node("n1", 355), node("n2", 20_001)];
    for number in 0..20 {
        objects.push(
            json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": format!("q{number}"), "name": "q"},
            "spec": {"min": {"cpu": "1"}, "max": {"cpu": "50"}}}),
        );
    }
    objects.push(pod("q1", "runs", 20_001, "n2"));
    for power in 0..8 {
        objects.push(pod("none", &format!("p{power}"), 1 << power, "n1"));
    }
    let mut asked = pod("q0", "asked", 2000, "");
    asked["spec"]["preemptionPolicy"] = json!("Never");
    objects.push(asked);
    let text: Vec<String> = objects.iter().map(Value::to_string).collect();
    let mut scenario = Scenario::new(&text.join("\n"));
    let mut complete = |families: Value| {
        let options = json!({"now": "2026-01-01T00:00:00Z", "profile": "Proposal", "maxSteps": 1_000_000,
            "families": families, "want": {"pod": "q0/asked", "admitted": true}});
        let answer = ask(&mut scenario, &json!({ "change": options }));
        assert_eq!(answer["stopped"], Value::Null);
        (answer["depth"].clone(), answer["complete"].clone())
    };
    assert_eq!(
        complete(json!(["request", "quota"])),
        (json!(2), json!(false))
    );
    assert_eq!(
        complete(json!(["request", "quota", "release"])),
        (json!(1), json!(true))
    );
}
