//! Which bindings make a rejected pod worth another cycle: the queueing hints of the filters for an added pod.
//!
//! Source: `isSchedulableAfterPodChange` of the plugins `InterPodAffinity` and `PodTopologySpread` in Kubernetes 1.35.

use schedscope_objects::names::Names;

use crate::{
    fit::{MisfitReason, PodAffinityCheck},
    matching::{AffinityTerm, AffinityTerms, NamespaceRule, SpreadConstraint},
    snapshot::{ClusterSnapshot, PodInfo},
};

/// What a rejected pod waits for: pods that its affinity or its spread constraints select.
#[derive(Clone, Debug, Default)]
pub struct QueueingHints {
    affinity: Vec<AffinityTerm>,
    spread: Vec<SpreadConstraint>,
}

impl QueueingHints {
    /// The hints of a pod; `reasons`: how many nodes were rejected for each. O(requirements).
    pub fn new(pod: &PodInfo, reasons: &[(MisfitReason, usize)], names: &Names) -> Self {
        let mut hints = Self::default();
        let has = |wanted| reasons.iter().any(|(reason, _)| *reason == wanted);
        if has(MisfitReason::PodAffinity(PodAffinityCheck::Affinity)) {
            hints.affinity = AffinityTerms::new(&pod.pod, names).affinity.into_vec();
        }
        if has(MisfitReason::Spread) {
            let constraints = pod.pod.constraints.as_ref();
            let written = constraints.map_or(&[][..], |of| &of.topology_spread);
            let hard = written.iter().filter(|constraint| constraint.is_hard);
            let hard = hard.map(|constraint| SpreadConstraint::new(constraint, &pod.pod, names));
            hints.spread = hard.collect();
        }
        hints
    }

    /// Whether no binding helps.
    pub fn is_empty(&self) -> bool {
        self.affinity.is_empty() && self.spread.is_empty()
    }

    /// Whether the binding of another pod could let in `pod`, which these are the hints of. O(requirements x labels).
    pub fn admit(
        &self,
        pod: &PodInfo,
        bound: &PodInfo,
        snapshot: &ClusterSnapshot,
        names: &Names,
    ) -> bool {
        let (namespace, labels) = (bound.pod.namespace, bound.pod.labels.as_slice());
        let on = snapshot.matching(names);
        let (mut affinity, mut spread) = (self.affinity.iter(), self.spread.iter());
        // Only pods that all terms match are counted.
        let is_near = !self.affinity.is_empty()
            && affinity.all(|term| term.matches(namespace, labels, NamespaceRule::Labels, on));
        is_near
            || namespace == pod.pod.namespace
                && spread.any(|constraint| constraint.matches(labels, names))
    }
}
