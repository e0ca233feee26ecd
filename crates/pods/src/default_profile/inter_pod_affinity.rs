//! `InterPodAffinity`: the node near the pods that the pod likes and that like it, and far from the others.

use schedscope_objects::id::NodeId;

use super::{ScoreInput, ScoringProfile};
use crate::{
    classes::{PodClass, PodClasses, TopologyId},
    matching::{AffinityTerm, AffinityTerms, NamespaceRule, WeightedTerm},
};

/// Scores from 0 to 100; `None`: no term matches anywhere. O(classes of pods x terms + nodes).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let classes = input.on.snapshot.classes.as_deref()?;
    let affinity = AffinityScores::new(input, classes)?;
    (!affinity.is_empty()).then(|| affinity.scores(classes, &input.ids()))
}

/// The inter-pod affinity score of each domain for equivalent pods, updated as pods are added and removed.
#[derive(Debug)]
pub struct AffinityScores {
    /// By topology key, and by domain.
    sums: Vec<(TopologyId, Vec<i64>)>,
}

impl AffinityScores {
    /// Counts the pods on nodes; `None`: the plugin looks at no pod. O(classes of pods x (terms + nodes)).
    pub fn new(input: &ScoreInput<'_>, classes: &PodClasses) -> Option<Self> {
        let ignores = |profile: &ScoringProfile| profile.ignores_preferred_terms;
        if input.profile.is_some_and(ignores) && wishes(input, classes).is_none() {
            return None;
        }
        let mut scores = Self { sums: Vec::new() };
        let of_labels = classes.labels.entries().map(|(id, class)| {
            let class_of = PodClass {
                labels: Some(id),
                terms: None,
            };
            (class_of, &class.nodes)
        });
        let of_terms = classes.terms.entries().map(|(id, class)| {
            let class_of = PodClass {
                labels: None,
                terms: Some(id),
            };
            (class_of, &class.nodes)
        });
        for (class, nodes) in of_labels.chain(of_terms) {
            if !nodes.is_empty() {
                let nodes = nodes.as_slice().iter();
                let nodes = nodes.map(|on| (on.node, i64::from(on.pods)));
                scores.count((input, classes), class, &nodes.collect::<Vec<_>>());
            }
        }
        Some(scores)
    }

    /// Adds or removes a pod on a node. O(terms).
    pub fn apply(
        &mut self,
        input: &ScoreInput<'_>,
        classes: &PodClasses,
        (class, node): (PodClass, NodeId),
        comes: bool,
    ) {
        let pods = [(node, if comes { 1 } else { -1 })];
        self.count((input, classes), class, &pods);
    }

    /// Counts the pods of a class.
    fn count(
        &mut self,
        (input, classes): (&ScoreInput<'_>, &PodClasses),
        class: PodClass,
        nodes: &[(NodeId, i64)],
    ) {
        each_match(input, classes, class, &mut |term, weight| {
            let found = classes.topologies.find(term.key);
            let Some((id, topology)) = found.and_then(|id| Some((id, classes.topologies.get(id)?)))
            else {
                return;
            };
            for (node, pods) in nodes {
                let Some(domain) = topology.domain(*node) else {
                    continue;
                };
                let known = self.sums.iter().position(|(known, _)| *known == id);
                let at = known.unwrap_or_else(|| {
                    self.sums.push((id, vec![0; topology.values.len()]));
                    self.sums.len() - 1
                });
                if let Some(sum) = self.sums[at].1.get_mut(domain) {
                    *sum = sum.saturating_add(weight * pods);
                }
            }
        });
    }

    /// Whether no term has matched anywhere.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// The scores of feasible nodes. O(nodes x topology keys).
    pub fn scores(&self, classes: &PodClasses, nodes: &[NodeId]) -> Vec<i64> {
        let mut raw = vec![0_i64; nodes.len()];
        for (key, sums) in &self.sums {
            let Some(topology) = classes.topologies.get(*key) else {
                continue;
            };
            for (raw, node) in raw.iter_mut().zip(nodes) {
                let sum = topology.domain(*node).and_then(|domain| sums.get(domain));
                *raw = raw.saturating_add(sum.copied().unwrap_or(0));
            }
        }
        normalise(&raw)
    }
}

/// The terms of the pod, if it has preferred ones.
fn wishes<'a>(input: &ScoreInput<'_>, classes: &'a PodClasses) -> Option<&'a AffinityTerms> {
    let own = &classes.terms.get(input.on.pod.class.terms?)?.terms;
    (!own.preferred.is_empty() || !own.avoided.is_empty()).then_some(own)
}

/// The terms of the pod that match pods of a class, and the terms of the class that match the pod, with what each is
/// worth.
fn each_match(
    input: &ScoreInput<'_>,
    classes: &PodClasses,
    class: PodClass,
    visit: &mut dyn FnMut(&AffinityTerm, i64),
) {
    let on = input.on.snapshot.matching(input.on.names);
    let mut preferred = |terms: &AffinityTerms, matches: &dyn Fn(&AffinityTerm) -> bool| {
        for (list, sign) in [(&terms.preferred, 1), (&terms.avoided, -1)] {
            for WeightedTerm { weight, term } in list {
                if matches(term) {
                    visit(term, sign * i64::from(*weight));
                }
            }
        }
    };
    if let Some(own) = wishes(input, classes)
        && let Some(class) = class.labels.and_then(|class| classes.labels.get(class))
    {
        let rule = input.on.faults.namespace_rule();
        let labels = class.labels.as_slice();
        preferred(own, &|term| term.matches(class.namespace, labels, rule, on));
    }
    let Some(class) = class.terms.and_then(|class| classes.terms.get(class)) else {
        return;
    };
    let pod = &input.on.pod.pod;
    let labels = pod.labels.as_slice();
    let matches =
        |term: &AffinityTerm| term.matches(pod.namespace, labels, NamespaceRule::Labels, on);
    preferred(&class.terms, &matches);
    // What a required term of another pod's affinity is worth where it matches the pod.
    let profile = input.profile;
    let required = profile.map_or(1, |profile| profile.hard_pod_affinity_weight);
    let hard = class.terms.affinity.iter().filter(|_| required > 0);
    for term in hard.filter(|term| matches(term)) {
        visit(term, required);
    }
}

/// Spreads raw scores from 0 to 100; all 0 where they are equal. The division is first, in double precision: 29 of 50
/// returns 57.
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
