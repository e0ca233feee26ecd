//! How answers use the pods that they are about.

use rustc_hash::FxHashSet;
use schedscope_objects::{id::PodId, names::Symbol, pod::Pod};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::queue::{QueueRun, QueueStepOutcome};

/// The pods of an answer for which the default profile scores several nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Scored<'a> {
    /// No pods: at most one node was feasible for each, which is selected without scoring.
    #[default]
    Nobody,
    /// All pods, as far as is known.
    All,
    /// These pods.
    Some(&'a Choosing),
}

impl Scored<'_> {
    /// All, or none.
    pub(crate) const fn all_if(scored: bool) -> Self {
        if scored { Self::All } else { Self::Nobody }
    }

    pub(super) fn has(self, pod: &Pod) -> bool {
        match self {
            Self::Nobody => false,
            Self::All => true,
            Self::Some(pods) => pods.0.contains(&(pod.namespace, pod.name)),
        }
    }
}

/// The pods with several feasible nodes in some step of a queue, by namespace and name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choosing(FxHashSet<(Symbol, Symbol)>);

impl Choosing {
    /// Adds the pods of a queue. O(steps).
    pub(crate) fn add(&mut self, run: &QueueRun, snapshot: &ClusterSnapshot) {
        for step in run.steps.iter().filter(|step| step.had_choice) {
            if let Some(info) = snapshot.pods.get(step.pod) {
                self.0.insert((info.pod.namespace, info.pod.name));
            }
        }
    }

    /// These pods.
    pub(crate) fn these(pods: impl Iterator<Item = PodId>, snapshot: &ClusterSnapshot) -> Self {
        let infos = pods.filter_map(|pod| snapshot.pods.get(pod));
        Self(
            infos
                .map(|info| (info.pod.namespace, info.pod.name))
                .collect(),
        )
    }

    /// The pods of one queue.
    pub(crate) fn of(run: &QueueRun, snapshot: &ClusterSnapshot) -> Self {
        let mut choosing = Self::default();
        choosing.add(run, snapshot);
        choosing
    }
}

/// Whether a pod of a queue evicts others.
pub(crate) fn has_victims(run: &QueueRun) -> bool {
    let preempts = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Preempts(..));
    run.steps.iter().any(|step| preempts(&step.outcome))
}

/// Whether a pod of a queue found no node in some step: preemption then compares priorities.
pub(crate) fn preempts(run: &QueueRun) -> bool {
    let is_bound = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
    run.steps.iter().any(|step| !is_bound(&step.outcome))
}

/// How an answer uses the pods that it is about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asks<'a> {
    /// The pods for which the default profile scores several nodes.
    pub(crate) scores: Scored<'a>,
    /// The answer depends on their priorities: they are queued in this order, or can evict others.
    pub(crate) ranks: bool,
    /// They can evict others.
    pub(crate) evicts: bool,
    /// The answer names victims.
    pub(crate) victims: bool,
}
