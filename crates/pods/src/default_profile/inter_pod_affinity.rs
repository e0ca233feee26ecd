//! `InterPodAffinity`: the node near the pods that the pod likes and that like it, and far from the others.

use rustc_hash::FxHashMap;
use schedscope_objects::names::Symbol;

use super::ScoreInput;
use crate::{
    classes::ClassNodes,
    matching::{AffinityTerm, AffinityTerms, NamespaceRule, WeightedTerm},
    node::NodeInfo,
    snapshot::ClusterSnapshot,
};

/// Scores from 0 to 100; `None`: no term matches anywhere. O(classes of pods x terms + nodes).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    // Without classes no pod has a term.
    let classes = input.on.snapshot.classes.as_deref()?;
    let on = input.on.snapshot.matching(input.on.names);
    let rule = input.on.faults.namespace_rule();
    let mut domains = Domains::new(input.on.snapshot);
    let own = input
        .on
        .pod
        .class
        .terms
        .and_then(|own| classes.terms.get(own));
    let own = own.map(|own| &own.terms);
    // What a required term of another pod's affinity is worth where it matches the pod.
    let required = input
        .profile
        .map_or(1, |profile| profile.hard_pod_affinity_weight);
    let wishes = own.is_some_and(|own| !own.preferred.is_empty() || !own.avoided.is_empty());
    let ignores = input
        .profile
        .is_some_and(|profile| profile.ignores_preferred_terms);
    if !wishes && ignores {
        return None;
    }
    if let Some(own) = own.filter(|_| wishes) {
        for class in &classes.labels {
            let labels = class.labels.as_slice();
            domains.add_weighted(&class.nodes, own, &|term| {
                term.matches(class.namespace, labels, rule, on)
            });
        }
    }
    let pod = &input.on.pod.pod;
    let labels = pod.labels.as_slice();
    let matches =
        |term: &AffinityTerm| term.matches(pod.namespace, labels, NamespaceRule::Labels, on);
    for class in &classes.terms {
        domains.add_weighted(&class.nodes, &class.terms, &matches);
        let hard = class.terms.affinity.iter().filter(|_| required > 0);
        for term in hard.filter(|term| matches(term)) {
            domains.add(&class.nodes, term, required);
        }
    }
    if domains.keys.is_empty() {
        return None;
    }
    let raw: Vec<i64> = input.nodes.iter().map(|node| domains.of(node)).collect();
    Some(normalise(&raw))
}

/// What each domain is worth.
struct Domains<'a> {
    snapshot: &'a ClusterSnapshot,
    /// The topology keys of `sums`, each once.
    keys: Vec<Symbol>,
    /// By topology key and value.
    sums: FxHashMap<(Symbol, Symbol), i64>,
}

impl<'a> Domains<'a> {
    fn new(snapshot: &'a ClusterSnapshot) -> Self {
        Self {
            snapshot,
            keys: Vec::new(),
            sums: FxHashMap::default(),
        }
    }

    /// Adds a weight for each pod of some nodes, in the nodes' domains.
    fn add(&mut self, pods: &ClassNodes, term: &AffinityTerm, weight: i64) {
        for on in pods.as_slice() {
            let node = self.snapshot.nodes.get(on.node);
            let Some(value) = node.and_then(|node| node.node.labels.get(term.key)) else {
                continue;
            };
            if !self.keys.contains(&term.key) {
                self.keys.push(term.key);
            }
            let sum = self.sums.entry((term.key, value)).or_default();
            *sum = sum.saturating_add(weight * i64::from(on.pods));
        }
    }

    /// Adds the preferred terms that match.
    fn add_weighted(
        &mut self,
        pods: &ClassNodes,
        terms: &AffinityTerms,
        matches: &dyn Fn(&AffinityTerm) -> bool,
    ) {
        for (list, sign) in [(&terms.preferred, 1), (&terms.avoided, -1)] {
            for WeightedTerm { weight, term } in list {
                if matches(term) {
                    self.add(pods, term, sign * i64::from(*weight));
                }
            }
        }
    }

    /// What a node is worth.
    fn of(&self, node: &NodeInfo) -> i64 {
        let sums = self.keys.iter().filter_map(|key| {
            let value = node.node.labels.get(*key)?;
            self.sums.get(&(*key, value))
        });
        sums.fold(0, |sum, value| sum.saturating_add(*value))
    }
}

/// Spreads raw scores from 0 to 100; all 0 where they are equal. The division comes first, in double precision: 29 of
/// 50 gives 57.
fn normalise(raw: &[i64]) -> Vec<i64> {
    let most = raw.iter().copied().max().unwrap_or(0);
    let least = raw.iter().copied().min().unwrap_or(0);
    let span = most.saturating_sub(least);
    let score = |value: &i64| {
        let share = value.saturating_sub(least) as f64 / span as f64;
        if span > 0 { (100.0 * share) as i64 } else { 0 }
    };
    raw.iter().map(score).collect()
}
