//! Changes that let a `ResourceQuota` admit a new pod, against all edits of small worlds. The node has room for every
//! pod, so that only the API server refuses.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change::{after, is_named, with};
use reference::{
    answers::{ask, text},
    pods::items,
};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % most
    }
}

/// A pod of up to two containers with a limit each; in a new pod without a request, the limit is the request.
fn pod(dice: &mut Dice, namespace: &str, name: &str) -> Value {
    let containers = (0..=dice.below(3) / 2).map(|at| {
        let limit = 1 + dice.below(4);
        let mut resources = json!({"limits": {"cpu": limit.to_string()}});
        if name != "asked" || dice.below(3) > 0 {
            resources["requests"] = json!({"cpu": (1 + dice.below(limit)).to_string()});
        }
        json!({"name": format!("c{at}"), "resources": resources})
    });
    let containers: Vec<Value> = containers.collect();
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": namespace, "name": name},
        "spec": {"containers": containers}})
}

/// Pods on the node, pending ones, new ones and ended ones beside `a/asked`, which is new.
fn world(dice: &mut Dice) -> Vec<Value> {
    let mut hard = json!({});
    for key in ["pods", "requests.cpu", "limits.cpu"] {
        if dice.below(2) == 0 {
            hard[key] = json!((1 + dice.below(9)).to_string());
        }
    }
    let mut objects = vec![
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
            "status": {"allocatable": {"cpu": "64", "pods": "99"}}}),
        json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"namespace": "a", "name": "hard"},
            "spec": {"hard": hard}}),
    ];
    for number in 0..dice.below(5) {
        let namespace = if dice.below(5) == 0 { "b" } else { "a" };
        let mut other = pod(dice, namespace, &format!("p{number}"));
        let kind = dice.below(6);
        if kind != 0 {
            other["metadata"]["uid"] = json!(format!("u{number}"));
        }
        match kind {
            1 => other["spec"]["nodeName"] = json!("n1"),
            2 => other["status"]["phase"] = json!("Succeeded"),
            3 => other["status"]["nominatedNodeName"] = json!("n1"),
            _ => {}
        }
        objects.push(other);
    }
    objects.push(pod(dice, "a", "asked"));
    objects
}

fn amount(container: &Value, list: &str) -> u64 {
    let resources = &container["resources"];
    let written = [list, "limits"].map(|list| resources[list]["cpu"].as_str());
    let written = written[0].or(written[1]).expect("an amount");
    written.parse().expect("whole cores")
}

/// What a pod uses of a key.
fn used(pod: &Value, key: &str) -> u64 {
    match key {
        "pods" => 1,
        key => {
            let list = key.strip_suffix(".cpu").expect("a list");
            items(&pod["spec"]["containers"])
                .map(|container| amount(container, list))
                .sum()
        }
    }
}

/// Whether the API server creates `a/asked`.
fn admits(objects: &[Value]) -> bool {
    let asked = objects.iter().find(|one| is_named(one, "Pod", "a/asked"));
    let asked = asked.expect("the pod");
    let is_valid = |container: &Value| amount(container, "requests") <= amount(container, "limits");
    let counted: Vec<&Value> = objects
        .iter()
        .filter(|one| one["kind"] == "Pod" && one["metadata"]["namespace"] == "a")
        .filter(|one| !one["metadata"]["uid"].is_null() || !one["spec"]["nodeName"].is_null())
        .filter(|one| one["status"]["phase"] != "Succeeded")
        .chain([asked])
        .collect();
    let hard = objects[1]["spec"]["hard"].as_object().expect("bounds");
    let fits = |(key, bound): (&String, &Value)| {
        let sum: u64 = counted.iter().map(|pod| used(pod, key)).sum();
        sum <= bound.as_str().expect("a bound").parse().expect("a number")
    };
    items(&asked["spec"]["containers"]).all(is_valid) && hard.iter().all(fits)
}

/// The objects after each edit of a family, with the number of edits and the larger share of a change.
fn edits(objects: &[Value], family: &str) -> Vec<(usize, f64, Vec<Value>)> {
    let mut all = Vec::new();
    if family == "release" {
        for other in objects.iter().filter(|one| one["kind"] == "Pod") {
            if !is_named(other, "Pod", "a/asked") {
                let rest = objects.iter().filter(|one| *one != other);
                all.push((1, 1.0, rest.cloned().collect()));
            }
        }
        return all;
    }
    let asked = objects.iter().find(|one| is_named(one, "Pod", "a/asked"));
    let containers = items(&asked.expect("the pod")["spec"]["containers"]);
    for (at, container) in containers.enumerate() {
        for lists in [&["requests"][..], &["limits"], &["requests", "limits"]] {
            let olds: Vec<u64> = lists.iter().map(|list| amount(container, list)).collect();
            for new in 0..olds.iter().min().copied().expect("an amount") {
                let edited = with(objects, "Pod", "a/asked", |pod| {
                    for list in lists {
                        pod["spec"]["containers"][at]["resources"][*list]["cpu"] =
                            json!(new.to_string());
                    }
                });
                let share = |old: &u64| (*old - new) as f64 / *old as f64;
                let share = olds.iter().map(share).fold(0.0, f64::max);
                all.push((lists.len(), share, edited));
            }
        }
    }
    all
}

#[test]
fn a_new_pod_is_admitted_by_the_cheapest_edits() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    let mut see = |kind: &str| *seen.entry(kind.to_owned()).or_default() += 1;
    for case in 0..600 {
        let objects = world(&mut dice);
        if admits(&objects) {
            continue;
        }
        let source = text(&objects);
        for family in ["release", "request"] {
            let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": [family],
                "want": {"pod": "a/asked", "admitted": true}}});
            let answer = ask(&mut Scenario::new(&source), &question);
            let context = || format!("{case} {source}\n{answer:#}");
            assert_eq!(answer["met"], false, "{}", context());
            let changes: Vec<&Value> = items(&answer["changes"]).collect();
            for change in &changes {
                assert!(admits(&after(&source, change)), "{}", context());
            }
            let singles = edits(&objects, family);
            let met = singles.iter().filter(|(.., edited)| admits(edited));
            let best = met
                .map(|(count, share, _)| (*count, *share))
                .min_by(|a, b| a.partial_cmp(b).expect("numbers"));
            if let Some((count, share)) = best {
                let cost = &changes
                    .first()
                    .unwrap_or_else(|| panic!("{best:?} {}", context()))["cost"];
                assert_eq!(cost["edits"], count, "{best:?} {}", context());
                let step = cost["step"].as_f64().expect("a step");
                assert!(
                    count > 1 || (step - share).abs() < 1e-9,
                    "{best:?} {}",
                    context()
                );
                see(&format!("{family} {count}"));
                continue;
            }
            let mut pairs = singles.iter().flat_map(|(.., one)| edits(one, family));
            let is_pair = pairs.any(|(.., edited)| admits(&edited));
            if answer["complete"] == true {
                assert_eq!(!changes.is_empty(), is_pair, "{}", context());
            }
            see(&format!("{family} pair {is_pair} {}", answer["complete"]));
        }
    }
    for kind in [
        "release 1",
        "release pair true true",
        "release pair false true",
        "request 1",
        "request 2",
        "request pair true false",
        "request pair false true",
    ] {
        assert!(
            seen.get(kind).is_some_and(|count| *count > 2),
            "{kind} of {seen:?}"
        );
    }
}

/// A quota of limits wants each container to name one.
#[test]
fn a_container_that_names_no_limit() {
    let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota",
        "metadata": {"namespace": "a", "name": "hard"}, "spec": {"hard": {"limits.cpu": "4"}}});
    let container = |name: &str, resources: Value| json!({"name": name, "resources": resources});
    let asked = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": "asked"},
    "spec": {"containers": [
        container("named", json!({"limits": {"cpu": "1"}})),
        container("less", json!({"requests": {"cpu": "500m"}})),
        container("none", json!({})),
    ]}});
    let objects = [
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
            "status": {"allocatable": {"cpu": "64", "pods": "99"}}}),
        quota,
        asked,
    ];
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["request"],
        "want": {"pod": "a/asked", "admitted": true}}});
    let written = text(&objects);
    let answer = ask(&mut Scenario::new(&written), &question);
    let changed = after(&written, &answer["changes"][0]);
    let limits = items(&changed[2]["spec"]["containers"]);
    let limits = limits.map(|of| of["resources"]["limits"]["cpu"].clone());
    assert_eq!(limits.collect::<Vec<_>>(), ["1", "500m", "100m"]);
}

/// A bound is also raised for the new pods before the pod, and for those after it that its workload creates.
#[test]
fn a_bound_is_raised_for_all_new_pods_of_a_workload() {
    let objects = [
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
            "status": {"allocatable": {"cpu": "64", "pods": "99"}}}),
        json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"namespace": "a", "name": "hard"},
            "spec": {"hard": {"pods": "1", "requests.cpu": "9"}}}),
        json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"namespace": "a", "name": "web"},
            "spec": {"replicas": 4, "selector": {"matchLabels": {"app": "web"}},
                "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers":
                    [{"name": "c", "resources": {"requests": {"cpu": "3"}}}]}}}}),
    ];
    let raised = |pod: &str| {
        let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["quota"],
            "want": {"pod": pod, "admitted": true}}});
        let answer = ask(&mut Scenario::new(&text(&objects)), &question);
        let edit = |edit: &Value| json!([edit["keys"][2], edit["new"], edit["pods"]]);
        let edits = |change: &Value| items(&change["edits"]).map(edit).collect::<Vec<Value>>();
        items(&answer["changes"]).map(edits).collect::<Vec<_>>()
    };
    let all = vec![json!(["pods", "4", 3]), json!(["requests.cpu", "12", 3])];
    for pod in ["a/web-1", "a/web-2", "a/web-3"] {
        assert_eq!(raised(pod), std::slice::from_ref(&all), "{pod}");
    }
}
