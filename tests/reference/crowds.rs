//! Random worlds of nodes with pods on them, dense enough that pods evict each other.

use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value, json};

use super::{
    capacity,
    pods::{Amounts, World, fit},
};

/// A world as objects in the order of a text, and the pod that is asked about.
#[derive(Clone)]
pub(crate) struct Crowd {
    pub(crate) objects: Vec<Value>,
    pub(crate) asked: String,
}

impl std::fmt::Debug for Crowd {
    /// As a text that can be pasted.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for object in &self.objects {
            writeln!(f, "{object}")?;
        }
        write!(f, "# asked: {}", self.asked)
    }
}

/// How large worlds are, and how pods are asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub(crate) nodes: usize,
    pub(crate) pods: usize,
    pub(crate) quotas: usize,
    /// Of a hundred pods, so many are on no node.
    pub(crate) unbound: u32,
}

pub(crate) const CYCLE: Scope = Scope {
    nodes: 6,
    pods: 25,
    quotas: 5,
    unbound: 15,
};

/// Few namespaces, and many pods that wait for room.
pub(crate) const WAITING: Scope = Scope {
    nodes: 2,
    pods: 12,
    quotas: 3,
    unbound: 45,
};

/// Several nodes that fit.
pub(crate) const ROOMY: Scope = Scope {
    nodes: 8,
    pods: 14,
    quotas: 1,
    unbound: 10,
};

/// Worlds for one cycle.
pub(crate) fn for_cycle() -> BoxedStrategy<Crowd> {
    prop_oneof![1 => crowd(CYCLE), 1 => crowd(WAITING)].boxed()
}

/// Namespaces; the last ones never have a quota.
const NAMESPACES: [&str; 12] = ["a", "a", "a", "b", "b", "b", "a", "b", "c", "d", "x", "y"];

/// `Some` in so many cases of a hundred.
pub(crate) fn maybe<T: Clone + std::fmt::Debug + 'static>(
    percent: u32,
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop_oneof![
        100 - percent => Just(None),
        percent => strategy.prop_map(Some),
    ]
    .boxed()
}

pub(crate) fn one_of(values: &[Value]) -> BoxedStrategy<Value> {
    prop::sample::select(values.to_vec()).boxed()
}

/// A map of what is there.
fn map<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    let entries = entries.into_iter();
    let entries = entries.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(entries.collect())
}

/// Numbers of a unit: the same amount has several texts.
fn cpu() -> BoxedStrategy<Value> {
    one_of(&[
        json!("1"),
        json!(1),
        json!("1000m"),
        json!("2"),
        json!("2000m"),
        json!("0.5"),
        json!("500m"),
        json!("1.5"),
        json!("3"),
        json!("0"),
        json!("250.5m"),
    ])
}

fn memory() -> BoxedStrategy<Value> {
    one_of(&[
        json!("1Gi"),
        json!("1024Mi"),
        json!("2Gi"),
        json!("3G"),
        json!("512Mi"),
        json!("0"),
        json!("1e9"),
        json!("4Gi"),
        json!("1500m"),
    ])
}

fn pieces() -> BoxedStrategy<Value> {
    one_of(&[json!("1"), json!(1), json!("2"), json!("0")])
}

/// Requests or limits.
fn amounts() -> impl Strategy<Value = Value> {
    let basic = (maybe(90, cpu()), maybe(35, memory()), maybe(3, memory()));
    let rare = (maybe(8, pieces()), maybe(2, memory()));
    (basic, rare).prop_map(|((cpu, memory, storage), (gpu, pages))| {
        map([
            ("cpu", cpu),
            ("memory", memory),
            ("ephemeral-storage", storage),
            ("nvidia.com/gpu", gpu),
            ("hugepages-2Mi", pages),
        ])
    })
}

fn container() -> impl Strategy<Value = Value> {
    (maybe(94, amounts()), maybe(60, amounts())).prop_map(|(requests, limits)| {
        let resources = map([("requests", requests), ("limits", limits)]);
        json!({"name": "c", "image": "pause", "resources": resources})
    })
}

fn init_container() -> impl Strategy<Value = Value> {
    (container(), prop::bool::ANY).prop_map(|(mut container, sidecar)| {
        if sidecar {
            container["restartPolicy"] = json!("Always");
        }
        container
    })
}

fn toleration() -> BoxedStrategy<Value> {
    one_of(&[
        json!({"operator": "Exists"}),
        json!({"key": "dedicated", "operator": "Exists"}),
        json!({"key": "dedicated", "operator": "Equal", "value": "gpu", "effect": "NoSchedule"}),
        json!({"key": "dedicated", "value": "other"}),
        json!({"key": "node.kubernetes.io/unschedulable", "operator": "Exists", "effect": "NoSchedule"}),
        json!({"key": "dedicated", "operator": "Exists", "effect": "NoExecute"}),
    ])
}

fn affinity() -> BoxedStrategy<Value> {
    let required = |terms: Value| {
        json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": terms,
        }}})
    };
    let with = |expression: Value| json!([{"matchExpressions": [expression]}]);
    one_of(&[
        required(with(
            json!({"key": "zone", "operator": "In", "values": ["one", "two"]}),
        )),
        required(with(
            json!({"key": "zone", "operator": "NotIn", "values": ["one"]}),
        )),
        required(with(json!({"key": "zone", "operator": "Exists"}))),
        required(with(json!({"key": "disk", "operator": "DoesNotExist"}))),
        required(with(
            json!({"key": "rank", "operator": "Gt", "values": ["1"]}),
        )),
        required(with(
            json!({"key": "rank", "operator": "Lt", "values": ["2"]}),
        )),
        required(json!([{"matchFields": [
            {"key": "metadata.name", "operator": "NotIn", "values": ["m0"]},
        ]}])),
        required(json!([{}, {"matchExpressions": [
            {"key": "zone", "operator": "In", "values": ["two"]},
        ]}])),
    ])
}

/// A time of a small set, so that times tie.
pub(crate) fn time() -> BoxedStrategy<Value> {
    let times: Vec<Value> = (1..6)
        .map(|s| json!(format!("2026-01-01T00:00:0{s}Z")))
        .collect();
    one_of(&times)
}

/// The spec of a pod but for its place; `incoming` ones ask for more.
fn pod_spec() -> impl Strategy<Value = Value> {
    let containers = prop_oneof![
        8 => prop::collection::vec(container(), 1),
        2 => prop::collection::vec(container(), 2),
    ];
    let staged = (
        containers,
        maybe(14, prop::collection::vec(init_container(), 1..3)),
        maybe(8, amounts()),
        maybe(5, amounts()),
    );
    let priority = prop_oneof![
        14 => one_of(&[json!(-10), json!(0), json!(0), json!(5), json!(10), json!(10), json!(100)])
            .prop_map(|value| ("priority", value)),
        4 => one_of(&[json!("high"), json!("low")]).prop_map(|value| ("priorityClassName", value)),
        2 => Just(("terminationGracePeriodSeconds", json!(1))),
    ];
    let selected = (
        priority,
        maybe(18, prop::collection::vec(toleration(), 1..3)),
        maybe(2, one_of(&[json!({"zone": "one"}), json!({"zone": "two"})])),
        maybe(4, affinity()),
        maybe(4, one_of(&[json!("Never"), json!("PreemptLowerPriority")])),
    );
    (staged, selected).prop_map(|((containers, init, overhead, whole), selected)| {
        let ((key, priority), tolerations, selector, affinity, policy) = selected;
        let mut spec = map([
            ("containers", Some(json!(containers))),
            ("initContainers", init.map(Value::Array)),
            ("overhead", overhead),
            (
                "resources",
                whole.map(|requests| json!({"requests": requests})),
            ),
            ("tolerations", tolerations.map(Value::Array)),
            ("nodeSelector", selector),
            ("affinity", affinity),
            ("preemptionPolicy", policy),
        ]);
        spec[key] = priority;
        spec
    })
}

/// Where a pod is: on a node, nominated for one, or nowhere.
#[derive(Clone, Debug)]
enum Seat {
    On(Index),
    For(Index),
    Nowhere,
}

fn seat(unbound: u32) -> BoxedStrategy<Seat> {
    prop_oneof![
        (100 - unbound).max(1) * 2 => any::<Index>().prop_map(Seat::On),
        // Where many wait, most know for which node.
        unbound + unbound / 40 * unbound => any::<Index>().prop_map(Seat::For),
        unbound => Just(Seat::Nowhere),
    ]
    .boxed()
}

type PodParts = (Value, Seat, Value, Index, u8, u8);

fn pod(seat: BoxedStrategy<Seat>) -> impl Strategy<Value = PodParts> {
    let times = (maybe(80, time()), maybe(80, time()));
    let labels = maybe(
        75,
        one_of(&[
            json!({"app": "web"}),
            json!({"app": "db", "tier": "back"}),
            json!({"app": "web", "tier": "back"}),
            json!({}),
        ]),
    );
    let phase = prop_oneof![
        30 => Just("Running"), 3 => Just("Pending"), 1 => Just("Succeeded"), 1 => Just("Failed"),
    ];
    let status = (times, labels, phase, maybe(8, time()));
    let status = status.prop_map(|((start, created), labels, phase, deleted)| {
        let metadata = map([
            ("creationTimestamp", created),
            ("labels", labels),
            ("deletionTimestamp", deleted),
        ]);
        json!({"metadata": metadata, "status": map([
            ("phase", Some(json!(phase))), ("startTime", start),
        ])})
    });
    (
        pod_spec(),
        seat,
        status,
        any::<Index>(),
        0_u8..10,
        any::<u8>(),
    )
}

/// Puts a pod together. Names are in no order.
fn build(number: usize, parts: PodParts, nodes: &[Value], letter: bool) -> Value {
    let (mut spec, seat, mut pod, namespace, uid, letters) = parts;
    let namespace = namespace.get(&NAMESPACES);
    let first = if letter {
        char::from(b'a' + letters % 26)
    } else {
        'p'
    };
    let name = format!("{first}{number}");
    match seat {
        Seat::On(node) => spec["nodeName"] = node.get(nodes)["metadata"]["name"].clone(),
        Seat::For(node) => {
            // A few are nominated for a node that is gone.
            let gone = uid == 9;
            let name = node.get(nodes)["metadata"]["name"].clone();
            pod["status"]["nominatedNodeName"] = if gone { json!("gone") } else { name };
            pod["status"]["phase"] = json!("Pending");
        }
        Seat::Nowhere => pod["status"]["phase"] = json!("Pending"),
    }
    pod["apiVersion"] = json!("v1");
    pod["kind"] = json!("Pod");
    pod["metadata"]["name"] = json!(name);
    pod["metadata"]["namespace"] = json!(namespace);
    if uid > 1 {
        pod["metadata"]["uid"] = json!(format!("uid-{number}"));
    }
    pod["spec"] = spec;
    pod
}

fn node() -> impl Strategy<Value = Map<String, Value>> {
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
        maybe(90, memory_of_disks()),
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

fn memory_of_disks() -> BoxedStrategy<Value> {
    one_of(&[json!("100Gi"), json!("10Gi"), json!("1Gi")])
}

/// `min` or `max` of a quota; what is not there decides a lot.
fn bound(cpu: &[i64], gi: &[i64]) -> BoxedStrategy<Option<Value>> {
    let cpu: Vec<Value> = cpu.iter().map(|cpu| json!(cpu.to_string())).collect();
    let gi: Vec<Value> = gi.iter().map(|gi| json!(format!("{gi}Gi"))).collect();
    let list = (
        maybe(95, one_of(&cpu)),
        maybe(95, one_of(&gi)),
        maybe(90, memory_of_disks()),
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

fn quota() -> impl Strategy<Value = Value> {
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

fn budget() -> impl Strategy<Value = (Value, Vec<Index>)> {
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

fn classes() -> BoxedStrategy<Vec<Value>> {
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
type Slack = Option<(i64, i64, i64)>;

fn slack(
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
        let basic = capacity::BASIC.contains(name);
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
fn tighten(objects: &mut [Value], slacks: &[Slack], bounds: &[(Slack, Slack)]) {
    let world = World::read(objects);
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
                    let list = fitted(&fit::requested(&world, &field("name")), *slack);
                    let allocatable = object["status"]["allocatable"].as_object_mut();
                    allocatable.expect("a list").extend(list);
                }
            }
            Some("ElasticQuota") => {
                let used = capacity::quotas::used(&world, &field("namespace"));
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

/// A world, and a pod of it that is asked about: mostly one that is on no node.
pub(crate) fn crowd(scope: Scope) -> BoxedStrategy<Crowd> {
    let incoming = pod(seat(100)).prop_map(|mut parts| {
        // Mostly important and large, so that others are in its way.
        if parts.4 > 3 {
            parts.0["priority"] = json!(i64::from(parts.5) * 2);
            parts.0["containers"][0]["resources"]["requests"]["cpu"] = json!("2500m");
        }
        parts.2["status"]["phase"] = json!("Pending");
        parts.1 = match parts.1 {
            Seat::For(node) if parts.5 % 3 == 0 => Seat::For(node),
            // It wants to go there, as long as it has not started.
            Seat::For(node) if parts.5 % 16 == 1 => Seat::On(node),
            _ => Seat::Nowhere,
        };
        let status = parts.2["status"].as_object_mut();
        status.expect("a status").remove("startTime");
        parts
    });
    // Mostly many pods on few nodes.
    let few = scope.nodes.div_ceil(2);
    let many = scope.pods.div_ceil(2);
    let parts = (
        prop_oneof![
            1 => prop::collection::vec(node(), 1..=scope.nodes),
            3 => prop::collection::vec(node(), 1..=few),
        ],
        prop_oneof![
            1 => prop::collection::vec(pod(seat(scope.unbound)), 0..=many),
            3 => prop::collection::vec(pod(seat(scope.unbound)), many..=scope.pods),
        ],
        incoming,
        prop_oneof![
            1 => prop::collection::vec(quota(), 0..=scope.quotas),
            2 => prop::collection::vec(quota(), scope.quotas.div_ceil(2)..=scope.quotas),
        ],
        prop::collection::vec(budget(), 0..6),
        classes(),
        (any::<Index>(), maybe(6, any::<Index>()), prop::bool::ANY),
        prop::collection::vec(slack(80, 0..5_i64, 0..3), scope.nodes),
        prop::collection::vec(
            (
                slack(80, prop_oneof![2 => -6..0_i64, 3 => 2..17_i64], 0..17),
                slack(80, 2..17_i64, 3..17),
            ),
            scope.quotas + 1,
        ),
    );
    parts
        .prop_map(
            |(nodes, pods, incoming, quotas, budgets, classes, pick, slacks, bounds)| {
                let (turn, other, letters) = pick;
                let mut all: Vec<Value> = Vec::new();
                for (number, node) in nodes.into_iter().enumerate() {
                    let mut node = Value::Object(node);
                    // Names are not in the order of the text.
                    node["metadata"]["name"] =
                        json!(format!("{}{number}", ['n', 'm', 'z'][number % 3]));
                    all.push(node);
                }
                let nodes = all.clone();
                let pods = pods.into_iter().chain([incoming]).enumerate();
                let pods: Vec<Value> = pods
                    .map(|(number, parts)| build(number, parts, &nodes, letters))
                    .collect();
                let asked =
                    other.map_or_else(|| pods.last().expect("a pod"), |index| index.get(&pods));
                let key = |field: &str| asked["metadata"][field].as_str().expect("a name");
                let asked = format!("{}/{}", key("namespace"), key("name"));
                for (number, mut quota) in quotas.into_iter().enumerate() {
                    quota["metadata"]["name"] = json!(format!("quota-{number}"));
                    all.push(quota);
                }
                for (number, (mut budget, disrupted)) in budgets.into_iter().enumerate() {
                    budget["metadata"]["name"] = json!(format!("budget-{number}"));
                    for pod in disrupted {
                        let name = pod.get(&pods)["metadata"]["name"].as_str().expect("a name");
                        budget["status"]["disruptedPods"][name] = json!("2026-01-01T00:00:00Z");
                    }
                    all.push(budget);
                }
                all.extend(pods);
                all.extend(classes);
                tighten(&mut all, &slacks, &bounds);
                let turn = turn.index(all.len());
                all.rotate_left(turn);
                Crowd {
                    objects: all,
                    asked,
                }
            },
        )
        .boxed()
}
