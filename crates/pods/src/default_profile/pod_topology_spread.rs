//! `PodTopologySpread`: the node in whose domains few pods like this one are.

use schedscope_objects::{
    id::{Id as _, IdVec, NodeId},
    labels::Labels,
    names::{HOST_NAME, Names, Symbol, ZONE},
    pod::{Pod, TopologySpreadConstraint, Workload},
    selector::LabelSelector,
};

use super::ScoreInput;
use crate::{
    classes::Topology,
    fit::{is_selected, untolerated},
    matching::SpreadConstraint,
    node::NodeInfo,
};

/// The constraints of pods that have none, with their `maxSkew`.
const SYSTEM_DEFAULTS: [(&str, i32); 2] = [(HOST_NAME, 3), (ZONE, 5)];

/// Scores from 0 to 100; `None`: no constraint may be violated. Nodes that lack a key of the pod's own constraints
/// score 0. O(pods x constraints).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let spread = SpreadScores::new(input, SoftConstraints::of(input)?);
    Some(spread.scores(&input.ids()))
}

/// The constraints by which a pod is spread, as far as they may be violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftConstraints {
    namespace: Symbol,
    constraints: Vec<SpreadConstraint>,
    /// They are the pod's own, and not defaults.
    is_own: bool,
    /// The system's constraints do without a node's keys, configured ones do not.
    is_lenient: bool,
}

impl SoftConstraints {
    /// Those of a pod; `None`: it has none. O(Services + workloads) for a pod without constraints of its own.
    pub fn of(input: &ScoreInput<'_>) -> Option<Self> {
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
        (!constraints.is_empty()).then(|| Self {
            namespace: pod.namespace,
            constraints,
            is_own: defaults.is_empty(),
            is_lenient: !defaults.is_empty() && configured(input).is_none(),
        })
    }
}

/// The counts of soft constraints for equivalent pods, updated as pods are added and removed.
#[derive(Debug)]
pub struct SpreadScores {
    pub soft: SoftConstraints,
    columns: Vec<Column>,
    /// The nodes that have all keys, if they must.
    counting: IdVec<NodeId, bool>,
}

/// The pods that a constraint counts.
#[derive(Debug)]
struct Column {
    /// Each node that has the key is a domain of its own.
    is_host: bool,
    topology: Topology,
    /// The domain of nodes without the key: Kubernetes does not distinguish a missing label from an empty one here.
    missing: usize,
    /// The nodes that the policies of the constraint let count.
    included: Vec<bool>,
    /// The matching pods of each domain.
    pods: Vec<i64>,
}

impl Column {
    fn domain(&self, node: NodeId) -> usize {
        if self.is_host {
            return node.index();
        }
        self.topology.domain(node).unwrap_or(self.missing)
    }

    fn count(&mut self, node: NodeId, pods: i64) {
        if self.is_host || self.included.get(node.index()) == Some(&true) {
            let domain = self.domain(node);
            if let Some(count) = self.pods.get_mut(domain) {
                *count += pods;
            }
        }
    }
}

impl SpreadScores {
    /// Counts the pods on nodes. O(nodes x constraints + classes of pods), and O(pods) for constraints that are
    /// defaults.
    pub fn new(input: &ScoreInput<'_>, soft: SoftConstraints) -> Self {
        let nodes = &input.on.snapshot.nodes;
        let host_name = input.on.names.get(HOST_NAME);
        let has = |node: &NodeInfo, key| node.node.labels.get(key).is_some();
        let counting = nodes.iter().map(|node| {
            let mut keys = soft.constraints.iter().map(|constraint| constraint.key);
            soft.is_lenient || keys.all(|key| has(node, key))
        });
        let counting: IdVec<NodeId, bool> = counting.collect();
        let column = |constraint: &SpreadConstraint| {
            let topology = Topology::new(constraint.key, nodes);
            let is_host = Some(constraint.key) == host_name;
            let domains = topology.values.len();
            let empty = topology.values.iter().position(|value| value.is_empty());
            let included = nodes.iter().zip(counting.iter());
            let mut column = Column {
                is_host,
                missing: empty.unwrap_or(domains),
                included: included
                    .map(|(node, counts)| *counts && is_included(constraint, node, input))
                    .collect(),
                pods: vec![0; if is_host { nodes.len() } else { domains + 1 }],
                topology,
            };
            let pods = matching_pods(constraint, input, soft.is_own);
            for (node, pods) in pods.entries().filter(|(_, pods)| **pods > 0) {
                column.count(node, *pods);
            }
            column
        };
        Self {
            columns: soft.constraints.iter().map(column).collect(),
            soft,
            counting,
        }
    }

    /// Adds or removes a pod on a node. O(constraints).
    pub fn apply(&mut self, pod: &Pod, names: &Names, node: NodeId, comes: bool) {
        if pod.namespace != self.soft.namespace {
            return;
        }
        for (constraint, column) in self.soft.constraints.iter().zip(&mut self.columns) {
            if !constraint.counts_nothing() && constraint.matches(pod.labels.as_slice(), names) {
                column.count(node, if comes { 1 } else { -1 });
            }
        }
    }

    /// The scores of feasible nodes. O(nodes x constraints).
    pub fn scores(&self, nodes: &[NodeId]) -> Vec<i64> {
        let counts = |node: &NodeId| self.counting.get(*node) == Some(&true);
        let weights = self.columns.iter().map(|column| {
            // The fewer the domains, the less a pod weighs.
            let counted = nodes.iter().filter(|node| counts(node));
            let mut size = 0_usize;
            let mut is_known = vec![column.is_host; column.pods.len()];
            for node in counted {
                let known = is_known.get_mut(column.domain(*node));
                let is_new = known.is_some_and(|known| !std::mem::replace(known, true));
                size += usize::from(is_new || column.is_host);
            }
            libm::log((size + 2) as f64)
        });
        let weights: Vec<f64> = weights.collect();
        let raw = nodes.iter().map(|node| {
            // From 0, as Kubernetes adds them.
            let mut sum = 0.0;
            let columns = self.columns.iter().zip(&weights);
            for ((column, weight), constraint) in columns.zip(&self.soft.constraints) {
                if column.topology.domain(*node).is_some() {
                    let count = column.pods.get(column.domain(*node)).copied().unwrap_or(0);
                    let tolerated = constraint.max_skew.saturating_sub(1) as f64;
                    sum += count as f64 * weight + tolerated;
                }
            }
            counts(node).then(|| rounded(sum))
        });
        normalise(&raw.collect::<Vec<_>>())
    }
}

/// The nearest whole number; of two, that away from 0.
fn rounded(sum: f64) -> i64 {
    let whole = sum as i64;
    let rest = sum - whole as f64;
    whole.saturating_add(i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
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
        // Every `Names` has these.
        topology_key: input.on.names.get(key).unwrap_or_default(),
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
    let replica = input.on.pod.replica;
    if let Some(workload) = replica.and_then(|replica| workloads.get(replica.workload as usize)) {
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
