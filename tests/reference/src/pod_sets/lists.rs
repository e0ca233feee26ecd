//! Random nodes, quotas and budgets, and lists that are tight.

use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value, json};

use super::{
    super::{
        pods::{Amounts, ClusterSnapshot, fit},
        quota,
    },
    NAMESPACES, map, maybe, one_of,
};

pub(super) fn node() -> impl Strategy<Value = Map<String, Value>> {
    let cpu = one_of(&[
        json!("3"),
        json!("4"),
        json!(4),
        json!("5500m"),
        json!("6"),
        json!("8"),
        json!("8000m"),
    ]);
    let cpu = prop_oneof![20 => cpu, 1 => one_of(&[json!("0"), json!("1")])];
    let memory = one_of(&[json!("8Gi"), json!("16Gi"), json!("32Gi")]);
    let memory = prop_oneof![20 => memory, 1 => one_of(&[json!("0"), json!("2Gi")])];
    let pods = prop_oneof![
        6 => one_of(&[json!("110"), json!(110)]), 1 => one_of(&[json!("5"), json!("3")]),
    ];
    let allocatable = (
        maybe(98, cpu),
        maybe(98, memory),
        maybe(90, disk()),
        maybe(60, one_of(&[json!("2"), json!("4"), json!("0")])),
        maybe(15, one_of(&[json!("8Gi")])),
        maybe(99, pods),
    );
    let labels = (
        maybe(70, one_of(&[json!("one"), json!("two")])),
        maybe(30, one_of(&[json!("ssd")])),
        maybe(50, one_of(&[json!("1"), json!("2"), json!("high")])),
    );
    let taints = maybe(
        10,
        prop::collection::vec(
            one_of(&[
                json!({"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}),
                json!({"key": "dedicated", "effect": "NoExecute"}),
                json!({"key": "slow", "effect": "PreferNoSchedule"}),
            ]),
            1..3,
        ),
    );
    (allocatable, labels, taints, maybe(5, Just(json!(true)))).prop_map(
        |((cpu, memory, disk, gpu, pages, pods), (zone, ssd, rank), taints, cordon)| {
            let allocatable = map([
                ("cpu", cpu),
                ("memory", memory),
                ("ephemeral-storage", disk),
                ("nvidia.com/gpu", gpu),
                ("hugepages-2Mi", pages),
                ("pods", pods),
            ]);
            let node = json!({
                "apiVersion": "v1", "kind": "Node",
                "metadata": {"labels": map([("zone", zone), ("disk", ssd), ("rank", rank)])},
                "spec": map([("unschedulable", cordon), ("taints", taints.map(Value::Array))]),
                "status": {"allocatable": allocatable},
            });
            node.as_object().expect("an object").clone()
        },
    )
}

fn disk() -> BoxedStrategy<Value> {
    one_of(&[json!("100Gi"), json!("10Gi"), json!("1Gi")])
}

/// `min` or `max` of a quota; what is not there decides a lot.
fn bound(cpu: &[i64], gi: &[i64]) -> BoxedStrategy<Option<Value>> {
    let cpu: Vec<Value> = cpu.iter().map(|cpu| json!(cpu.to_string())).collect();
    let gi: Vec<Value> = gi.iter().map(|gi| json!(format!("{gi}Gi"))).collect();
    let list = (
        maybe(95, one_of(&cpu)),
        maybe(95, one_of(&gi)),
        maybe(90, disk()),
        maybe(40, one_of(&[json!("0"), json!("2"), json!("4")])),
        maybe(5, Just(json!("1"))),
        maybe(10, one_of(&[json!("2Gi"), json!("0")])),
    );
    let list = list.prop_map(|(cpu, memory, disk, gpu, pods, pages)| {
        Some(map([
            ("cpu", cpu),
            ("memory", memory),
            ("ephemeral-storage", disk),
            ("nvidia.com/gpu", gpu),
            ("pods", pods),
            ("hugepages-2Mi", pages),
        ]))
    });
    prop_oneof![
        30 => list,
        1 => Just(None),
        1 => Just(Some(json!({}))),
    ]
    .boxed()
}

pub fn quota() -> impl Strategy<Value = Value> {
    let min = bound(&[0, 1, 2, 3, 4, 6, 8], &[2, 4, 8, 16, 32]);
    let max = bound(
        &[4, 6, 8, 12, 16, 24, 9_223_372_036_854_775],
        &[16, 32, 64, 128],
    );
    (0..10_usize, min, max, prop::bool::ANY).prop_map(|(namespace, min, max, used)| {
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": NAMESPACES[namespace]},
            "spec": map([("min", min), ("max", max)]),
            "status": map([("used", used.then(|| json!({"cpu": "99"})))]),
        })
    })
}

pub(super) fn budget() -> impl Strategy<Value = (Value, Vec<Index>)> {
    let selector = maybe(
        92,
        one_of(&[
            json!({"matchLabels": {"app": "web"}}),
            json!({"matchLabels": {"tier": "back"}}),
            json!({"matchExpressions": [{"key": "app", "operator": "In", "values": ["web", "db"]}]}),
            json!({"matchExpressions": [{"key": "gone", "operator": "DoesNotExist"}]}),
            json!({"matchExpressions": [{"key": "app", "operator": "Exists"}]}),
            json!({"matchLabels": {"app": "db"}, "matchExpressions": [{"key": "tier", "operator": "Exists"}]}),
            json!({}),
        ]),
    );
    let disrupted = prop::collection::vec(any::<Index>(), 0..3);
    (
        prop_oneof![6 => 0..4_usize, 1 => 4..12_usize],
        selector,
        prop_oneof![3 => Just(0_i64), 1 => Just(1), 1 => Just(2)],
        disrupted,
    )
        .prop_map(|(namespace, selector, allowed, gone)| {
            let budget = json!({
                "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
                "metadata": {"namespace": NAMESPACES[namespace]},
                "spec": map([("selector", selector)]),
                "status": {"disruptionsAllowed": allowed, "disruptedPods": {}},
            });
            (budget, gone)
        })
}

pub(super) fn classes() -> BoxedStrategy<Vec<Value>> {
    let class = |name: &str, value: i64, default: bool| {
        json!({
            "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass",
            "metadata": {"name": name}, "value": value, "globalDefault": default,
        })
    };
    let default = one_of(&[class("usual", 5, true), class("usual", 7, false)]);
    default
        .prop_map(move |default| {
            let mut low = class("low", -10, false);
            low["preemptionPolicy"] = json!("Never");
            vec![class("high", 100, false), low, default]
        })
        .boxed()
}

/// How far a list is from what is used of it, by resource: milli-CPU, or base units.
pub(super) type Slack = Option<(i64, i64, i64)>;

pub(super) fn slack(
    percent: u32,
    cpu: impl Strategy<Value = i64> + 'static,
    gi: std::ops::Range<i64>,
) -> BoxedStrategy<Slack> {
    let gi = gi.prop_map(|gi| gi << 30);
    maybe(percent, (cpu.prop_map(|halves| halves * 500), gi, 0..2_i64))
}

/// A list that is what is used and some more or less.
fn fitted(used: &Amounts, (cpu, memory, rest): (i64, i64, i64)) -> Map<String, Value> {
    let names = [
        "cpu",
        "memory",
        "ephemeral-storage",
        "nvidia.com/gpu",
        "hugepages-2Mi",
    ];
    let entries = names.iter().filter_map(|name| {
        let used = used.get(*name).copied();
        let basic = quota::BASIC.contains(name);
        let used = used.or(basic.then_some(0))? as i64;
        Some(match *name {
            "cpu" => (
                (*name).to_owned(),
                json!(format!("{}m", (used + cpu).max(0))),
            ),
            "memory" => ((*name).to_owned(), json!((used + memory).max(0))),
            "nvidia.com/gpu" => ((*name).to_owned(), json!(used + rest)),
            _ => (
                (*name).to_owned(),
                json!((used + memory.max(0)).to_string()),
            ),
        })
    });
    entries.collect()
}

/// Makes lists tight: of nodes to the pods on them, of quotas to what they use.
pub(super) fn tighten(objects: &mut [Value], slacks: &[Slack], bounds: &[(Slack, Slack)]) {
    let snapshot = ClusterSnapshot::read(objects);
    let mut slacks = slacks.iter().cycle();
    let mut bounds = bounds.iter().cycle();
    for object in objects.iter_mut() {
        let field = |field: &str| {
            object["metadata"][field]
                .as_str()
                .expect("a name")
                .to_owned()
        };
        match object["kind"].as_str() {
            Some("Node") => {
                if let Some(Some(slack)) = slacks.next() {
                    let list = fitted(&fit::requested(&snapshot, &field("name")), *slack);
                    let allocatable = object["status"]["allocatable"].as_object_mut();
                    allocatable.expect("a list").extend(list);
                }
            }
            Some("ElasticQuota") => {
                let used = quota::quotas::used(&snapshot, &field("namespace"));
                let Some((min, max)) = bounds.next() else {
                    continue;
                };
                for (which, slack) in [("min", min), ("max", max)] {
                    if let Some(slack) = slack
                        && object["spec"][which]
                            .as_object()
                            .is_some_and(|list| !list.is_empty())
                    {
                        object["spec"][which] = Value::Object(fitted(&used, *slack));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Leaves out what an API server has written: the object is still to be created.
pub(super) fn make_new(object: &mut Value) {
    for (parent, field) in [("", "status"), ("/metadata", "uid")] {
        let parent = object.pointer_mut(parent);
        let parent = parent.and_then(Value::as_object_mut);
        parent.expect("an object").remove(field);
    }
}
