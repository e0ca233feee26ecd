//! The nodes, pods and quotas after a step of the queue.

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::Names,
    namespaced_name::NamespacedName,
};
use schedscope_options::options;
use schedscope_pods::{
    amounts::Amounts,
    fit::Fault,
    snapshot::{ClusterSnapshot, PodLocation},
};
use schedscope_quota::{
    cycle,
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueRun, QueueStepOutcome},
};

use crate::{
    pods::amounts::AmountMap,
    quota::{
        cycle::{QuotaState, chosen_any_of, quota_state},
        explain::{PodVerdict, verdicts},
        marks::{CycleMarks, FaultAnswer, OtherChoice, OtherCycle, TieAnswer},
        names::AnswerNames,
        node_tie::NodeTie,
        queue::QueueOptions,
    },
};

options! {
    /// Options of `queueStep`.
    pub struct QueueStepOptions {
        /// How the queue is scheduled; its `offset` and `limit` have no effect.
        queue: QueueOptions,
        /// The step; 0: before the first step. A number beyond the last step means the last one.
        step: usize [needed],
        /// How many nodes to skip.
        offset: usize,
        /// The maximum number of nodes to list.
        limit: usize = 100,
    }
}

/// The largest number of a node's pods that are named.
const PODS: usize = 110;
/// The largest number of pods without a node that are named.
const QUEUED: usize = 100;

/// The nodes, pods and quotas after a step of the queue.
#[answer(Default, Eq)]
pub struct QueueStepAnswer {
    /// The step; 0: before the first step.
    pub step: usize,
    /// The quotas, in the order of the input.
    pub quotas: Vec<QuotaState>,
    /// A page of the nodes, in the order of the input.
    pub nodes: Vec<QueueNode>,
    /// The first 100 pods without a node, in the order of the input; without those that are
    /// refused at admission.
    pub unbound: Vec<NamespacedName>,
    /// The number of all pods without a node, but those that are refused.
    pub unbound_total: usize,
    /// The first 100 new pods that a `ResourceQuota` refuses at admission, in the order of the queue, as
    /// `namespace/name`: they do not exist in the cluster.
    pub refused: Vec<NamespacedName>,
    /// The number of all of them.
    pub refused_total: usize,
    /// The other nodes with the best score; `null`: none.
    pub tie: Option<NodeTie>,
    /// The verdict on each pod of its node, as of `explainNode`; `null`: the step evicts no pod.
    pub verdicts: Option<Vec<PodVerdict>>,
    /// If the step evicts pods: those of its node that other orders of equally important pods would evict or spare.
    pub ties: Vec<TieAnswer>,
    /// The node with another order of equally important pods, with its victims; `null`: none.
    pub other_choice: Option<OtherChoice>,
    /// If the step evicts pods: the nodes where evictions cost the least, sorted by name; upstream takes any of them.
    pub chosen_any_of: Vec<String>,
    /// The faults of Kubernetes without which the cycle of the step would go otherwise; none in profile `Proposal`.
    /// That of a score only if the default profile picks the nodes.
    pub faults: Vec<FaultAnswer>,
    /// If the default profile picks the nodes: how the scheduler of the other profile would end the cycle of the step,
    /// with its faults or without them; absent if that is the same end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_cycle: Option<OtherCycle>,
}

/// A node after a step of the queue.
#[answer(Eq)]
pub struct QueueNode {
    /// The name of the node.
    pub node: String,
    /// The amounts that the node can give to pods.
    pub allocatable: AmountMap,
    /// The sum of the requests of its pods.
    pub requested: AmountMap,
    /// The first 110 pods on it, in the order of the input.
    pub pods: Vec<NamespacedName>,
    /// The number of all pods on it.
    pub pods_total: usize,
    /// The pods that are nominated for it.
    pub nominated: Vec<NamespacedName>,
}

/// The nodes, pods and quotas after a step, or after the last one. O(steps x pods of a node + pods), and a cycle for
/// what its result depends on, one more for each fault that could matter.
pub fn queue_moment(
    run: &QueueRun,
    (snapshot, ledger): (&ClusterSnapshot, &Ledger),
    budgets: &Budgets,
    names: &Names,
    options: &QueueStepOptions,
) -> Option<QueueStepAnswer> {
    let state = run.after(options.step, snapshot, ledger);
    let (_, pod) = snapshot.pods.entries().next()?;
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let on = |node_of: &IdVec<PodId, Option<NodeId>>, node: NodeId| -> Vec<PodId> {
        let found = node_of.entries().filter(|(_, of)| **of == Some(node));
        found.map(|(pod, _)| pod).collect()
    };
    let nodes = snapshot.nodes.entries().skip(options.offset);
    let nodes = nodes.take(options.limit).map(|(id, node)| {
        let mut pods = on(&state.node_of, id);
        let mut requested = Amounts::default();
        for pod in pods.iter().filter_map(|pod| snapshot.pods.get(*pod)) {
            requested.add(pod.request.held());
        }
        let pods_total = pods.len();
        pods.truncate(PODS);
        QueueNode {
            node: node.name.clone(),
            allocatable: AmountMap::of(&snapshot.resources, &node.allocatable),
            requested: AmountMap::of(&snapshot.resources, &requested),
            pods: words.pods(&pods),
            pods_total,
            nominated: words.pods(&on(&state.nominated, id)),
        }
    });
    let unbound = snapshot.pods.entries().filter(|(id, pod)| {
        pod.is_live()
            && !pod.pod.refused
            && pod.place != PodLocation::Unknown
            && state.node_of[*id].is_none()
    });
    let mut refused: Vec<PodId> = run.refused.iter().map(|(pod, _)| *pod).collect();
    let is_refused: FxHashSet<PodId> = refused.iter().copied().collect();
    refused.truncate(QUEUED);
    let unbound = unbound.map(|(id, _)| id);
    let mut unbound: Vec<PodId> = unbound.filter(|id| !is_refused.contains(id)).collect();
    let unbound_total = unbound.len();
    unbound.truncate(QUEUED);
    let quotas = state.ledger.quotas.iter();
    let mut answer = QueueStepAnswer {
        step: options.step.min(run.steps.len()),
        quotas: quotas
            .map(|quota| quota_state(&snapshot.resources, quota, names))
            .collect(),
        nodes: nodes.collect(),
        unbound: words.pods(&unbound),
        unbound_total,
        refused: words.pods(&refused),
        refused_total: run.refused.len(),
        ..QueueStepAnswer::default()
    };
    explain_step(
        &mut answer,
        run,
        (snapshot, ledger),
        budgets,
        names,
        options,
    );
    Some(answer)
}

/// Explains what the result of a step depends on, and why it evicts these pods; `None` if it does not evict.
fn explain_step(
    answer: &mut QueueStepAnswer,
    run: &QueueRun,
    (snapshot, ledger): (&ClusterSnapshot, &Ledger),
    budgets: &Budgets,
    names: &Names,
    options: &QueueStepOptions,
) -> Option<()> {
    let before = options.step.min(run.steps.len()).checked_sub(1)?;
    let step = run.steps.get(before)?;
    answer.tie = NodeTie::of(step, snapshot);
    let mut ledger = run.after(before, snapshot, ledger).ledger;
    let snapshot = &run.replay(before, snapshot, names);
    let pod = snapshot.pods.get(step.pod)?;
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let profile = options.queue.profile.of_pods();
    let cycle = cycle::run(snapshot, &mut ledger, budgets, pod, names, profile);
    let of = (profile, &cycle);
    let marks = CycleMarks::of(snapshot, &mut ledger, budgets, pod, names, of);
    answer.faults = marks.fault_answers(&words);
    if options.queue.settings().picks_by_profile() {
        answer.other_cycle = marks.other_cycle(&words);
    } else {
        let faults = &mut answer.faults;
        faults.retain(|fault| fault.fault != Fault::LeastPodLevel);
    }
    let QueueStepOutcome::Preempts(node, _) = step.outcome else {
        return None;
    };
    answer.chosen_any_of = chosen_any_of(&words, &cycle);
    answer.other_choice = marks.other_choice(&words);
    let place = (node, profile);
    let (_, ties, pods) = verdicts(&words, &mut ledger, budgets, &cycle.admission, place);
    answer.ties = ties;
    answer.verdicts = Some(pods);
    Some(())
}
