//! Two bounds of quotas changed together: each made in the text and judged by the twin, and held against every pair of
//! critical values of small worlds, tried one after another.

use schedscope_fuzz::cases::{often, worlds};
use std::cmp::Ordering;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    change::{Share, after, quantity, share_of, smaller, sums, with},
    change_nodes::Dice,
    wanted::Wanted,
};
use reference::{
    answers::{ask, text},
    pods::{ClusterSnapshot, Pod, items, of},
    quota::quotas::{max, min},
};

const POD: &str = "a/asked";
const RESOURCES: [&str; 2] = ["cpu", "memory"];

/// One or two nodes, up to three quotas, up to four pods, and one that its quota refuses more often than not.
fn world(seed: u64) -> Vec<Value> {
    let mut dice = Dice::new(seed);
    let spaces = ["a", "b", "c"];
    let count = 1 + dice.below(3);
    let mut objects = Vec::new();
    for at in 0..=dice.below(2) {
        objects.push(json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("n{at}")},
            "status": {"allocatable": {"cpu": "8", "memory": "8", "pods": "9"}},
        }));
    }
    for space in spaces.iter().take(count) {
        let mut sides = json!({});
        for resource in RESOURCES {
            let least = 1 + dice.below(3);
            sides["min"][resource] = json!(least.to_string());
            sides["max"][resource] = json!((least + dice.below(3)).to_string());
        }
        objects.push(json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": space, "name": "quota"}, "spec": sides,
        }));
    }
    let pod = |dice: &mut Dice, space: &str, name: &str, most: usize| {
        let requests = json!({
            "cpu": (1 + dice.below(most)).to_string(), "memory": (1 + dice.below(most)).to_string(),
        });
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {"containers": [{"name": "c", "resources": {"requests": requests}}]},
        })
    };
    for at in 0..dice.below(5) {
        let space = spaces[dice.below(count)];
        let mut pod = pod(&mut dice, space, &format!("p{at}"), 2);
        pod["spec"]["nodeName"] = json!("n0");
        pod["status"]["phase"] = json!("Running");
        objects.push(pod);
    }
    let mut asked = pod(&mut dice, "a", "asked", 5);
    asked["spec"]["priority"] = json!(dice.below(2));
    if dice.below(2) == 0 {
        asked["spec"]["preemptionPolicy"] = json!("Never");
    }
    objects.push(asked);
    objects
}

/// A bound at a value.
#[derive(Clone)]
struct At {
    quota: String,
    bound: &'static str,
    resource: &'static str,
    new: i128,
    share: Share,
}

/// Every critical value of every bound.
fn critical(wanted: &Wanted<'_>, objects: &[Value]) -> Vec<At> {
    let snapshot = ClusterSnapshot::read_as(objects, wanted.proposal);
    let mut all = Vec::new();
    for quota in &snapshot.quotas {
        for resource in RESOURCES {
            let charge = |pod: &Pod| of(&pod.charge, resource);
            let pods = || snapshot.pods.iter().filter(|pod| pod.live);
            let own = sums(
                pods()
                    .filter(|pod| pod.namespace == quota.namespace)
                    .map(charge),
            );
            let together = sums(pods().map(charge));
            let least = of(&min(quota), resource);
            let mins: i128 = snapshot
                .quotas
                .iter()
                .map(|one| of(&min(one), resource))
                .sum();
            for (bound, old) in [
                ("min", least),
                ("max", max(quota, resource).expect("a max")),
            ] {
                let mut sums = own.clone();
                if bound == "min" {
                    sums.extend(together.iter().map(|sum| sum - (mins - least)));
                }
                let mut values: Vec<i128> = sums.iter().flat_map(|sum| [*sum, sum - 1]).collect();
                values.sort_unstable();
                values.dedup();
                values.retain(|new| *new >= 0 && *new != old);
                all.extend(values.into_iter().map(|new| At {
                    quota: format!("{}/{}", quota.namespace, quota.name),
                    bound,
                    resource,
                    new,
                    share: ((new - old).abs(), old.max(1)),
                }));
            }
        }
    }
    all
}

fn order(one: Share, other: Share) -> Ordering {
    (one.0 * other.1).cmp(&(other.0 * one.1))
}

/// The larger share first.
fn cost(one: Share, other: Share) -> [Share; 2] {
    if smaller(one, other) {
        [other, one]
    } else {
        [one, other]
    }
}

fn cheaper(one: [Share; 2], other: [Share; 2]) -> bool {
    order(one[0], other[0])
        .then(order(one[1], other[1]))
        .is_lt()
}

fn set(objects: &[Value], at: &At) -> Vec<Value> {
    with(objects, "ElasticQuota", &at.quota, |quota| {
        quota["spec"][at.bound][at.resource] = quantity(at.resource, at.new);
    })
}

/// Whether each min is at most its max.
fn is_in_order(objects: &[Value]) -> bool {
    let snapshot = ClusterSnapshot::read_as(objects, false);
    snapshot.quotas.iter().all(|quota| {
        let mut resources = RESOURCES.iter();
        resources.all(|resource| {
            max(quota, resource).is_none_or(|most| of(&min(quota), resource) <= most)
        })
    })
}

#[test]
fn no_pair_of_bounds_is_cheaper() {
    let (mut found, mut raised, mut none) = (0, 0, 0);
    for seed in worlds(0..90) {
        let objects = world(seed);
        let source = text(&objects);
        let wanted = Wanted::admitted(POD, seed % 2 == 1);
        if wanted.meets(&objects) {
            continue;
        }
        let mut question = wanted.question();
        question["change"]["families"] = json!(["quota"]);
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
        let pair = changes.iter().find(|change| change["cost"]["edits"] == 2);
        let told = pair.map(|pair| cost(share_of(&pair["edits"][0]), share_of(&pair["edits"][1])));
        let all = critical(&wanted, &objects);
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let is_same = |of: fn(&At) -> &str| of(one) == of(other);
                if is_same(|at| &at.quota) && is_same(|at| at.bound) && is_same(|at| at.resource) {
                    continue;
                }
                if told.is_some_and(|told| !cheaper(cost(one.share, other.share), told)) {
                    continue;
                }
                let edited = set(&set(&objects, one), other);
                // The first change may displace fewer pods.
                let least = answer["changes"][0]["cost"]["displaced"].as_u64();
                let is_dearer = || {
                    let displaced = wanted.displaced(&objects, &edited) as u64;
                    least.is_some_and(|least| least < displaced)
                };
                assert!(
                    !is_in_order(&edited) || !wanted.meets(&edited) || is_dearer(),
                    "{seed} {} {} {} {}, {} {} {} {}: {answer:#} {source}",
                    one.quota,
                    one.bound,
                    one.resource,
                    one.new,
                    other.quota,
                    other.bound,
                    other.resource,
                    other.new,
                );
            }
        }
        found += usize::from(pair.is_some());
        none += usize::from(pair.is_none());
        // A min above the max of before, which no edit by itself may be.
        let edits = pair.map(|pair| [&pair["edits"][0], &pair["edits"][1]]);
        raised += usize::from(
            edits.is_some_and(|[a, b]| a["object"] == b["object"] && a["subject"] == b["subject"]),
        );
    }
    assert!(
        found > often(9) && raised > often(3) && none > often(3),
        "{found} {raised} {none}"
    );
}

/// A quota of cpu.
fn quota(space: &str, min: u32, max: u32) -> Value {
    json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"namespace": space, "name": "quota"},
        "spec": {"min": {"cpu": min.to_string()}, "max": {"cpu": max.to_string()}},
    })
}

/// Neither quota has room for all that is missing of the mins: each gives a part. No amount can be rounded.
#[test]
fn two_mins_share_what_is_missing() {
    let quota = |space: &str, min: u32, max: u32| {
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": space, "name": "quota"},
            "spec": {"min": {"memory": min * 1000}, "max": {"memory": max * 1000}},
        })
    };
    let pod = |space: &str, name: &str, memory: u32, node: Value| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {
                "nodeName": node, "preemptionPolicy": "Never",
                "containers": [{"name": "c", "resources": {"requests": {"memory": memory * 1000}}}],
            },
        })
    };
    // 13 + 8 + 3 = 24 would be used, and the mins are 13 + 4 + 2 = 19: 5 are missing. b has room for 4, c for 2.
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n0"},
            "status": {"allocatable": {"cpu": "99", "memory": "99k", "pods": "9"}},
        }),
        quota("a", 13, 13),
        quota("b", 4, 8),
        quota("c", 2, 4),
        pod("b", "used", 8, json!("n0")),
        pod("c", "more", 3, json!("n0")),
        pod("a", "asked", 13, Value::Null),
    ];
    let wanted = Wanted {
        asked: POD,
        proposal: false,
        admitted: true,
        evicts_nobody: false,
        spares: None,
        on: None,
    };
    assert!(!wanted.meets(&objects));
    let mut question = wanted.question();
    question["change"]["families"] = json!(["quota"]);
    let source = text(&objects);
    let answer = ask(&mut Scenario::new(&source), &question);
    let change = &answer["changes"][0];
    assert!(wanted.meets(&after(&source, change)), "{answer:#}");
    let edits: Vec<&Value> = items(&change["edits"]).collect();
    let to: Vec<&Value> = edits.iter().map(|edit| &edit["to"]).collect();
    // b gives 3.334 of 4, c 1.666 of 2: the larger share is 0.8335. With 3.333 it is, too, but the smaller is larger.
    assert_eq!(to, [&json!(7334), &json!(3666)], "{answer:#}");
    let told = cost(share_of(edits[0]), share_of(edits[1]));
    for part in 3000..=4000 {
        let shares = cost((part, 4000), (5000 - part, 2000));
        assert!(!cheaper(shares, told), "{part}");
    }
}

/// The pod is within its min of 4 and evicts the pod that b has borrowed room for. With less of the min alone it evicts
/// the pod of its own quota, and so it does with a max of less than 4. Below 2 the max rejects it even then.
#[test]
fn a_max_below_the_min_takes_the_min_with_it() {
    let pod = |space: &str, name: &str, cpu: u32, priority: u32| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {"priority": priority,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu.to_string()}}}]},
        })
    };
    let running = |mut pod: Value| {
        pod["spec"]["nodeName"] = json!("n0");
        pod["status"]["phase"] = json!("Running");
        pod
    };
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n0"},
            "status": {"allocatable": {"cpu": "5", "memory": "8", "pods": "9"}},
        }),
        quota("a", 4, 8),
        quota("b", 1, 1),
        quota("c", 20, 20),
        quota("d", 20, 20),
        running(pod("a", "own", 2, 0)),
        running(pod("b", "borrower", 3, 0)),
        pod("a", "asked", 2, 10),
    ];
    let wanted = Wanted {
        asked: POD,
        proposal: false,
        admitted: false,
        evicts_nobody: true,
        spares: None,
        on: None,
    };
    assert!(!wanted.meets(&objects));
    let mut question = wanted.question();
    question["change"]["families"] = json!(["quota"]);
    let source = text(&objects);
    let answer = ask(&mut Scenario::new(&source), &question);
    let change = &answer["changes"][0];
    assert!(wanted.meets(&after(&source, change)), "{answer:#}");
    let edits = items(&change["edits"]);
    let edits: Vec<Value> = edits
        .map(|edit| json!([edit["object"]["namespace"], edit["path"], edit["to"]]))
        .collect();
    let expect = [
        json!(["a", "spec.max.cpu", 1900]),
        json!(["a", "spec.min.cpu", 1900]),
    ];
    assert_eq!(edits, expect, "{answer:#}");
}

/// 4 + 3 would be used of mins of 5, and 3 of a max of 2. b has the larger min, of which 2 more are a smaller share,
/// but its max has no room for them: the min of a grows with its max.
#[test]
fn no_min_grows_above_its_max() {
    let pod = |space: &str, name: &str, cpu: u32, node: Value| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {
                "nodeName": node, "preemptionPolicy": "Never",
                "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu.to_string()}}}],
            },
        })
    };
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n0"},
            "status": {"allocatable": {"cpu": "99", "memory": "8", "pods": "9"}},
        }),
        quota("a", 1, 2),
        quota("b", 4, 4),
        pod("b", "used", 4, json!("n0")),
        pod("a", "asked", 3, Value::Null),
    ];
    let wanted = Wanted::admitted(POD, false);
    let source = text(&objects);
    let mut question = wanted.question();
    question["change"]["families"] = json!(["quota"]);
    let answer = ask(&mut Scenario::new(&source), &question);
    let change = &answer["changes"][0];
    assert!(wanted.meets(&after(&source, change)), "{answer:#}");
    let edits: Vec<Value> = items(&change["edits"])
        .map(|edit| json!([edit["object"]["namespace"], edit["path"], edit["to"]]))
        .collect();
    let expect = [
        json!(["a", "spec.max.cpu", 3000]),
        json!(["a", "spec.min.cpu", 3000]),
    ];
    assert_eq!(edits, expect, "{answer:#}");
}

/// The max of both resources refuses the pod, and the min of cpu has room below the max that is raised with it.
#[test]
fn a_min_grows_up_to_the_max_that_grows_with_it() {
    let quota = |space: &str, min: Value, max: Value| {
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": space, "name": "quota"}, "spec": {"min": min, "max": max},
        })
    };
    let pod = |space: &str, name: &str, requests: Value, node: Value| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": space, "name": name, "uid": name},
            "spec": {
                "nodeName": node, "preemptionPolicy": "Never",
                "containers": [{"name": "c", "resources": {"requests": requests}}],
            },
        })
    };
    let both =
        |cpu: u32, memory: u32| json!({"cpu": cpu.to_string(), "memory": memory.to_string()});
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n0"},
            "status": {"allocatable": {"cpu": "99", "memory": "99", "pods": "9"}},
        }),
        quota("a", both(1, 1), both(2, 1)),
        quota("b", both(4, 9), both(4, 9)),
        pod("b", "used", both(4, 1), json!("n0")),
        pod("a", "asked", both(3, 3), Value::Null),
    ];
    let wanted = Wanted::admitted(POD, false);
    let source = text(&objects);
    let mut question = wanted.question();
    question["change"]["families"] = json!(["quota"]);
    let answer = ask(&mut Scenario::new(&source), &question);
    let change = &answer["changes"][0];
    assert!(wanted.meets(&after(&source, change)), "{answer:#}");
    let mut edits: Vec<String> = items(&change["edits"])
        .map(|edit| {
            format!(
                "{} {} {}",
                edit["object"]["namespace"], edit["path"], edit["to"]
            )
        })
        .collect();
    edits.sort();
    let expect = [
        r#""a" "spec.max.cpu" 3000"#,
        r#""a" "spec.max.memory" 3"#,
        r#""a" "spec.min.cpu" 3000"#,
    ];
    assert_eq!(edits, expect, "{answer:#}");
}

/// With a thousand critical values of each bound, the bounds that refuse are found without trying all pairs.
#[test]
fn what_refuses_is_found_in_a_large_world() {
    let mut objects = Vec::new();
    for at in 0..60 {
        let name = format!("n{at}");
        objects.push(json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": "64", "memory": "64", "pods": "99"}},
        }));
        for pod in 0..20 {
            let cpu = format!("{}m", 100 + 7 * at + pod);
            objects.push(json!({
                "apiVersion": "v1", "kind": "Pod",
                "metadata": {"namespace": "b", "name": format!("p{at}-{pod}"), "uid": format!("u{at}-{pod}")},
                "spec": {"nodeName": name, "priority": 9,
                    "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]},
                "status": {"phase": "Running"},
            }));
        }
    }
    for (space, min, max) in [("a", "1", "1"), ("b", "396", "500")] {
        objects.push(json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": space, "name": "quota"},
            "spec": {"min": {"cpu": min}, "max": {"cpu": max}},
        }));
    }
    objects.push(json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": "asked", "uid": "asked"},
        "spec": {"preemptionPolicy": "Never", "containers": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}]},
    }));
    let wanted = Wanted {
        asked: POD,
        proposal: false,
        admitted: true,
        evicts_nobody: false,
        spares: None,
        on: None,
    };
    let source = text(&objects);
    let mut question = wanted.question();
    question["change"]["families"] = json!(["quota"]);
    question["change"]["maxSteps"] = json!(2000);
    let answer = ask(&mut Scenario::new(&source), &question);
    let change = &answer["changes"][0];
    assert!(wanted.meets(&after(&source, change)), "{answer:#}");
    assert_eq!(answer["stopped"], "steps");
    let paths = items(&change["edits"]).map(|edit| &edit["path"]);
    assert!(paths.eq([&json!("spec.max.cpu"), &json!("spec.min.cpu")]));
}
