//! The pods of a queue whose node depends on volumes.

use rustc_hash::FxHashSet;
use schedscope_objects::{id::PodId, names::Names};
use schedscope_pods::{node::NodeInfo, snapshot::ClusterSnapshot};
use schedscope_quota::queue::{QueueRun, SimulatedStep};

use crate::pods::volumes::{VolumeDependence, VolumeDependentPod, at_least_one};

/// The largest number of them that are named.
const NAMED: usize = 10;

/// How many of the bound pods depend on volumes; `None`: none.
pub(super) fn depending(bound: &FxHashSet<PodId>, snapshot: &ClusterSnapshot) -> Option<usize> {
    let infos = bound.iter().filter_map(|pod| snapshot.pods.get(*pod));
    at_least_one(infos.filter(|info| info.depends_on_volumes()).count())
}

/// The first of them, with the nodes that pass everything else at their last step.
pub(super) fn depending_pods(
    run: &QueueRun,
    bound: &FxHashSet<PodId>,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Vec<VolumeDependentPod> {
    let mut seen = FxHashSet::default();
    let last = run.steps.iter().rev().filter(|step| {
        !step.passing.is_empty() && bound.contains(&step.pod) && seen.insert(step.pod)
    });
    let mut last: Vec<&SimulatedStep> = last.collect();
    last.reverse();
    let pods = last.into_iter().take(NAMED).filter_map(|step| {
        let info = snapshot.pods.get(step.pod)?;
        let nodes = step.passing.iter();
        let nodes: Vec<&NodeInfo> = nodes.filter_map(|node| snapshot.nodes.get(*node)).collect();
        Some(VolumeDependentPod {
            pod: info.key(names),
            dependence: VolumeDependence::new(info, names, &nodes)?,
        })
    });
    pods.collect()
}
