//! `InterPodAffinity`: required terms of pod affinity and anti-affinity.
//!
//! Source: `plugins/interpodaffinity/filtering.go` of Kubernetes 1.35.

use rustc_hash::FxHashMap;
use schedscope_objects::id::{Id, NodeId, PodId};
use smallvec::SmallVec;

use super::{FitContext, PodAffinityCheck, PodAffinityMisfit};
use crate::{
    classes::{ClassNodes, LabelClassId, PodClass, PodClasses, TermClassId, TopologyId},
    matching::{AffinityTerm, NamespaceRule},
};

/// How many more pods each count of a state has in the domain of one node than it had.
#[derive(Clone, Debug, Default)]
pub(super) struct AffinityDelta {
    near: SmallVec<[i64; 2]>,
    away: SmallVec<[i64; 2]>,
    existing: SmallVec<[i64; 2]>,
    near_sum: i64,
}

/// Which counts a pod of a class changes, and by how much.
type Effects = SmallVec<[(usize, i64); 2]>;

/// The pods in each domain of a topology key that count for a check.
#[derive(Clone, Debug)]
struct DomainCounts {
    topology: TopologyId,
    counts: Vec<i64>,
    /// The first node by number that had such a pod.
    first: Vec<Option<NodeId>>,
}

/// The pods that count for a pod's affinity, its anti-affinity, and the anti-affinity of others.
#[derive(Clone, Debug)]
pub(super) struct AffinityState {
    /// The pod's own terms: the place of the counts of each term's key.
    own: [SmallVec<[usize; 2]>; 2],
    /// The pod matches all its own affinity terms.
    matches_itself: bool,
    /// The pods that match all affinity terms, once for each term.
    near: Vec<DomainCounts>,
    /// How many there are in all.
    near_sum: i64,
    /// The pods that match a term of anti-affinity, for each term.
    away: Vec<DomainCounts>,
    /// The terms of anti-affinity of existing pods that match the pod.
    existing: Vec<DomainCounts>,
    existing_sum: i64,
    /// Whether the pods of each class match all affinity terms.
    is_near: Vec<bool>,
    near_effects: Effects,
    away_of: FxHashMap<LabelClassId, Effects>,
    existing_of: FxHashMap<TermClassId, Effects>,
}

/// The index of the counts of a key; adds zero counts on first use.
fn place(list: &mut Vec<DomainCounts>, term: &AffinityTerm, classes: &PodClasses) -> Option<usize> {
    let topology = classes.topologies.find(term.key)?;
    if let Some(at) = list.iter().position(|known| known.topology == topology) {
        return Some(at);
    }
    let domains = classes.topologies.get(topology)?.values.len();
    list.push(DomainCounts {
        topology,
        counts: vec![0; domains],
        first: vec![None; domains],
    });
    Some(list.len() - 1)
}

fn note(effects: &mut Effects, at: usize) {
    match effects.iter_mut().find(|(known, _)| *known == at) {
        Some((_, amount)) => *amount += 1,
        None => effects.push((at, 1)),
    }
}

/// Adds `pods` pods on a node to the counts; returns the sum of the increments.
fn count(
    list: &mut [DomainCounts],
    effects: &Effects,
    classes: &PodClasses,
    node: NodeId,
    pods: i64,
) -> i64 {
    let mut sum = 0;
    for (at, amount) in effects {
        let Some(known) = list.get_mut(*at) else {
            continue;
        };
        let topology = classes.topologies.get(known.topology);
        let Some(domain) = topology.and_then(|topology| topology.domain(node)) else {
            continue;
        };
        if let (Some(slot), Some(first)) =
            (known.counts.get_mut(domain), known.first.get_mut(domain))
        {
            *slot += amount * pods;
            sum += amount * pods;
            *first = Some(first.map_or(node, |first| first.min(node)));
        }
    }
    sum
}

fn count_class(
    list: &mut [DomainCounts],
    effects: &Effects,
    classes: &PodClasses,
    nodes: &ClassNodes,
) -> i64 {
    let counts = nodes.as_slice().iter();
    counts
        .map(|there| count(list, effects, classes, there.node, i64::from(there.pods)))
        .sum()
}

impl AffinityState {
    /// The counts for a pod. O(classes x terms + their nodes).
    pub(super) fn new(on: FitContext<'_>, classes: &PodClasses) -> Self {
        let (pod, matching) = (&on.pod.pod, on.snapshot.matching(on.names));
        let rule = on.faults.namespace_rule();
        let own = on
            .pod
            .class
            .terms
            .and_then(|class| classes.terms.get(class));
        let affinity = own.map_or(&[][..], |own| &own.terms.affinity);
        let anti_affinity = own.map_or(&[][..], |own| &own.terms.anti_affinity);
        let mut state = Self {
            own: [SmallVec::new(), SmallVec::new()],
            matches_itself: affinity
                .iter()
                .all(|term| term.matches(pod.namespace, pod.labels.as_slice(), rule, matching)),
            near: Vec::new(),
            near_sum: 0,
            away: Vec::new(),
            existing: Vec::new(),
            existing_sum: 0,
            is_near: Vec::new(),
            near_effects: Effects::new(),
            away_of: FxHashMap::default(),
            existing_of: FxHashMap::default(),
        };
        for term in affinity {
            if let Some(at) = place(&mut state.near, term, classes) {
                state.own[0].push(at);
                note(&mut state.near_effects, at);
            }
        }
        for term in anti_affinity {
            if let Some(at) = place(&mut state.away, term, classes) {
                state.own[1].push(at);
            }
        }
        if !affinity.is_empty() || !anti_affinity.is_empty() {
            state.count_own(on, classes, affinity, anti_affinity);
        }
        for (id, class) in classes.terms.entries() {
            let mut effects = Effects::new();
            for term in &class.terms.anti_affinity {
                let labels = pod.labels.as_slice();
                if term.matches(pod.namespace, labels, NamespaceRule::Labels, matching)
                    && let Some(at) = place(&mut state.existing, term, classes)
                {
                    note(&mut effects, at);
                }
            }
            if !effects.is_empty() {
                let sum = count_class(&mut state.existing, &effects, classes, &class.nodes);
                state.existing_sum += sum;
                state.existing_of.insert(id, effects);
            }
        }
        state
    }

    fn count_own(
        &mut self,
        on: FitContext<'_>,
        classes: &PodClasses,
        affinity: &[AffinityTerm],
        anti_affinity: &[AffinityTerm],
    ) {
        let (rule, matching) = (on.faults.namespace_rule(), on.snapshot.matching(on.names));
        for (id, class) in classes.labels.entries() {
            let matches = |term: &AffinityTerm| {
                term.matches(class.namespace, class.labels.as_slice(), rule, matching)
            };
            let is_near = !affinity.is_empty() && affinity.iter().all(matches);
            self.is_near.push(is_near);
            if is_near {
                let effects = &self.near_effects;
                self.near_sum += count_class(&mut self.near, effects, classes, &class.nodes);
            }
            let mut effects = Effects::new();
            for (term, at) in anti_affinity.iter().zip(&self.own[1]) {
                if matches(term) {
                    note(&mut effects, *at);
                }
            }
            if !effects.is_empty() {
                count_class(&mut self.away, &effects, classes, &class.nodes);
                self.away_of.insert(id, effects);
            }
        }
    }

    /// Whether no term matters: the plugin is then out of the whole cycle.
    pub(super) fn is_skipped(&self) -> bool {
        self.own.iter().all(SmallVec::is_empty) && self.existing_sum == 0
    }

    /// No difference.
    pub(super) fn no_delta(&self) -> AffinityDelta {
        AffinityDelta {
            near: SmallVec::from_elem(0, self.near.len()),
            away: SmallVec::from_elem(0, self.away.len()),
            existing: SmallVec::from_elem(0, self.existing.len()),
            near_sum: 0,
        }
    }

    /// Whether the pods of a class are counted.
    pub(super) fn touches(&self, class: PodClass) -> bool {
        self.is_near(class) || self.away(class).is_some() || self.existing(class).is_some()
    }

    fn is_near(&self, class: PodClass) -> bool {
        let at = class.labels.map(Id::index);
        at.is_some_and(|at| self.is_near.get(at).is_some_and(|near| *near))
    }

    fn away(&self, class: PodClass) -> Option<&Effects> {
        self.away_of.get(&class.labels?)
    }

    fn existing(&self, class: PodClass) -> Option<&Effects> {
        self.existing_of.get(&class.terms?)
    }

    /// Counts a pod in or out on a node, as the dry run of preemption does it.
    pub(super) fn change(
        &self,
        delta: &mut AffinityDelta,
        classes: &PodClasses,
        (node, class): (NodeId, PodClass),
        comes: bool,
    ) {
        let sign = if comes { 1 } else { -1 };
        let change = |list: &[DomainCounts], deltas: &mut [i64], effects: &Effects| {
            let mut sum = 0;
            for (at, amount) in effects {
                let topology = list.get(*at).map(|known| known.topology);
                let topology = topology.and_then(|topology| classes.topologies.get(topology));
                let has_key = topology.is_some_and(|topology| topology.domain(node).is_some());
                if let Some(slot) = deltas.get_mut(*at).filter(|_| has_key) {
                    *slot += sign * amount;
                    sum += sign * amount;
                }
            }
            sum
        };
        if self.is_near(class) {
            delta.near_sum += change(&self.near, &mut delta.near, &self.near_effects);
        }
        if let Some(effects) = self.away(class) {
            change(&self.away, &mut delta.away, effects);
        }
        if let Some(effects) = self.existing(class) {
            change(&self.existing, &mut delta.existing, effects);
        }
    }

    /// Adds or removes a pod on a node.
    pub(super) fn apply(
        &mut self,
        classes: &PodClasses,
        (node, class): (NodeId, PodClass),
        comes: bool,
    ) {
        let pods = if comes { 1 } else { -1 };
        if self.is_near(class) {
            self.near_sum += count(&mut self.near, &self.near_effects, classes, node, pods);
        }
        if let Some(effects) = class.labels.and_then(|class| self.away_of.get(&class)) {
            count(&mut self.away, effects, classes, node, pods);
        }
        if let Some(effects) = class.terms.and_then(|class| self.existing_of.get(&class)) {
            self.existing_sum += count(&mut self.existing, effects, classes, node, pods);
        }
    }

    /// The first check that fails on a node, without the pod that is in the way.
    pub(super) fn misfit(
        &self,
        classes: &PodClasses,
        node: NodeId,
        delta: Option<&AffinityDelta>,
    ) -> Option<PodAffinityMisfit> {
        let delta_at = |list: &[i64], at: usize| list.get(at).copied().unwrap_or(0);
        // The count of a place, and its domain; `None`: the node does not have the key.
        let count_at = |list: &[DomainCounts], at: usize, delta: i64| {
            let known = list.get(at)?;
            let domain = classes.topologies.get(known.topology)?.domain(node)?;
            Some(known.counts.get(domain).copied().unwrap_or(0) + delta)
        };
        let misfit = |check, list: &[DomainCounts], at: usize, term| {
            let topology = list.get(at).map(|known| known.topology);
            let topology = topology.and_then(|topology| classes.topologies.get(topology));
            PodAffinityMisfit {
                check,
                key: topology.map(|topology| topology.key).unwrap_or_default(),
                value: topology.and_then(|topology| Some(topology.value(topology.domain(node)?))),
                term,
                pod: None,
            }
        };
        let [near, away] = &self.own;
        let mut missing = None;
        for (term, at) in near.iter().enumerate() {
            let more = delta.map_or(0, |delta| delta_at(&delta.near, *at));
            match count_at(&self.near, *at, more) {
                None => return Some(misfit(PodAffinityCheck::Affinity, &self.near, *at, term)),
                Some(count) if count <= 0 => missing = missing.or(Some((term, *at))),
                Some(_) => {}
            }
        }
        if let Some((term, at)) = missing {
            let sum = self.near_sum + delta.map_or(0, |delta| delta.near_sum);
            if sum > 0 || !self.matches_itself {
                return Some(misfit(PodAffinityCheck::Affinity, &self.near, at, term));
            }
        }
        for (term, at) in away.iter().enumerate() {
            let more = delta.map_or(0, |delta| delta_at(&delta.away, *at));
            if count_at(&self.away, *at, more).is_some_and(|count| count > 0) {
                return Some(misfit(
                    PodAffinityCheck::AntiAffinity,
                    &self.away,
                    *at,
                    term,
                ));
            }
        }
        for at in 0..self.existing.len() {
            let more = delta.map_or(0, |delta| delta_at(&delta.existing, at));
            if count_at(&self.existing, at, more).is_some_and(|count| count > 0) {
                let check = PodAffinityCheck::ExistingAntiAffinity;
                return Some(misfit(check, &self.existing, at, 0));
            }
        }
        None
    }

    /// A pod that is in the way, for a misfit of this state. `extra`: pods that are counted in on the node; `is_out`:
    /// those that are counted out. O(pods of a node) mostly; O(nodes and their pods) where preemption takes the first
    /// one out.
    pub(super) fn blame(
        &self,
        misfit: &mut PodAffinityMisfit,
        on: FitContext<'_>,
        classes: &PodClasses,
        (node, extra, out): (NodeId, &[PodId], &[PodId]),
    ) {
        let Some(topology) = classes.topologies.find(misfit.key) else {
            return;
        };
        let (list, is_existing) = match misfit.check {
            PodAffinityCheck::Affinity => return,
            PodAffinityCheck::AntiAffinity => (&self.away, false),
            PodAffinityCheck::ExistingAntiAffinity => (&self.existing, true),
        };
        let Some(at) = list.iter().position(|known| known.topology == topology) else {
            return;
        };
        let hits = |pod: &PodId| {
            let class = classes.of(*pod);
            let effects = if is_existing {
                self.existing(class)
            } else {
                self.away(class)
            };
            effects.is_some_and(|effects| effects.iter().any(|(known, _)| *known == at))
                && !out.contains(pod)
        };
        let of_node = |node: NodeId| {
            let pods = &on.snapshot.nodes.get(node)?.pods;
            pods.iter()
                .map(|bound_pod| bound_pod.pod)
                .find(|pod| hits(pod))
        };
        let topology = classes.topologies.get(topology);
        let domain_of = |node| topology.and_then(|topology| topology.domain(node));
        let domain = domain_of(node);
        let first = domain.and_then(|domain| *list.get(at)?.first.get(domain)?);
        misfit.pod = of_node(node)
            .or_else(|| extra.iter().copied().find(|pod| hits(pod)))
            .or_else(|| of_node(first?))
            .or_else(|| {
                let nodes = on.snapshot.nodes.ids();
                let mut nodes = nodes.filter(|node| domain_of(*node) == domain);
                nodes.find_map(of_node)
            });
        let Some(pod) = misfit.pod.filter(|_| is_existing) else {
            return;
        };
        // Which term of that pod it is.
        let class = classes.of(pod).terms;
        let terms = class.and_then(|class| classes.terms.get(class));
        let (own, matching) = (&on.pod.pod, on.snapshot.matching(on.names));
        let found = terms.and_then(|class| {
            class.terms.anti_affinity.iter().position(|term| {
                let labels = own.labels.as_slice();
                term.key == misfit.key
                    && term.matches(own.namespace, labels, NamespaceRule::Labels, matching)
            })
        });
        misfit.term = found.unwrap_or(0);
    }
}
