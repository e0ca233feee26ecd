//! `PodTopologySpread`: the node in whose domains few pods like this one are.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{IdVec, NodeId},
    labels::Labels,
    names::Symbol,
    pod::{Pod, TopologySpreadConstraint, Workload},
    selector::LabelSelector,
};

use super::ScoreInput;
use crate::{
    fit::{is_selected, untolerated},
    matching::SpreadConstraint,
    node::NodeInfo,
};

/// The label whose values are counted node by node.
const HOST_NAME: &str = "kubernetes.io/hostname";
/// The constraints of pods that have none, with their `maxSkew`.
const SYSTEM_DEFAULTS: [(&str, i32); 2] = [(HOST_NAME, 3), ("topology.kubernetes.io/zone", 5)];

/// Scores from 0 to 100; `None`: no constraint may be violated. Nodes that lack a key of the pod's own constraints
/// score 0. O(pods x constraints).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let pod = &input.on.pod.pod;
    let own = pod.constraints.as_deref();
    let own = own.map_or(&[][..], |constraints| &constraints.topology_spread);
    let defaults = if own.is_empty() {
        default_constraints(input)
    } else {
        Vec::new()
    };
    let soft = own
        .iter()
        .filter(|constraint| !constraint.is_hard)
        .chain(&defaults);
    let constraints: Vec<SpreadConstraint> = soft
        .map(|constraint| SpreadConstraint::new(constraint, pod, input.on.names))
        .collect();
    if constraints.is_empty() {
        return None;
    }
    let has_all = |node: &NodeInfo| has_all_keys(node, &constraints);
    // The system's constraints do without a node's keys, configured ones do not.
    let is_lenient = !defaults.is_empty() && configured(input).is_none();
    let counts = |node: &NodeInfo| is_lenient || has_all(node);
    let counted = input.nodes.iter().filter(|node| counts(node)).count();
    let host_name = input.on.names.get(HOST_NAME);
    let columns: Vec<Column<'_>> = constraints
        .iter()
        .map(|constraint| {
            let pods = matching_pods(constraint, input, defaults.is_empty());
            if Some(constraint.key) == host_name {
                return Column::new(constraint, pods, None, counted);
            }
            let mut domains = FxHashMap::default();
            for node in input.nodes.iter().filter(|node| counts(node)) {
                domains.insert(domain(node, constraint.key), 0);
            }
            for (node, pods) in input.on.snapshot.nodes.iter().zip(pods.iter()) {
                if *pods > 0
                    && counts(node)
                    && is_included(constraint, node, input)
                    && let Some(count) = domains.get_mut(&domain(node, constraint.key))
                {
                    *count += pods;
                }
            }
            let size = domains.len();
            Column::new(constraint, pods, Some(domains), size)
        })
        .collect();
    let raw = input.nodes.iter().map(|node| {
        let credits = columns
            .iter()
            .filter_map(|column| column.credit(node, input));
        // From 0, as Kubernetes adds them.
        let sum = credits.fold(0.0, |sum, credit| sum + credit);
        counts(node).then(|| libm::round(sum) as i64)
    });
    let raw: Vec<Option<i64>> = raw.collect();
    Some(normalise(&raw))
}

/// A constraint with the pods of each domain.
struct Column<'a> {
    constraint: &'a SpreadConstraint,
    /// The matching pods of each node.
    pods: IdVec<NodeId, i64>,
    /// Those of each domain that counts; `None`: each node is a domain of its own.
    domains: Option<FxHashMap<Symbol, i64>>,
    /// The weight of a pod: the fewer the domains, the less.
    weight: f64,
}

impl<'a> Column<'a> {
    fn new(
        constraint: &'a SpreadConstraint,
        pods: IdVec<NodeId, i64>,
        domains: Option<FxHashMap<Symbol, i64>>,
        size: usize,
    ) -> Self {
        Self {
            constraint,
            pods,
            domains,
            weight: libm::log((size + 2) as f64),
        }
    }

    /// What a node loses by the constraint; `None`: it has not its key.
    fn credit(&self, node: &NodeInfo, input: &ScoreInput<'_>) -> Option<f64> {
        let value = node.node.labels.get(self.constraint.key)?;
        let count = match &self.domains {
            Some(domains) => domains.get(&value),
            None => self.pods.get(input.on.snapshot.node(node.node.name)?),
        };
        let count = count.copied().unwrap_or(0) as f64;
        let tolerated = self.constraint.max_skew.saturating_sub(1) as f64;
        Some(count * self.weight + tolerated)
    }
}

/// The larger the raw score, the worse; `None` is the worst.
fn normalise(raw: &[Option<i64>]) -> Vec<i64> {
    let most = raw.iter().flatten().copied().max().unwrap_or(0);
    let least = raw.iter().flatten().copied().min().unwrap_or(0);
    let score = |raw: &Option<i64>| match raw {
        None => 0,
        Some(_) if most == 0 => 100,
        Some(raw) => (most.saturating_add(least).saturating_sub(*raw)).saturating_mul(100) / most,
    };
    raw.iter().map(score).collect()
}

/// The value of a node's label. Kubernetes does not tell a missing label from an empty one here.
fn domain(node: &NodeInfo, key: Symbol) -> Symbol {
    node.node.labels.get(key).unwrap_or(Symbol::EMPTY)
}

fn has_all_keys(node: &NodeInfo, constraints: &[SpreadConstraint]) -> bool {
    let labels = &node.node.labels;
    constraints
        .iter()
        .all(|constraint| labels.get(constraint.key).is_some())
}

/// Whether the policies of a constraint let a node count.
fn is_included(constraint: &SpreadConstraint, node: &NodeInfo, input: &ScoreInput<'_>) -> bool {
    let pod = &input.on.pod.pod;
    (!constraint.honors_node_affinity || is_selected(pod, &node.node, input.on.names))
        && (!constraint.honors_node_taints || untolerated(pod, &node.node).is_none())
}

/// How many pods of each node a constraint matches. Terminating ones do not count. O(classes of pods + nodes) for a
/// constraint of the pod; for others O(pods), because no class knows what Services select.
fn matching_pods(
    constraint: &SpreadConstraint,
    input: &ScoreInput<'_>,
    is_own: bool,
) -> IdVec<NodeId, i64> {
    let snapshot = input.on.snapshot;
    let mut counts = IdVec::from(vec![0; snapshot.nodes.len()]);
    if constraint.counts_nothing() {
        return counts;
    }
    let namespace = input.on.pod.pod.namespace;
    if is_own && let Some(classes) = &snapshot.classes {
        for class in &classes.labels {
            if class.namespace == namespace
                && constraint.matches(class.labels.as_slice(), input.on.names)
            {
                for on in class.nodes.as_slice() {
                    if let Some(count) = counts.get_mut(on.node) {
                        *count += i64::from(on.pods.saturating_sub(on.terminating));
                    }
                }
            }
        }
        return counts;
    }
    for (node, count) in snapshot.nodes.iter().zip(counts.iter_mut()) {
        let of_namespace = node.pods.iter().filter(|pod| pod.namespace == namespace);
        let infos = of_namespace.filter_map(|pod| snapshot.pods.get(pod.pod));
        let matching = infos.filter(|info| {
            !info.terminating && constraint.matches(info.pod.labels.as_slice(), input.on.names)
        });
        *count = matching.count() as i64;
    }
    counts
}

/// The configured constraints of pods that have none; `None`: those of the system.
fn configured<'a>(input: &ScoreInput<'a>) -> Option<&'a [TopologySpreadConstraint]> {
    input.profile?.default_constraints.as_deref()
}

/// The constraints of a pod that has none; empty where nothing says which pods are like it.
fn default_constraints(input: &ScoreInput<'_>) -> Vec<TopologySpreadConstraint> {
    let selector = default_selector(input);
    if selector.match_labels.is_empty() && selector.match_expressions.is_empty() {
        return Vec::new();
    }
    if let Some(constraints) = configured(input) {
        let mut constraints = constraints.to_vec();
        for constraint in &mut constraints {
            constraint.selector = Some(selector.clone());
        }
        return constraints;
    }
    let constraint = |(key, max_skew): (&str, i32)| TopologySpreadConstraint {
        max_skew,
        // A label that nothing names is on no node.
        topology_key: input.on.names.get(key).unwrap_or(Symbol::EMPTY),
        selector: Some(selector.clone()),
        min_domains: 1,
        honors_node_affinity: true,
        ..TopologySpreadConstraint::default()
    };
    SYSTEM_DEFAULTS.map(constraint).into()
}

/// What the Services of a pod and its controller select, all together. O(Services + workloads).
fn default_selector(input: &ScoreInput<'_>) -> LabelSelector {
    let pod = &input.on.pod.pod;
    let mut all = LabelSelector::default();
    for service in &input.on.snapshot.services {
        if let Some(selector) = &service.selector
            && service.namespace == pod.namespace
            && is_matched(pod, selector)
        {
            all.match_labels.extend(&selector.0);
        }
    }
    let selector = controller(input).and_then(|workload| workload.selector.as_ref());
    if let Some(selector) = selector
        && selector.compile(input.on.names).is_ok()
    {
        all.match_labels.extend(&selector.match_labels);
        all.match_expressions
            .extend_from_slice(&selector.match_expressions);
    }
    all
}

fn is_matched(pod: &Pod, selector: &Labels) -> bool {
    let mut pairs = selector.0.iter();
    pairs.all(|(key, value)| pod.labels.get(*key) == Some(*value))
}

/// The workload that controls a pod, if its kind is one that Kubernetes asks for its selector. A pod that a
/// `Deployment` has still to create belongs to a `ReplicaSet` that is not there yet and selects what the `Deployment`
/// selects.
fn controller<'a>(input: &ScoreInput<'a>) -> Option<&'a Workload> {
    let workloads = &input.on.snapshot.workloads;
    if let Some(replica) = input.on.pod.replica {
        let workload = workloads.get(replica.workload as usize)?;
        let kind = &input.on.names[workload.kind];
        return (selects(kind) || kind == "Deployment").then_some(workload);
    }
    let pod = &input.on.pod.pod;
    let owner = pod.owner.filter(|owner| owner.controls)?;
    let version = match &input.on.names[owner.kind] {
        "ReplicationController" => "v1",
        _ => "apps/v1",
    };
    if !selects(&input.on.names[owner.kind]) || &input.on.names[owner.api_version] != version {
        return None;
    }
    let is_it = |workload: &&Workload| {
        (workload.kind, workload.namespace, workload.name)
            == (owner.kind, pod.namespace, owner.name)
    };
    workloads.iter().map(AsRef::as_ref).find(is_it)
}

/// Whether a pod spreads by what its owner of this kind selects.
fn selects(kind: &str) -> bool {
    matches!(kind, "ReplicationController" | "ReplicaSet" | "StatefulSet")
}
