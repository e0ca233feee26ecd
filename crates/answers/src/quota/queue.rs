//! The queue of pending pods, scheduled one after another.

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::PodId,
    names::Names,
    namespaced_name::NamespacedName,
    profile::{Profile, ProfileChoice},
    words,
};
use schedscope_options::options;
use schedscope_pods::{
    fit::{Faults, FitContext, MisfitReason, named_nodes},
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{VolumeReason, VolumeRefusal},
};
use schedscope_quota::{
    disruption::Budgets,
    queue::{QueueRun, QueueSettings, QueueStepOutcome, Repetition, SimulatedStep, StepVolumes},
};

use crate::{
    pods::{
        filters_off::ProfileFilters,
        kubelet::{KubeletRejectedPod, rejected_pods},
        misfit::{MisfitCount, misfit_counts},
        scheduler::{SchedulerPods, scheduler_names},
        volume_misfit::VolumeRefusalAnswer,
        volume_ties::VolumeTiesAnswer,
        volumes::{VolumeDependentPod, VolumeName, at_least_one, volume_names},
    },
    quota::{
        cycle::{IneligibleReason, node_names},
        hanging::HangingStepsAnswer,
        names::AnswerNames,
        node_tie::NodeTie,
        queue_same::same_as,
        queue_volumes::{depending, depending_pods},
        rejection::QuotaRejectionAnswer,
        resource_quota::ResourceQuotaAnswer,
        scorer_weights::{QueueScorerName, ScorerWeights, WeightedScorer},
    },
};

/// The largest number of steps of a queue that can be asked for.
pub(super) const MOST_STEPS: i64 = 1_000_000;

/// The number of steps of a queue where nothing else is asked for.
pub(crate) const MAX_STEPS: usize = 100_000;

options! {
    /// Options of `queue`: how the pending pods are scheduled.
    pub struct QueueOptions {
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<schedscope_objects::KubernetesVersion>,
        /// What picks among the nodes that fit. `DefaultProfile`: the default profile of kube-scheduler, or the one
        /// that the input configures for the pod; or one scorer alone, by cpu and memory. Of nodes with the same score,
        /// the first by name is picked; kube-scheduler picks any.
        scorer: QueueScorerName = QueueScorerName::DEFAULT_PROFILE,
        /// Several scorers with their weights, instead of `scorer`. Their scores, normalised over the nodes that fit,
        /// are multiplied by the weights and summed, as kube-scheduler does.
        weights: ScorerWeights,
        /// The maximum number of steps. A queue in which pods evict each other for ever ends before it: `repeats`.
        max_steps: usize [0..=MOST_STEPS] = MAX_STEPS,
        /// How many steps to skip.
        offset: usize,
        /// The maximum number of steps to list.
        limit: usize = 100,
    }
}

impl QueueOptions {
    /// The settings of the run.
    pub fn settings(&self) -> QueueSettings {
        let scorers = self.weights.list();
        QueueSettings {
            profile: self.profile.of_pods(),
            scorers: if scorers.is_empty() {
                vec![(self.scorer.0, 1)]
            } else {
                scorers
            },
            max_steps: self.max_steps,
        }
    }

    /// Whether both options ask for the same run.
    pub fn is_same_run(&self, other: &Self) -> bool {
        self.settings() == other.settings()
    }
}

/// The largest number of pods that are never tried and that are named.
pub(crate) const NEVER_TRIED: usize = 100;

/// The queue of pending pods after it was scheduled, with a page of its steps.
#[answer(Default, Eq)]
pub struct QueueAnswer {
    /// The scorers that pick among the nodes that fit; of several, the scores times their weights are summed.
    pub scorers: Vec<WeightedScorer>,
    /// The number of all steps.
    pub steps_total: usize,
    /// The number of steps that bound a pod.
    pub bound: usize,
    /// The number of steps that bound a pod to a node by its name, because others had the same score: kube-scheduler
    /// picks one of them at random, and what follows may differ.
    pub ties: usize,
    /// The number of steps whose pod may get another node, or change where later pods go, with other volumes of those
    /// of which Kubernetes takes any one. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_ties: Option<usize>,
    /// The steps that could end otherwise by a fault of Kubernetes, or evict otherwise by an order of equals.
    pub hanging: HangingStepsAnswer,
    /// The number of steps in which a pod evicted others.
    pub preemptions: usize,
    /// The number of evictions; a pod that is evicted twice counts twice.
    pub evictions: usize,
    /// The number of pods that the queue bound and that are on their node at the end: others were evicted again.
    pub bound_at_end: usize,
    /// The number of pods that the queue bound, that are on a node at the end, and whose node depends on volumes that
    /// the answer does not know. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_dependent: Option<usize>,
    /// The first 10 of them, in the order of the queue. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeDependentPod>>")]
    pub volume_dependent_pods: Vec<VolumeDependentPod>,
    /// The number of pods that were evicted, each once.
    pub evicted_pods: usize,
    /// The number of evicted pods without an owner, each once. They wait again, but a cluster would not recreate them.
    pub evicted_without_owner: usize,
    /// The number of pods that wait at the end, with those that were not tried.
    pub waiting: usize,
    /// The number of them that were not tried, because the queue was ended before their turn (`stopped`, `repeats`), or
    /// because a `StatefulSet` creates them once an earlier pod is Running and Ready.
    pub untried: usize,
    /// The first 100 of them, in the order of the queue.
    pub untried_pods: Vec<NamespacedName>,
    /// The number of pods that scheduling gates hold back: they are never tried.
    pub gated: usize,
    /// The first 100 of them, in the order of the input.
    pub gated_pods: Vec<NamespacedName>,
    /// The number of other pending pods that are being deleted: kube-scheduler skips them.
    pub deleting: usize,
    /// The first 100 of them, in the order of the input.
    pub deleting_pods: Vec<NamespacedName>,
    /// The number of pending pods that the API server refuses because they are invalid: they are never tried.
    pub invalid: usize,
    /// The number of new pods that a `ResourceQuota` refuses at admission, in the order of the queue: they are never
    /// tried. New are replicas that a workload has still to create, and pods without UID and node.
    pub refused: usize,
    /// The first 100 of them, in the order of the queue.
    pub refused_pods: Vec<RefusedPod>,
    /// The number of pods that name their node and that its kubelet rejects: no scheduler sees them.
    pub kubelet_rejected: usize,
    /// The first 100 of them, in the order of the input.
    pub kubelet_rejected_pods: Vec<KubeletRejectedPod>,
    /// The schedulers other than `default-scheduler` that pending pods name, without those that have a profile in the
    /// text; at most 10, in the order of the input. The queue schedules their pods by the default profile.
    pub scheduler_names: Vec<SchedulerPods>,
    /// The scheduler to reproduce.
    pub profile: Profile,
    /// Whether `maxSteps` ended the queue.
    pub stopped: bool,
    /// The steps that would repeat forever, which ended the queue; `null`: none.
    pub repeats: Option<QueueRepetition>,
    /// The profiles of pending pods that switch filters off; empty: all filters are asked.
    pub filters_off: Vec<ProfileFilters>,
    /// The steps from `offset`, at most `limit` of them.
    pub steps: Vec<QueueStep>,
}

/// Steps of a queue that would come again and again: pods evict each other in turn.
#[answer(Copy, Eq)]
pub struct QueueRepetition {
    /// The first of these steps: from it on, the same steps come again and again.
    pub first: usize,
    /// The number of these steps.
    pub steps: usize,
}

impl QueueRepetition {
    pub(crate) fn new(Repetition { first, steps }: Repetition) -> Self {
        Self { first, steps }
    }
}

/// A new pod that is never tried, because the API server refuses it.
#[answer(Eq)]
pub struct RefusedPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The `ResourceQuota` that refuses it; `used` counts the new pods that were admitted before.
    pub resource_quota: ResourceQuotaAnswer,
}

words! {
    /// The outcome of a step.
    pub enum StepOutcomeName {
        /// The pod is bound.
        Bound = "Bound",
        /// The pod evicts others and is nominated.
        Preempt = "Preempt",
        /// The pod waits.
        Unschedulable = "Unschedulable",
        /// Upstream ends with an error.
        Error = "Error",
    }
}

/// One step of the queue: a scheduling cycle for one pod.
#[answer(Eq)]
pub struct QueueStep {
    /// The step, from 1, as `queueStep` takes it.
    pub step: usize,
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// `Bound`: the pod is bound. `Preempt`: it evicts others and is nominated. `Unschedulable`: it waits. `Error`:
    /// upstream ends with an error, before it scores nodes if there is a `message`, else while it looks for victims.
    #[ts(inline)]
    pub outcome: StepOutcomeName,
    /// The error before nodes are scored. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The error of a filter while upstream looks for victims, unless it is a fault of the search itself. Absent: there
    /// is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eviction_error: Option<String>,
    /// The node that the pod is bound to or nominated for; `null` if it waits.
    pub node: Option<String>,
    /// The other nodes with the best score; `null`: none.
    pub tie: Option<NodeTie>,
    /// The pods that it evicts, most important first.
    pub victims: Vec<NamespacedName>,
    /// The victims that are terminating already: the pod waits for them and does not evict them. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating_victims: Vec<NamespacedName>,
    /// How many of them a `PodDisruptionBudget` protects, which preemption may evict all the same. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub violations: Option<usize>,
    /// Why a quota rejects the pod; `null` if none does.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Why nodes do not fit, with the number of nodes for each reason; empty unless the pod waits for a node.
    pub misfits: Vec<MisfitCount>,
    /// Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_refusal: Option<VolumeRefusalAnswer>,
    /// The only nodes that the affinity of a waiting pod names, sorted. `null`: there are none.
    pub node_names: Option<Vec<String>>,
    /// Why the pod may not evict others; `null`: it may, or it does not wait.
    #[ts(inline)]
    pub ineligible_reason: Option<IneligibleReason>,
    /// The pod that is terminating on its nominated node; `null` unless `ineligibleReason` is
    /// `terminating`.
    pub terminating: Option<NamespacedName>,
    /// If the pod is bound or evicts others: the volumes that its node depends on and that the answer does not know;
    /// the following steps hold its room on the node. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeName>>")]
    pub volumes: Vec<VolumeName>,
    /// What Kubernetes leaves open about volumes, if the pod is bound or waits for a node. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_ties: Option<VolumeTiesAnswer>,
    /// If the pod waits for the same reasons as when it was tried before: the first such step since it last waited for
    /// others; `null`: it does not.
    #[ts(type = "number | null")]
    pub same_as: Option<usize>,
}

/// The queue with a page of its steps.
pub fn queue_answer(
    run: &QueueRun,
    snapshot: &ClusterSnapshot,
    budgets: &Budgets,
    names: &Names,
    options: &QueueOptions,
) -> QueueAnswer {
    let violations = |step: &SimulatedStep| {
        let QueueStepOutcome::Preempts(_, victims) = &step.outcome else {
            return None;
        };
        let violating = budgets.violating(snapshot, victims, names).into_iter();
        Some(violating.filter(|violates| *violates).count()).filter(|count| *count > 0)
    };
    let tally = run.tally();
    let depending = depending(run, &tally.bound);
    let outcomes = || run.steps.iter().map(|step| &step.outcome);
    let evictions = outcomes().map(|outcome| match outcome {
        QueueStepOutcome::Preempts(_, victims) => victims.len(),
        _ => 0,
    });
    let is_bound = |outcome: &&QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
    let preempts = |outcome: &&QueueStepOutcome| matches!(outcome, QueueStepOutcome::Preempts(..));
    let end = run
        .steps
        .len()
        .min(options.offset.saturating_add(options.limit));
    let same = if options.limit == 0 {
        Vec::new()
    } else {
        same_as(&run.steps[..end])
    };
    let steps = run.steps.iter().enumerate().skip(options.offset);
    let steps = steps.take(options.limit);
    let never_tried = |pods: &[PodId]| {
        let first = pods.iter().take(NEVER_TRIED);
        let infos = first.filter_map(|pod| snapshot.pods.get(*pod));
        infos.map(|info| info.namespaced_name(names)).collect()
    };
    let (kubelet_rejected_pods, kubelet_rejected) = rejected_pods(snapshot, names, NEVER_TRIED);
    QueueAnswer {
        kubelet_rejected,
        kubelet_rejected_pods,
        scorers: WeightedScorer::all(&options.settings()),
        steps_total: run.steps.len(),
        bound: outcomes().filter(is_bound).count(),
        ties: run.steps.iter().filter(|step| step.tie.is_some()).count(),
        volume_ties: at_least_one(open_volumes(run)),
        hanging: HangingStepsAnswer::default(),
        preemptions: outcomes().filter(preempts).count(),
        evictions: evictions.sum(),
        bound_at_end: tally.bound.len(),
        volume_dependent: at_least_one(depending.len()),
        volume_dependent_pods: depending_pods(&depending, snapshot, names),
        evicted_pods: tally.evicted.len(),
        evicted_without_owner: without_owner(&tally.evicted, snapshot),
        waiting: run.waiting.len(),
        untried: tally.untried.len(),
        untried_pods: never_tried(&tally.untried),
        gated: run.gated.len(),
        gated_pods: never_tried(&run.gated),
        deleting: run.deleting.len(),
        deleting_pods: never_tried(&run.deleting),
        invalid: snapshot.pods.iter().filter(|pod| pod.pod.refused).count(),
        refused: run.refused.len(),
        refused_pods: run
            .refused
            .iter()
            .take(NEVER_TRIED)
            .filter_map(|(pod, refusals)| {
                Some(RefusedPod {
                    pod: snapshot.pods.get(*pod)?.namespaced_name(names),
                    resource_quota: ResourceQuotaAnswer::new(refusals, names)?,
                })
            })
            .collect(),
        scheduler_names: scheduler_names(
            snapshot.pods.iter().filter(|pod| pod.is_to_schedule()),
            snapshot,
            names,
        ),
        profile: options.profile.of_pods(),
        stopped: run.stopped,
        repeats: run.repeats.map(QueueRepetition::new),
        filters_off: ProfileFilters::of_pending(snapshot, names),
        steps: steps
            .filter_map(|(index, step)| {
                Some(QueueStep {
                    same_as: same.get(index).copied().flatten(),
                    violations: violations(step),
                    ..step_answer(step, index, snapshot, names)?
                })
            })
            .collect(),
    }
}

/// How many steps are open because of volumes.
fn open_volumes(run: &QueueRun) -> usize {
    let volumes = run.steps.iter().filter_map(|step| step.volumes.as_deref());
    let decides = |of: &&StepVolumes| !of.ties.nodes.is_empty() || !of.after.is_empty();
    volumes.filter(decides).count()
}

fn without_owner(pods: &FxHashSet<PodId>, snapshot: &ClusterSnapshot) -> usize {
    let infos = pods.iter().filter_map(|pod| snapshot.pods.get(*pod));
    let is_unowned = |info: &&PodInfo| info.replica.is_none() && info.pod.owner.is_none();
    infos.filter(is_unowned).count()
}

/// A step with names.
pub(crate) fn step_answer(
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
    let (ineligible_reason, terminating) = words.ineligible(step.ineligible);
    let mut answer = QueueStep {
        step: index + 1,
        pod: pod.namespaced_name(names),
        priority: pod.priority,
        outcome: StepOutcomeName::Unschedulable,
        message: None,
        eviction_error: None,
        node: None,
        tie: NodeTie::of(step, snapshot),
        victims: Vec::new(),
        terminating_victims: Vec::new(),
        violations: None,
        rejection: None,
        misfits: Vec::new(),
        volume_refusal: None,
        node_names: None,
        ineligible_reason,
        terminating,
        volumes: Vec::new(),
        volume_ties: words.volume_ties(step.volumes.as_deref()),
        same_as: None,
    };
    match &step.outcome {
        QueueStepOutcome::Bound(node) => {
            answer.outcome = StepOutcomeName::Bound;
            answer.volumes = volume_names(pod, &step.open, snapshot, names);
            answer.node = Some(words.node(*node));
        }
        QueueStepOutcome::Preempts(node, victims) => {
            answer.outcome = StepOutcomeName::Preempt;
            answer.volumes = volume_names(pod, &step.open, snapshot, names);
            answer.node = Some(words.node(*node));
            answer.victims = words.pods(victims);
            answer.terminating_victims = words.terminating(victims);
        }
        QueueStepOutcome::Rejected(rejection) => {
            answer.rejection = Some(words.rejection(rejection));
        }
        QueueStepOutcome::NoNode(misfits) => {
            answer.volume_refusal = words.refusal(refusal_of(misfits));
            if answer.volume_refusal.is_none() {
                answer.misfits = misfit_counts(misfits, words.reasons());
            }
            let on = FitContext {
                snapshot,
                pod,
                names,
                faults: Faults::default(),
            };
            answer.node_names = node_names(&named_nodes(on), names);
        }
        QueueStepOutcome::Error(foreign) => {
            answer.outcome = StepOutcomeName::Error;
            answer.eviction_error = words.foreign_claim_error(*foreign);
        }
        QueueStepOutcome::PreScoreError(error) => {
            answer.outcome = StepOutcomeName::Error;
            answer.message = Some(error.clone().into());
        }
    }
    Some(answer)
}

/// The refusal of a pod before nodes are filtered.
fn refusal_of(misfits: &[(MisfitReason, usize)]) -> Option<VolumeRefusal> {
    match misfits {
        [(MisfitReason::Volumes(VolumeReason::Refused(refusal)), _)] => Some(*refusal),
        _ => None,
    }
}
