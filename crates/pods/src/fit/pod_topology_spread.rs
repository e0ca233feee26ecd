//! `PodTopologySpread`: constraints with `whenUnsatisfiable: DoNotSchedule`.
//!
//! Source: `plugins/podtopologyspread/filtering.go` of Kubernetes 1.35.

use schedscope_objects::id::{Id, NodeId};
use smallvec::SmallVec;

use super::{Fault, FitContext, SpreadMisfit, node_affinity, node_unschedulable, taint_toleration};
use crate::{
    classes::{PodClass, PodClasses, TopologyId},
    matching::SpreadConstraint,
};

/// How many more matching pods each constraint counts in the domain of one node than it did.
pub(super) type SpreadDelta = SmallVec<[i64; 2]>;

/// The pods that each hard constraint of a pod counts.
#[derive(Clone, Debug)]
pub(super) struct SpreadState(Vec<CountedConstraint>);

#[derive(Clone, Debug)]
struct CountedConstraint {
    constraint: SpreadConstraint,
    topology: TopologyId,
    /// The pod itself matches.
    counts_itself: bool,
    /// Whether each node counts.
    counted: Vec<bool>,
    /// The number of matching pods of each domain; `None` if no node of the domain counts.
    counts: Vec<Option<i64>>,
    /// Whether the selector matches each class, by number.
    matching: Vec<bool>,
    /// How many domains there are.
    domains: usize,
    histogram: Histogram,
    /// Whether the nodes that count are open to the pod, for each domain.
    access: Vec<Access>,
    /// The domain that had the smallest count before any pod was added or removed.
    least: Option<usize>,
}

/// Whether the nodes of a domain that count are open to a pod: neither cordoned nor tainted for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Access {
    /// No node counts.
    #[default]
    Empty,
    /// One of them is.
    Open,
    /// None is; the first of them, and whether it is cordoned.
    Closed(NodeId, bool),
}

impl Access {
    /// With one more node that counts.
    fn add(&mut self, on: FitContext<'_>, id: NodeId) {
        let (pod, Some(info)) = (&on.pod.pod, on.snapshot.nodes.get(id)) else {
            return;
        };
        let is_cordoned = node_unschedulable::rejects(pod, &info.node, on.names);
        if !is_cordoned && taint_toleration::untolerated(pod, &info.node).is_none() {
            *self = Self::Open;
        } else if *self == Self::Empty {
            *self = Self::Closed(id, is_cordoned);
        }
    }
}

/// How many domains have each count, ascending; counts that no domain has are left out.
#[derive(Clone, Debug, Default)]
struct Histogram(Vec<(i64, usize)>);

impl Histogram {
    fn of(counts: &[Option<i64>]) -> Self {
        let mut histogram = Self::default();
        for count in counts.iter().copied().flatten() {
            histogram.change(count, true);
        }
        histogram
    }

    fn change(&mut self, count: i64, comes: bool) {
        match (
            self.0.binary_search_by_key(&count, |(known, _)| *known),
            comes,
        ) {
            (Ok(at), true) => self.0[at].1 += 1,
            (Err(at), true) => self.0.insert(at, (count, 1)),
            (Ok(at), false) if self.0[at].1 > 1 => self.0[at].1 -= 1,
            (Ok(at), false) => {
                self.0.remove(at);
            }
            (Err(_), false) => {}
        }
    }

    /// The smallest count if the domain that has `before` had `after`. `before` is `None` if the domain does not count.
    fn smallest(&self, before: Option<i64>, after: i64) -> i64 {
        let first = self.0.first().copied();
        let (Some((least, domains)), Some(before)) = (first, before) else {
            return first.map_or(0, |(least, _)| least);
        };
        if before != least || domains > 1 {
            return least.min(after);
        }
        self.0
            .get(1)
            .map_or(after, |(second, _)| after.min(*second))
    }
}

impl SpreadState {
    /// The counts for a pod; `None`: it has no hard constraint. O(classes + nodes x constraints).
    pub(super) fn new(on: FitContext<'_>, classes: &PodClasses) -> Option<Self> {
        let written = &on.pod.pod.constraints.as_ref()?.topology_spread;
        let hard = written.iter().filter(|constraint| constraint.is_hard);
        let hard: Vec<SpreadConstraint> = hard
            .map(|constraint| SpreadConstraint::new(constraint, &on.pod.pod, on.names))
            .collect();
        if hard.is_empty() {
            return None;
        }
        let topologies: Vec<TopologyId> = hard
            .iter()
            .filter_map(|constraint| classes.topologies.find(constraint.key))
            .collect();
        let domain =
            |topology: TopologyId, node: NodeId| classes.topologies.get(topology)?.domain(node);
        let nodes = on.snapshot.nodes.entries();
        let has_all_keys: Vec<bool> = nodes
            .map(|(node, _)| topologies.iter().all(|t| domain(*t, node).is_some()))
            .collect();
        let states = hard
            .into_iter()
            .zip(&topologies)
            .map(|(constraint, topology)| {
                CountedConstraint::new(on, classes, constraint, *topology, &has_all_keys)
            });
        Some(Self(states.collect()))
    }

    /// Whether a selector matches a class.
    pub(super) fn matches(&self, class: PodClass) -> bool {
        let at = class.labels.map(Id::index);
        let matches = |state: &CountedConstraint| {
            at.is_some_and(|at| state.matching.get(at).is_some_and(|matches| *matches))
        };
        self.0.iter().any(matches)
    }

    /// No difference.
    pub(super) fn no_delta(&self) -> SpreadDelta {
        SpreadDelta::from_elem(0, self.0.len())
    }

    /// Counts a pod in or out on a node, as the dry run of preemption does it.
    pub(super) fn change(
        &self,
        delta: &mut SpreadDelta,
        on: FitContext<'_>,
        (node, class, terminating): (NodeId, PodClass, bool),
        comes: bool,
    ) {
        let is_faulty = on.faults.has(Fault::SpreadDryRun);
        for (state, delta) in self.0.iter().zip(delta) {
            let exempt = terminating || state.constraint.counts_nothing();
            if state.counts(node, class) && (is_faulty || !exempt) {
                *delta += if comes { 1 } else { -1 };
            }
        }
    }

    /// Adds or removes a pod on a node.
    pub(super) fn apply(
        &mut self,
        classes: &PodClasses,
        (node, class, terminating): (NodeId, PodClass, bool),
        comes: bool,
    ) {
        for state in &mut self.0 {
            if terminating || state.constraint.counts_nothing() || !state.counts(node, class) {
                continue;
            }
            let domain = classes
                .topologies
                .get(state.topology)
                .and_then(|topology| topology.domain(node));
            let slot = domain.and_then(|domain| state.counts.get_mut(domain));
            if let Some(Some(count)) = slot {
                state.histogram.change(*count, false);
                *count += if comes { 1 } else { -1 };
                state.histogram.change(*count, true);
            }
        }
    }

    /// The first constraint that a node would break.
    pub(super) fn misfit(
        &self,
        classes: &PodClasses,
        node: NodeId,
        delta: Option<&SpreadDelta>,
    ) -> Option<SpreadMisfit> {
        self.0.iter().enumerate().find_map(|(at, state)| {
            let topology = classes.topologies.get(state.topology)?;
            let constraint = &state.constraint;
            let mut misfit = SpreadMisfit {
                key: constraint.key,
                max_skew: constraint.max_skew,
                ..SpreadMisfit::default()
            };
            let Some(domain) = topology.domain(node) else {
                return Some(misfit);
            };
            let delta = delta.and_then(|delta| delta.get(at)).copied().unwrap_or(0);
            let before = state.counts.get(domain).copied().flatten();
            let count = before.map_or(0, |before| before.saturating_add(delta));
            let min = if state.domains < constraint.min_domains.max(1) {
                0
            } else {
                state.histogram.smallest(before, count)
            };
            let skew = count + i64::from(state.counts_itself) - min;
            if skew <= constraint.max_skew {
                return None;
            }
            misfit.value = Some(topology.value(domain));
            misfit.count = count;
            misfit.counts_itself = state.counts_itself;
            misfit.min = min;
            misfit.domains = state.domains;
            misfit.min_domains = constraint.min_domains;
            if state.domains >= constraint.min_domains
                && let Some(least) = state.least(domain, min)
            {
                misfit.least = Some(topology.value(least));
                if let Some(Access::Closed(node, is_cordoned)) = state.access.get(least) {
                    misfit.least_node = Some((*node, *is_cordoned));
                }
            }
            Some(misfit)
        })
    }

    /// Whether the fault of the dry run could matter: a selector that counts nothing matches pods in it.
    pub(super) fn has_empty_selector(&self) -> bool {
        let mut states = self.0.iter();
        states.any(|state| state.constraint.counts_nothing() && state.matching.contains(&true))
    }
}

impl CountedConstraint {
    fn new(
        on: FitContext<'_>,
        classes: &PodClasses,
        constraint: SpreadConstraint,
        topology: TopologyId,
        has_all_keys: &[bool],
    ) -> Self {
        let pod = &on.pod.pod;
        let counts_node = |(id, has_keys): (NodeId, &bool)| {
            *has_keys
                && on.snapshot.nodes.get(id).is_some_and(|info| {
                    let node = &info.node;
                    (!constraint.honors_node_affinity
                        || node_affinity::is_selected(pod, node, on.names))
                        && (!constraint.honors_node_taints
                            || taint_toleration::untolerated(pod, node).is_none())
                })
        };
        let counted: Vec<bool> = on
            .snapshot
            .nodes
            .ids()
            .zip(has_all_keys)
            .map(counts_node)
            .collect();
        let domains = classes.topologies.get(topology);
        let mut counts = vec![None; domains.map_or(0, |domains| domains.values.len())];
        let mut access = vec![Access::default(); counts.len()];
        let domain = |node: NodeId| domains.and_then(|domains| domains.domain(node));
        for (node, _) in on.snapshot.nodes.ids().zip(&counted).filter(|(_, c)| **c) {
            let Some(domain) = domain(node) else { continue };
            counts[domain] = Some(0);
            // Which are closed matters only where no node is open.
            if access[domain] != Access::Open {
                access[domain].add(on, node);
            }
        }
        let matching: Vec<bool> = classes
            .labels
            .iter()
            .map(|class| {
                class.namespace == pod.namespace
                    && constraint.matches(class.labels.as_slice(), on.names)
            })
            .collect();
        if !constraint.counts_nothing() {
            let matched = classes.labels.iter().zip(&matching).filter(|(_, m)| **m);
            for there in matched.flat_map(|(class, _)| class.nodes.as_slice()) {
                if !counted
                    .get(there.node.index())
                    .is_some_and(|counts| *counts)
                {
                    continue;
                }
                let slot = domain(there.node).and_then(|domain| counts.get_mut(domain));
                if let Some(Some(count)) = slot {
                    *count += i64::from(there.pods - there.terminating);
                }
            }
        }
        let histogram = Histogram::of(&counts);
        let least = histogram.0.first();
        Self {
            least: least.and_then(|(least, _)| first_with(&counts, &access, *least)),
            access,
            counts_itself: constraint.matches(pod.labels.as_slice(), on.names),
            topology,
            counted,
            matching,
            domains: counts.iter().flatten().count(),
            histogram,
            counts,
            constraint,
        }
    }

    /// The domain other than the node's own with the smallest count. O(1) before the first change, then O(domains).
    fn least(&self, own: usize, min: i64) -> Option<usize> {
        let has = |domain: &usize| *domain != own && self.counts.get(*domain) == Some(&Some(min));
        let found = self.least.filter(has);
        found.or_else(|| first_with(&self.counts, &self.access, min).filter(has))
    }

    /// Whether a pod of a class counts on a node, if the selector counts at all.
    fn counts(&self, node: NodeId, class: PodClass) -> bool {
        let is_true = |list: &[bool], at: usize| list.get(at).is_some_and(|known| *known);
        is_true(&self.counted, node.index())
            && class
                .labels
                .is_some_and(|class| is_true(&self.matching, class.index()))
    }
}

/// The first domain with a count, one whose nodes are closed first: it keeps its count.
fn first_with(counts: &[Option<i64>], access: &[Access], count: i64) -> Option<usize> {
    let has = |(at, known): (usize, &Option<i64>)| (*known == Some(count)).then_some(at);
    let mut all = counts.iter().enumerate().filter_map(has);
    let first = all.clone().next();
    let closed = all.find(|at| matches!(access.get(*at), Some(Access::Closed(..))));
    closed.or(first)
}
