//! Nodes among which kube-scheduler chooses at random.

use schedscope_answer_macro::answer;
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::queue::SimulatedStep;

use crate::pods::default_profile::names_of;

/// Nodes with the same score as the one that is taken, the first by name. Kubernetes takes any of them, at random.
#[answer(Eq)]
pub struct NodeTie {
    /// Their score: the sum of scores times weights; of a single scorer other than `DefaultProfile`, its score before
    /// normalisation.
    pub total: i64,
    /// The other nodes, sorted by name, at most 9.
    pub tied_with: Vec<String>,
    /// The number of all other nodes.
    pub tied: usize,
}

impl NodeTie {
    /// The nodes of a step with names.
    pub(super) fn of(step: &SimulatedStep, snapshot: &ClusterSnapshot) -> Option<Self> {
        let pick = step.tie.as_deref()?;
        let names = names_of(snapshot, &pick.best).into_iter();
        Some(Self {
            total: pick.total,
            tied_with: names.skip(1).collect(),
            tied: pick.best.count.saturating_sub(1),
        })
    }
}
