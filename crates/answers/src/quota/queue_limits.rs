//! The limits on the nodes after a queue, for each scorer side by side.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    kubernetes_version::KubernetesVersion, names::Names, profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_pods::{amounts::ResourceId, node::NodeInfo, snapshot::ClusterSnapshot};
use schedscope_quota::queue::{QueueRun, QueueStepOutcome};

use crate::quota::{
    queue::{MOST_STEPS, QueueOptions, QueueRepetition},
    scorer_weights::{QueueScorerName, ScorerWeights, WeightedScorer},
};

options! {
    /// Options of `queueLimits`.
    pub struct QueueLimitsOptions {
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The scorers that are compared. Default: `LimitAware`, `DefaultProfile` and `LeastAllocated`.
        scorers: Option<Vec<QueueScorerName>>,
        /// Several scorers with their weights, compared as one more scorer.
        weights: ScorerWeights,
        /// The maximum number of steps of each queue. A queue in which pods evict each other for ever ends before it.
        max_steps: usize [0..=MOST_STEPS] = 100_000,
        /// How many nodes to skip.
        offset: usize,
        /// The maximum number of nodes to list.
        limit: usize = 100,
    }
}

impl QueueLimitsOptions {
    /// The queues that are compared, each once.
    pub fn queues(&self) -> Vec<QueueOptions> {
        let default = [
            QueueScorerName("LimitAware"),
            QueueScorerName::DEFAULT_PROFILE,
            QueueScorerName("LeastAllocated"),
        ];
        let scorers = self.scorers.as_deref().unwrap_or(&default);
        let queue = |scorer: QueueScorerName, weights: ScorerWeights| QueueOptions {
            profile: self.profile,
            kubernetes_version: self.kubernetes_version,
            scorer,
            weights,
            max_steps: self.max_steps,
            ..QueueOptions::default()
        };
        let mut queues: Vec<QueueOptions> = Vec::new();
        for (at, scorer) in scorers.iter().enumerate() {
            if !scorers.iter().take(at).any(|other| other == scorer) {
                queues.push(queue(*scorer, ScorerWeights::default()));
            }
        }
        if !self.weights.list().is_empty() {
            queues.push(queue(default[1], self.weights.clone()));
        }
        queues
    }
}

/// The limits on the nodes before and after the queue, by scorer. A best-effort pod counts with all that its node can
/// give. A resource that a node has none of is left out there.
#[answer(Default, Eq)]
pub struct QueueLimitsAnswer {
    /// The number of all nodes.
    pub nodes_total: usize,
    /// The limits before the queue.
    pub before: LimitsOnNodes,
    /// The result of each scorer: in the order of the option `scorers`, then the weighted sum.
    pub scorers: Vec<ScorerLimits>,
    /// A page of the nodes, in the order of the input.
    pub nodes: Vec<NodeLimits>,
}

/// The queue by one scorer, and the limits after it.
#[answer(Eq)]
pub struct ScorerLimits {
    /// The scorer; several if their weighted sum picks the nodes.
    pub scorers: Vec<WeightedScorer>,
    /// The number of pods that the queue bound and that are on their node at the end: others were evicted again.
    pub bound: usize,
    /// The number of evictions; a pod that is evicted twice counts twice.
    pub evictions: usize,
    /// The number of pods that wait at the end.
    pub waiting: usize,
    /// Whether `maxSteps` ended the queue.
    pub stopped: bool,
    /// The steps that would repeat forever, which ended the queue; `null`: none.
    pub repeats: Option<QueueRepetition>,
    /// The limits after the queue.
    pub after: LimitsOnNodes,
}

/// The limits on all nodes.
#[answer(Default, Eq)]
pub struct LimitsOnNodes {
    /// By how much the limits exceed the nodes, summed over the nodes that they exceed.
    pub over_subscription: OverSubscription,
    /// The number of nodes on which the limits of cpu or memory exceed the allocatable.
    pub nodes_over_subscribed: usize,
    /// The node with the largest ratio of limits to allocatable. `null`: none is over it.
    pub worst: Option<WorstNode>,
}

/// By how much limits exceed what can be allocated; 0 where they do not.
#[answer(Copy, Default, Eq)]
pub struct OverSubscription {
    /// In milli-CPU.
    pub cpu: i64,
    /// In bytes.
    pub memory: i64,
}

/// The node whose limits exceed it the most.
#[answer(Eq)]
pub struct WorstNode {
    /// The name of the node.
    pub node: String,
    /// The resource.
    #[ts(type = "\"cpu\" | \"memory\"")]
    pub resource: &'static str,
    /// The amount that the node can give to pods.
    pub allocatable: i64,
    /// The sum of the limits of its pods.
    pub limits: i64,
}

/// The limits on one node.
#[answer(Eq)]
pub struct NodeLimits {
    /// The name of the node.
    pub node: String,
    /// By how much the limits exceed the node before the queue.
    pub before: OverSubscription,
    /// The same after it, for each scorer, in their order.
    pub after: Vec<OverSubscription>,
}

/// The resources that are compared.
const COMPARED: [(ResourceId, &str); 2] =
    [(ResourceId::CPU, "cpu"), (ResourceId::MEMORY, "memory")];

/// The limits before some queues and after them. O(queues x (steps x pods of a node + pods + nodes)).
pub fn queue_limits(
    runs: &[(&QueueOptions, &QueueRun)],
    snapshot: &ClusterSnapshot,
    options: &QueueLimitsOptions,
    names: &Names,
) -> QueueLimitsAnswer {
    let nodes = snapshot.nodes.iter();
    let page = nodes.skip(options.offset).take(options.limit);
    let mut answer = QueueLimitsAnswer {
        nodes_total: snapshot.nodes.len(),
        before: LimitsOnNodes::of(snapshot),
        scorers: Vec::new(),
        nodes: page
            .map(|node| NodeLimits {
                node: node.name.clone(),
                before: OverSubscription::of(node),
                after: Vec::new(),
            })
            .collect(),
    };
    for (queue, run) in runs {
        let after = run.replay(run.steps.len(), snapshot, names);
        let mut scorer = ScorerLimits {
            scorers: WeightedScorer::all(&queue.settings()),
            bound: run.tally().bound.len(),
            evictions: 0,
            waiting: run.waiting.len(),
            stopped: run.stopped,
            repeats: run.repeats.map(QueueRepetition::new),
            after: LimitsOnNodes::of(&after),
        };
        for step in &run.steps {
            if let QueueStepOutcome::Preempts(_, victims) = &step.outcome {
                scorer.evictions += victims.len();
            }
        }
        answer.scorers.push(scorer);
        let nodes = after.nodes.iter().skip(options.offset);
        for (row, node) in answer.nodes.iter_mut().zip(nodes) {
            row.after.push(OverSubscription::of(node));
        }
    }
    answer
}

impl LimitsOnNodes {
    /// O(nodes).
    fn of(snapshot: &ClusterSnapshot) -> Self {
        let mut sum = Self::default();
        for node in &snapshot.nodes {
            let over = OverSubscription::of(node);
            sum.over_subscription.cpu = sum.over_subscription.cpu.saturating_add(over.cpu);
            sum.over_subscription.memory = sum.over_subscription.memory.saturating_add(over.memory);
            sum.nodes_over_subscribed += usize::from(over != OverSubscription::default());
            for (resource, name) in COMPARED {
                let (allocatable, limits) = amounts(node, resource);
                let ratio = |a: i64, b: i64| i128::from(a) * i128::from(b);
                let is_worse = sum.worst.as_ref().is_none_or(|worst| {
                    ratio(limits, worst.allocatable) > ratio(worst.limits, allocatable)
                });
                if allocatable > 0 && limits > allocatable && is_worse {
                    sum.worst = Some(WorstNode {
                        node: node.name.clone(),
                        resource: name,
                        allocatable,
                        limits,
                    });
                }
            }
        }
        sum
    }
}

impl OverSubscription {
    fn of(node: &NodeInfo) -> Self {
        let [cpu, memory] = COMPARED.map(|(resource, _)| {
            let (allocatable, limits) = amounts(node, resource);
            if allocatable > 0 {
                limits.saturating_sub(allocatable).max(0)
            } else {
                0
            }
        });
        Self { cpu, memory }
    }
}

/// The amount that a node can give, and the limits of the pods on it.
fn amounts(node: &NodeInfo, resource: ResourceId) -> (i64, i64) {
    (node.allocatable.get(resource), node.limits_of(resource))
}
