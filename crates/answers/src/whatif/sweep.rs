//! One parameter over its range, one cluster over all weights, and how far weights may change.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::ObjectName, namespaced_name::NamespacedName, words};
pub use schedscope_whatif::placement::lines::NotLinear;

use super::{
    change::CycleAfter,
    run_after::RunAfter,
    weights::{ExactNumber, WeightRange},
};
use crate::placement::integer::Integer;

words! {
    /// What is swept. `weight`: the weight of a prioritizer, -10 to 10. `count`: the number of clusters, from 0 to the
    /// number of feasible ones. `max-skew`: of a spread constraint, from 1 to the number of feasible clusters. Of the
    /// cycle of a pod: `request`, `priority`, or `min` or `max` of an `ElasticQuota`, from the least value to the
    /// largest that matters; amounts are milli-CPU, bytes, or whole numbers of other resources. Of the config of a run
    /// of autoscaled VMs: `watermark` in millionths, `system` in milli-CPU or bytes, `compute-unit` in vCPUs or slots.
    pub enum SweptParameter {
        /// The weight of a prioritizer.
        Weight = "weight",
        /// The number of clusters.
        Count = "count",
        /// The max skew of a spread constraint.
        MaxSkew = "max-skew",
        /// A request of a pod.
        Request = "request",
        /// The priority of a pod.
        Priority = "priority",
        /// The min of a quota.
        Min = "min",
        /// The max of a quota.
        Max = "max",
        /// A watermark of VMs.
        Watermark = "watermark",
        /// What is kept for the system of nodes with VMs.
        System = "system",
        /// A side of the compute unit of VMs.
        ComputeUnit = "compute-unit",
    }
}

/// The selection for every value of one parameter.
#[answer]
pub struct SweepAnswer {
    /// The object that has the parameter.
    pub object: ObjectName,
    /// The pod whose cycle is swept; `null` for a placement.
    pub pod: Option<NamespacedName>,
    /// What is swept.
    pub parameter: SweptParameter,
    /// The prioritizer, the topology key, or the resource; empty for `count`, `priority` and all weights. Of VMs, the
    /// field of the config, such as `nodeDefaults.cpu.watermark`.
    pub subject: String,
    /// The value in force; `null`: all clusters, of a quota: no bound, or all weights.
    pub in_force: Option<Integer>,
    /// The values with one selection or one end of the cycle, side by side, in order.
    pub intervals: Vec<SweepInterval>,
    /// The cluster that was asked for, at each value.
    pub points: Vec<SweepPoint>,
    /// The rank of a cluster for every real weight; absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<RankAnswer>,
    /// How far weights may change; absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stability: Option<StabilityAnswer>,
    /// Whether the intervals are complete: all values of a placement were tried, of at most 1,000; of a pod, all
    /// critical values, and scores did not choose the node of a request between them; of VMs, all critical values; of
    /// real weights, all, unless there is a `reason`.
    pub complete: bool,
}

/// Values with one selection, or one end of a cycle.
#[answer(Eq, Default)]
pub struct SweepInterval {
    /// The first value.
    pub from: Integer,
    /// The last value.
    pub to: Integer,
    /// The number of selected clusters; of a pod or of VMs 0.
    pub selected: usize,
    /// How the cycle of the pod ends; `null`: no pod is meant.
    pub cycle: Option<CycleAfter>,
    /// A value with which other nodes have the same total, so that kube-scheduler picks one at random: the one in
    /// force, or else the lowest that was tried. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tied_at: Option<Integer>,
    /// How the timeline of VMs runs; `null`: none is meant.
    pub run: Option<RunAfter>,
    /// Whether clusters are scored at all; `false`: the placement is misconfigured there.
    pub decided: bool,
    /// The clusters that the values before do not select, by name; at most `limit`.
    pub added: Vec<String>,
    /// The clusters that only the values before select, by name; at most `limit`.
    pub removed: Vec<String>,
    /// How many are added; absent where `added` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub added_total: Option<usize>,
    /// How many are removed; absent where `removed` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub removed_total: Option<usize>,
    /// Of VMs, the pods that migrate here, and not with the values before; at most `limit`. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub added_pods: Vec<NamespacedName>,
    /// Of VMs, the pods that migrate with the values before, and not here; at most `limit`. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub removed_pods: Vec<NamespacedName>,
    /// Of VMs, the pods of those that are not on a node at the end; at most `limit`. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub unplaced: Vec<NamespacedName>,
}

/// A cluster at one value.
#[answer(Copy, Eq)]
pub struct SweepPoint {
    /// The value.
    pub value: Integer,
    /// Its rank, from 1; `null`: it has none.
    pub rank: Option<u32>,
    /// Its total; `null`: it has none.
    pub total: Option<Integer>,
    /// Whether it is selected.
    pub selected: bool,
}

/// The rank of one cluster for every real weight of one prioritizer.
#[answer]
pub struct RankAnswer {
    /// The cluster.
    pub cluster: String,
    /// The prioritizer.
    pub prioritizer: String,
    /// Its weight in force.
    pub weight: i32,
    /// The rank of the cluster, from 1; `null`: it has none.
    pub rank: Option<u32>,
    /// The number of selected clusters.
    pub selected: usize,
    /// The parts of the weights in which the cluster is selected, in order.
    pub selected_on: Vec<WeightRange>,
    /// The best rank that any weight gives; `null`: none.
    pub best: Option<RankPiece>,
    /// The parts of the weights with the rank of each, in order; at most `limit`, those around the weight in force.
    pub pieces: Vec<RankPiece>,
    /// The number of all parts.
    pub count: usize,
    /// Why the answer is empty; `null` if it is not.
    pub reason: Option<NotLinear>,
}

/// A part of the weights, with the rank there.
#[answer(Copy)]
pub struct RankPiece {
    /// The weights.
    #[serde(flatten)]
    pub weights: WeightRange,
    /// The rank, from 1.
    pub rank: u32,
}

/// How far weights may change before the selected set does.
#[answer]
pub struct StabilityAnswer {
    /// The prioritizers that count, each with the weights that leave the selected set as it is.
    pub prioritizers: Vec<StablePrioritizer>,
    /// The prioritizer with the least room; `null`: no weight changes anything.
    pub narrowest: Option<String>,
    /// How far all weights may change together; `null` if no weights change the selection.
    pub radius: Option<StableRadius>,
    /// Why the answer is empty; `null` if it is not.
    pub reason: Option<NotLinear>,
}

/// The weights of one prioritizer that leave the selected set as it is.
#[answer]
pub struct StablePrioritizer {
    /// The prioritizer.
    pub prioritizer: String,
    /// Its weight.
    pub weight: i32,
    /// The weights.
    #[serde(flatten)]
    pub weights: WeightRange,
    /// The first exchange below them; `null` without one.
    pub below: Option<Exchange>,
    /// The first exchange above them; `null` without one.
    pub above: Option<Exchange>,
    /// The selected clusters, best first, each with the weights with which it stays selected; at most `limit`.
    pub clusters: Vec<StableCluster>,
}

/// A cluster that is removed, and the one that replaces it.
#[answer(Eq)]
pub struct Exchange {
    /// The cluster that is removed.
    pub removed: String,
    /// The cluster that is added.
    pub added: String,
}

/// A selected cluster, and the weights of a prioritizer with which it stays.
#[answer]
pub struct StableCluster {
    /// The cluster.
    pub cluster: String,
    /// The weights.
    #[serde(flatten)]
    pub weights: WeightRange,
}

/// How far all weights may change together: the selection is the same while each weight changes by less than this.
#[answer]
pub struct StableRadius {
    /// The radius.
    pub radius: ExactNumber,
    /// Who is exchanged first beyond it.
    #[serde(flatten)]
    pub exchange: Exchange,
}
