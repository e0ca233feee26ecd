//! The queue of pending pods, as it is scheduled.

use schedscope_objects::{names::Names, profile::Profile, words};
use schedscope_options::options;
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::queue::{QueueRun, QueueSettings, QueueStepOutcome, SimulatedStep};
use serde::Serialize;

use crate::{
    pods::{
        misfit::{MisfitCount, misfit_counts},
        score_nodes::ScorerName,
    },
    quota::{cycle::QuotaRejectionAnswer, names::AnswerNames},
};

options! {
    /// How the queue of pending pods is played.
    pub struct QueueOptions {
        /// Which scheduler answers.
        profile: Profile,
        /// The scorer that picks among the nodes that fit, by cpu and memory; of equal ones the first by
        /// name.
        scorer: ScorerName = ScorerName("LeastAllocated"),
        /// At most so many steps. It ends queues in which pods evict each other in turn.
        max_steps: usize = 100_000,
        /// How many steps are passed over.
        offset: usize,
        /// How many steps are listed at most.
        limit: usize = 100,
    }
}

impl QueueOptions {
    /// The settings of the run.
    pub fn settings(&self) -> QueueSettings<'_> {
        QueueSettings {
            profile: self.profile,
            scorer: Some(self.scorer.0),
            max_steps: self.max_steps,
        }
    }

    /// Whether two ask for the same run.
    pub fn is_same_run(&self, other: &Self) -> bool {
        self.settings() == other.settings()
    }
}

/// A queue that was played, with a page of its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueAnswer {
    /// How many steps there were.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub steps_total: usize,
    /// How many times a pod was bound.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub bound: usize,
    /// How many times a pod evicted others.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub preemptions: usize,
    /// How many pods were evicted, each time counted.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub evictions: usize,
    /// How many pods wait at the end.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub waiting: usize,
    /// Whether it was ended by the number of steps.
    pub stopped: bool,
    /// A page of the steps.
    pub steps: Vec<QueueStep>,
}

words! {
    /// The outcome of a step.
    pub enum StepOutcomeName {
        /// The pod is bound.
        Bound = "Bound",
        /// The pod evicts others.
        Preempt = "Preempt",
        /// The pod waits.
        Unschedulable = "Unschedulable",
        /// Upstream fails.
        Error = "Error",
    }
}

/// One pod's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueStep {
    /// Which step, from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub index: usize,
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// Its namespace.
    pub namespace: String,
    /// `Bound`, `Preempt`, `Unschedulable`, `Error`.
    #[cfg_attr(feature = "types", ts(inline))]
    pub outcome: StepOutcomeName,
    /// Where it is bound, or nominated; null where it waits.
    pub node: Option<String>,
    /// Whom it evicts, most important first.
    pub victims: Vec<String>,
    /// What its quota says; null where that admits it.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Why nodes do not fit, with how many say so; where it waits for a node.
    pub misfits: Vec<MisfitCount>,
}

/// The queue with a page of its steps.
pub fn queue_answer(
    run: &QueueRun,
    snapshot: &ClusterSnapshot,
    names: &Names,
    options: &QueueOptions,
) -> QueueAnswer {
    let outcomes = || run.steps.iter().map(|step| &step.outcome);
    let evictions = outcomes().map(|outcome| match outcome {
        QueueStepOutcome::Preempts(_, victims) => victims.len(),
        _ => 0,
    });
    let is_bound = |outcome: &&QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
    let preempts = |outcome: &&QueueStepOutcome| matches!(outcome, QueueStepOutcome::Preempts(..));
    let steps = run.steps.iter().enumerate().skip(options.offset);
    let steps = steps.take(options.limit);
    QueueAnswer {
        steps_total: run.steps.len(),
        bound: outcomes().filter(is_bound).count(),
        preemptions: outcomes().filter(preempts).count(),
        evictions: evictions.sum(),
        waiting: run.waiting.len(),
        stopped: run.stopped,
        steps: steps
            .filter_map(|(index, step)| step_answer(step, index, snapshot, names))
            .collect(),
    }
}

fn step_answer(
    step: &SimulatedStep,
    index: usize,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Option<QueueStep> {
    let pod = snapshot.pods.get(step.pod)?;
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let mut answer = QueueStep {
        index,
        pod: pod.key(names),
        priority: pod.priority,
        namespace: names[pod.pod.namespace].to_owned(),
        outcome: StepOutcomeName::Unschedulable,
        node: None,
        victims: Vec::new(),
        rejection: None,
        misfits: Vec::new(),
    };
    match &step.outcome {
        QueueStepOutcome::Bound(node) => {
            answer.outcome = StepOutcomeName::Bound;
            answer.node = Some(words.node(*node));
        }
        QueueStepOutcome::Preempts(node, victims) => {
            answer.outcome = StepOutcomeName::Preempt;
            answer.node = Some(words.node(*node));
            answer.victims = words.keys(victims);
        }
        QueueStepOutcome::Rejected(rejection) => {
            answer.rejection = Some(words.rejection(*rejection));
        }
        QueueStepOutcome::NoNode(misfits) => {
            answer.misfits = misfit_counts(misfits, &snapshot.resources);
        }
        QueueStepOutcome::Error => answer.outcome = StepOutcomeName::Error,
    }
    Some(answer)
}
