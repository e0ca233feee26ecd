//! Why a pod is on its node: what the scheduler would decide now, and without the pods that came later.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::{NamedObject, NamespacedName},
    profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_whatif::pods::recorded::{Recorded, RecordedPodKind, Standing};

use super::recorded::{CycleEndAnswer, RecordedScores, scores_answer};
use crate::{
    pods::misfit::MisfitAnswer,
    quota::{names::AnswerNames, outcome::CycleOutcomeName, rejection::QuotaRejectionAnswer},
};

options! {
    /// Options of `recordedNode`.
    pub struct RecordedNodeOptions {
        /// The pod, which is on a node.
        pod: NamedObject [needed],
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of pods in `without`.
        limit: usize = 100,
    }
}

/// Why a pod is on its recorded node: it is scheduled again as if it were pending. Pods that have gone since are not in
/// the input.
#[answer(Eq)]
pub struct RecordedNodeAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The node that it is on.
    pub node: String,
    /// Whether it is the mirror of a static pod: no scheduler placed it.
    pub mirror: bool,
    /// With all other pods.
    pub now: RecordedNodeDecision,
    /// Without the pods in `without`; `null`: no pod started later.
    pub then: Option<RecordedNodeDecision>,
    /// The first pods that `then` is without: if its node is not the result now, the fewest found without which it is:
    /// one pod that started later, or those that started last. Otherwise, and if none are found, all that started
    /// later.
    pub without: Vec<NamespacedName>,
    /// The number of all of them.
    pub without_total: usize,
    /// The number of pods on nodes that started later (`status.startTime`, or `metadata.creationTimestamp` without it).
    pub later_total: usize,
    /// The number of decisions of the search; 0: it was not necessary. Of more than 500 later pods, the last 500 are
    /// tried.
    pub decisions: usize,
    /// The number of pods on nodes of which the input does not tell whether they started later: they stay.
    pub untimed: usize,
}

/// What the scheduler decides about a pod that is on a node.
#[answer(Eq)]
pub struct RecordedNodeDecision {
    /// `same`: its node is one of those with the highest total, or the only one that fits. `elsewhere`: another node
    /// has a higher total. `rejected`: its node fits, and its quota does not admit it. `misfit`: a filter rejects its
    /// node.
    #[ts(inline)]
    pub kind: RecordedPodKind,
    /// The number of nodes that fit.
    pub feasible: usize,
    /// 1 plus the number of nodes with a higher total; `null`: it is not scored.
    pub rank: Option<usize>,
    /// The number of nodes with the same total, itself included; `null`: likewise.
    pub alike: Option<usize>,
    /// Why its node does not fit; `null`: it fits.
    pub misfit: Option<MisfitAnswer>,
    /// Why its quota does not admit it; `null`: it is admitted, or has no quota.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// How its cycle ends.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that it is bound to or nominated for; `null`: it waits.
    pub chosen: Option<String>,
    /// The totals of its own node and of the chosen one; `null`: not both are scored.
    pub scores: Option<RecordedScores>,
}

/// What the scheduler decides about a pod among the pods that were counted, if it is on a node of the input. O(nodes +
/// pods).
pub fn recorded_node_decision(
    counted: &mut Recorded,
    pod: &str,
    names: &Names,
) -> Option<(String, RecordedNodeDecision)> {
    let pod = counted.snapshot.pod(pod, names)?;
    counted.standing(pod, names, |snapshot, info, (node, standing)| {
        let words = AnswerNames {
            snapshot,
            names,
            pod: info,
        };
        let end = CycleEndAnswer::new(&standing.cycle, &words);
        let Standing {
            kind,
            rank,
            misfit,
            rejection,
            scores,
            ..
        } = standing;
        let decision = RecordedNodeDecision {
            kind: *kind,
            feasible: standing.cycle.feasible().len(),
            rank: rank.map(|of| of.rank),
            alike: rank.map(|of| of.alike),
            misfit: misfit.as_ref().map(|misfit| words.misfit(node, misfit)),
            rejection: rejection.as_ref().map(|of| words.rejection(of)),
            outcome: end.outcome,
            chosen: end.node,
            scores: scores.as_ref().map(scores_answer),
        };
        (words.node(node), decision)
    })
}
