//! The parts of a cycle that depend on a fault of Kubernetes, or on an order that is not in the text.

use std::iter::once;

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::NodeId, names::Names, namespaced_name::NamespacedName, profile::Profile,
};
use schedscope_pods::{
    fit::{CycleState, Fault, Faults},
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::{
    cycle::{Cycle, CycleOutcome},
    disruption::Budgets,
    faults::{FaultEffect, by_other_profile, deciding},
    ledger::Ledger,
    preemption::Preemptor,
    ties::{CycleTies, Tie, find},
};

use crate::quota::{
    names::AnswerNames,
    outcome::{CycleOutcomeName, outcome_of},
};

/// A fault of Kubernetes that decides something in a cycle, and the cycle without it.
#[answer(Eq)]
pub struct FaultAnswer {
    /// `nsSelector`: a `namespaceSelector` of the pod that an empty set of labels satisfies covers every namespace.
    /// `spreadDryRun`: preemption takes pods out of the counts of a spread constraint that were never counted.
    /// `portSet`: evicting one of two pods with the same port frees the port.
    /// `leastPodLevel`: the score for free resources ignores what the pod requests as a whole.
    #[ts(inline)]
    pub fault: Fault,
    /// The nodes whose filter result or evictions would be others without the fault, in the order of the input.
    pub nodes: Vec<String>,
    /// How the cycle would end without the fault.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that the pod would be bound to or nominated for; `null` if it would wait.
    pub node: Option<String>,
    /// The pods that it would evict from that node, most important first.
    pub victims: Vec<NamespacedName>,
}

/// The cycle of a pod in the other profile.
#[answer(Eq)]
pub struct OtherCycle {
    /// The other profile.
    pub profile: Profile,
    /// How its cycle ends.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that the pod is bound to or nominated for; `null` if it waits.
    pub node: Option<String>,
    /// The pods that it evicts from that node, most important first.
    pub victims: Vec<NamespacedName>,
    /// The victims that are already terminating: the pod waits for them, and they are not evicted. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
}

/// Equally important pods whose order decides and is not in the input. Pods with the same result in every order are not
/// listed. If one of the lists is empty, equal pods of another importance decide.
#[answer(Eq)]
pub struct TieAnswer {
    /// Those that are evicted and would stay in another order.
    pub victims: Vec<NamespacedName>,
    /// Those that stay and would be evicted in another order.
    pub spared: Vec<NamespacedName>,
}

/// The node that another order of equally important pods would choose.
#[answer(Eq)]
pub struct OtherChoice {
    /// The name of the node.
    pub node: String,
    /// The pods to evict there, most important first.
    pub victims: Vec<NamespacedName>,
}

/// The parts of a cycle that depend on a fault or an order.
#[derive(Clone, Debug, Default)]
pub struct CycleMarks {
    faults: Vec<FaultEffect>,
    other: Option<(Profile, Cycle)>,
    ties: CycleTies,
}

impl CycleMarks {
    /// Looks for them. The ledger is left as it was. O(cycle) for each fault that could matter and for ties.
    pub fn of(
        snapshot: &ClusterSnapshot,
        ledger: &mut Ledger,
        budgets: &Budgets,
        pod: &PodInfo,
        names: &Names,
        (profile, cycle): (Profile, &Cycle),
    ) -> Self {
        let mut marks = Self::of_ties(snapshot, ledger, budgets, pod, names, (profile, cycle));
        marks.faults = deciding(snapshot, ledger, budgets, pod, names, (profile, cycle));
        let other = by_other_profile(snapshot, ledger, budgets, pod, names, (profile, cycle));
        marks.other = other.map(|other| (profile.other(), other));
        marks
    }

    /// Looks for ties only. The ledger is left as it was.
    pub fn of_ties(
        snapshot: &ClusterSnapshot,
        ledger: &mut Ledger,
        budgets: &Budgets,
        pod: &PodInfo,
        names: &Names,
        (profile, cycle): (Profile, &Cycle),
    ) -> Self {
        let mut marks = Self::default();
        if matches!(cycle.outcome, CycleOutcome::Preempt(_)) {
            let state =
                CycleState::new(snapshot, pod, names, Faults::of(profile, snapshot.version));
            let preemptor = Preemptor {
                state: &state,
                admission: &cycle.admission,
                budgets,
                profile,
            };
            marks.ties = find(&preemptor, ledger, cycle);
        }
        marks
    }

    pub(crate) fn fault_answers(&self, words: &AnswerNames<'_>) -> Vec<FaultAnswer> {
        let answer = |effect: &FaultEffect| {
            let (outcome, node) = outcome_of(&effect.without.outcome);
            let chosen = node.and_then(|node| effect.without.candidate(node));
            FaultAnswer {
                fault: effect.fault,
                nodes: effect.nodes.iter().map(|node| words.node(*node)).collect(),
                outcome,
                node: node.map(|node| words.node(node)),
                victims: chosen.map_or_else(Vec::new, |c| words.pods(&c.victims)),
            }
        };
        self.faults.iter().map(answer).collect()
    }

    /// `verdict`, what the pod's scheduler recorded when it could not place the pod, where the cycles of both profiles
    /// contradict it. Where unknown volumes decide, they do not.
    pub fn contradicted(&self, pod: &PodInfo, cycle: &Cycle, verdict: &str) -> Option<String> {
        let is_contradicted = |outcome: &CycleOutcome| match outcome {
            CycleOutcome::Schedulable(_) => true,
            // It records that no node is available, and nominates one.
            CycleOutcome::Preempt(_) => {
                pod.nominated.is_none() && verdict.contains("preemption: 0/")
            }
            _ => false,
        };
        let other = self.other.as_ref().map(|(_, cycle)| &cycle.outcome);
        let mut outcomes = once(&cycle.outcome).chain(other);
        let is_pending = pod.pod.node.is_empty() && !verdict.is_empty();
        let is_decided = !pod.depends_on_volumes();
        (is_pending && is_decided && outcomes.all(is_contradicted)).then(|| verdict.to_owned())
    }

    pub(crate) fn other_cycle(&self, words: &AnswerNames<'_>) -> Option<OtherCycle> {
        let (profile, other) = self.other.as_ref()?;
        let (outcome, node) = outcome_of(&other.outcome);
        let chosen = node.and_then(|node| other.candidate(node));
        Some(OtherCycle {
            profile: *profile,
            outcome,
            node: node.map(|node| words.node(node)),
            victims: chosen.map_or_else(Vec::new, |c| words.pods(&c.victims)),
            terminating: chosen.map_or_else(Vec::new, |c| words.terminating(&c.victims)),
        })
    }

    pub(crate) fn ties(&self, node: NodeId, words: &AnswerNames<'_>) -> Vec<TieAnswer> {
        let found = self.ties.nodes.iter().find(|(one, _)| *one == node);
        found.map_or_else(Vec::new, |(_, ties)| words.ties(ties))
    }

    pub(crate) fn other_choice(&self, words: &AnswerNames<'_>) -> Option<OtherChoice> {
        let (node, candidate) = self.ties.other_choice.as_ref()?;
        Some(OtherChoice {
            node: words.node(*node),
            victims: words.pods(&candidate.victims),
        })
    }
}

impl AnswerNames<'_> {
    pub(crate) fn ties(&self, ties: &[Tie]) -> Vec<TieAnswer> {
        let answer = |tie: &Tie| TieAnswer {
            victims: self.pods(&tie.victims),
            spared: self.pods(&tie.spared),
        };
        ties.iter().map(answer).collect()
    }
}
