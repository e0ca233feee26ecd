//! Random sets of nodes with pods on them, dense enough that pods evict each other.

mod constrained;
mod contested;
mod lists;
mod pods;
mod volumes;

pub use constrained::constrained;
use contested::contested;
pub use lists::quota;
use lists::{budget, classes, node, slack, tighten};
pub use pods::bound_pod;
use pods::{Assignment, assignment, build, pod};
use proptest::{
    prelude::*,
    sample::Index,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
pub use volumes::with_volumes;

/// Nodes, pods and quotas as objects in the order of a text, and the pod that is asked about.
#[derive(Clone)]
pub struct PodSet {
    pub objects: Vec<Value>,
    pub asked: String,
}

impl std::fmt::Debug for PodSet {
    /// As a text that can be pasted.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for object in &self.objects {
            writeln!(f, "{object}")?;
        }
        write!(f, "# asked: {}", self.asked)
    }
}

/// How large the sets are, and how pods are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub nodes: usize,
    pub pods: usize,
    pub quotas: usize,
    /// Of a hundred pods, so many are on no node.
    pub unbound: u32,
}

pub const CYCLE: Scope = Scope {
    nodes: 6,
    pods: 25,
    quotas: 5,
    unbound: 15,
};

/// Few namespaces, and many pods that wait for room.
pub const WAITING: Scope = Scope {
    nodes: 2,
    pods: 12,
    quotas: 3,
    unbound: 45,
};

/// Several nodes that fit.
pub const ROOMY: Scope = Scope {
    nodes: 8,
    pods: 14,
    quotas: 1,
    unbound: 10,
};

/// Sets for one cycle.
pub fn for_cycle() -> BoxedStrategy<PodSet> {
    prop_oneof![2 => pod_set(CYCLE), 1 => pod_set(WAITING), 1 => contested()].boxed()
}

/// The same, where some pods have no start time.
pub fn partly_started(sets: BoxedStrategy<PodSet>) -> BoxedStrategy<PodSet> {
    (sets, any::<u64>())
        .prop_map(|(mut pod_set, mask)| {
            for (at, object) in pod_set.objects.iter_mut().enumerate() {
                if mask >> (at % 64) & 1 == 1
                    && let Some(status) = object["status"].as_object_mut()
                {
                    status.remove("startTime");
                }
            }
            pod_set
        })
        .boxed()
}

/// Some pods with preferred node affinity that the API server takes and the scheduler does not read.
pub fn with_unread_preferences(sets: BoxedStrategy<PodSet>) -> BoxedStrategy<PodSet> {
    let expression = |operator: &str, values: &[&str]| json!({"key": "gen", "operator": operator, "values": values});
    let unread = one_of(&[
        expression("Gt", &["-1"]),
        expression("Lt", &["x"]),
        expression("In", &["a b"]),
        expression("NotIn", &["1", "-"]),
    ]);
    (sets, unread, any::<u64>())
        .prop_map(|(mut pod_set, unread, mask)| {
            for (at, object) in pod_set.objects.iter_mut().enumerate() {
                if object["kind"] == "Pod" && mask >> (at % 64) & 1 == 1 {
                    let term = json!({"weight": 1, "preference": {"matchExpressions": [unread]}});
                    let affinity = &mut object["spec"]["affinity"]["nodeAffinity"];
                    affinity["preferredDuringSchedulingIgnoredDuringExecution"] = json!([term]);
                }
            }
            pod_set
        })
        .boxed()
}

impl PodSet {
    /// The set in a cluster whose kubelets report a version.
    pub fn reporting(mut self, version: &str) -> Self {
        let objects = self.objects.iter_mut();
        for node in objects.filter(|object| object["kind"] == "Node") {
            report(node, Some(version));
        }
        self
    }

    /// Whether the asked pod waits and names its node: the kubelet decides about it, and no scheduler.
    pub fn names_its_node(&self) -> bool {
        self.objects.iter().any(|one| {
            let name = |of: &str| one["metadata"][of].as_str().unwrap_or_default();
            one["kind"] == "Pod"
                && format!("{}/{}", name("namespace"), name("name")) == self.asked
                && one["spec"]["nodeName"].is_string()
                && one["status"]["phase"] != "Running"
        })
    }
}

/// Sets of a fixed sequence.
pub fn sampled(count: usize, strategy: &BoxedStrategy<PodSet>) -> Vec<PodSet> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sample = |_| {
        strategy
            .new_tree(&mut runner)
            .expect("a snapshot")
            .current()
    };
    (0..count).map(sample).collect()
}

/// Namespaces; the last ones never have a quota.
const NAMESPACES: [&str; 12] = ["a", "a", "a", "b", "b", "b", "a", "b", "c", "d", "x", "y"];

/// `Some` in so many cases of a hundred.
fn maybe<T: Clone + std::fmt::Debug + 'static>(
    percent: u32,
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop_oneof![
        100 - percent => Just(None),
        percent => strategy.prop_map(Some),
    ]
    .boxed()
}

fn one_of(values: &[Value]) -> BoxedStrategy<Value> {
    prop::sample::select(values.to_vec()).boxed()
}

/// The version that kubelets of a set report, by a number of it; `None`: they do not.
fn kubelet(number: usize) -> Option<&'static str> {
    [
        None,
        Some("v1.35.4"),
        Some("v1.36.2"),
        Some("v1.37.0-gke.1"),
    ][number % 4]
}

/// Writes the version of its kubelet into a node.
fn report(node: &mut Value, kubelet: Option<&str>) {
    if let Some(version) = kubelet {
        node["status"]["nodeInfo"] = json!({"kubeletVersion": version});
    }
}

/// A map of what is there.
fn map<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    let entries = entries.into_iter();
    let entries = entries.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(entries.collect())
}

/// A set, and a pod of it that is asked about: mostly one that is on no node.
pub fn pod_set(scope: Scope) -> BoxedStrategy<PodSet> {
    let incoming = pod(assignment(100)).prop_map(|mut parts| {
        // Mostly important and large, so that others are in its way.
        if parts.4 > 3 {
            parts.0["priority"] = json!(i64::from(parts.5) * 2);
            parts.0["containers"][0]["resources"]["requests"]["cpu"] = json!("2500m");
        }
        parts.2["status"]["phase"] = json!("Pending");
        parts.1 = match parts.1 {
            Assignment::For(node) if parts.5 % 3 == 0 => Assignment::For(node),
            // It wants to go there, as long as it has not started.
            Assignment::For(node) if parts.5 % 16 == 1 => Assignment::On(node),
            _ => Assignment::Nowhere,
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
            1 => prop::collection::vec(pod(assignment(scope.unbound)), 0..=many),
            3 => prop::collection::vec(pod(assignment(scope.unbound)), many..=scope.pods),
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
                let kubelet = kubelet(nodes.len() + pods.len());
                let mut all: Vec<Value> = Vec::new();
                for (number, node) in nodes.into_iter().enumerate() {
                    let mut node = Value::Object(node);
                    // Names are not in the order of the text.
                    node["metadata"]["name"] =
                        json!(format!("{}{number}", ['n', 'm', 'z'][number % 3]));
                    report(&mut node, kubelet);
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
                PodSet {
                    objects: all,
                    asked,
                }
            },
        )
        .boxed()
}
