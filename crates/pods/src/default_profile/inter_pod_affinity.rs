//! `InterPodAffinity`: the node near the pods that the pod likes and that like it, and far from the others.

use rustc_hash::FxHashMap;
use schedscope_objects::{names::Symbol, profile::Profile};

use super::ScoreInput;
use crate::{
    matching::{AffinityTerm, AffinityTerms, MatchContext, NamespaceRule, WeightedTerm},
    node::NodeInfo,
};

/// What a required term of another pod's affinity is worth where it matches the pod.
const REQUIRED_WEIGHT: i64 = 1;

/// Scores from 0 to 100; `None`: no term matches anywhere. O(pods x terms), of pods without terms O(1).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let pod = &input.pod.pod;
    let own = AffinityTerms::new(pod, input.names);
    let likes = !own.preferred.is_empty() || !own.avoided.is_empty();
    let on = MatchContext {
        names: input.names,
        namespaces: &input.snapshot.namespaces,
    };
    let rule = match input.profile {
        Profile::Upstream => NamespaceRule::LabelsOrNone,
        Profile::Proposal => NamespaceRule::Labels,
    };
    let mut domains = Domains::default();
    for node in &input.snapshot.nodes {
        for bound in &node.pods {
            let Some(other) = input.snapshot.pods.get(bound.pod).map(|info| &info.pod) else {
                continue;
            };
            if likes {
                let matches = |term: &AffinityTerm| {
                    term.matches(other.namespace, other.labels.as_slice(), rule, on)
                };
                domains.add_weighted(node, &own, &matches);
            }
            if other.constraints.is_some() {
                let theirs = AffinityTerms::new(other, input.names);
                let matches = |term: &AffinityTerm| {
                    term.matches(
                        pod.namespace,
                        pod.labels.as_slice(),
                        NamespaceRule::Labels,
                        on,
                    )
                };
                domains.add_weighted(node, &theirs, &matches);
                for term in theirs.affinity.iter().filter(|term| matches(term)) {
                    domains.add(node, term, REQUIRED_WEIGHT);
                }
            }
        }
    }
    if domains.keys.is_empty() {
        return None;
    }
    let raw: Vec<i64> = input.nodes.iter().map(|node| domains.of(node)).collect();
    Some(normalise(&raw))
}

/// What each domain is worth.
#[derive(Default)]
struct Domains {
    /// The topology keys of `sums`, each once.
    keys: Vec<Symbol>,
    /// By topology key and value.
    sums: FxHashMap<(Symbol, Symbol), i64>,
}

impl Domains {
    fn add(&mut self, node: &NodeInfo, term: &AffinityTerm, weight: i64) {
        let Some(value) = node.node.labels.get(term.key) else {
            return;
        };
        if !self.keys.contains(&term.key) {
            self.keys.push(term.key);
        }
        let sum = self.sums.entry((term.key, value)).or_default();
        *sum = sum.saturating_add(weight);
    }

    /// Adds the preferred terms that match.
    fn add_weighted(
        &mut self,
        node: &NodeInfo,
        terms: &AffinityTerms,
        matches: &dyn Fn(&AffinityTerm) -> bool,
    ) {
        for (list, sign) in [(&terms.preferred, 1), (&terms.avoided, -1)] {
            for WeightedTerm { weight, term } in list {
                if matches(term) {
                    self.add(node, term, sign * i64::from(*weight));
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
