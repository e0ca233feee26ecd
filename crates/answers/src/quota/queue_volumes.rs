//! The pods of a queue whose node depends on volumes.

use rustc_hash::FxHashSet;
use schedscope_objects::{id::PodId, names::Names};
use schedscope_pods::{node::NodeInfo, snapshot::ClusterSnapshot};
use schedscope_quota::queue::{QueueRun, QueueStepOutcome, SimulatedStep};

use crate::pods::volumes::{VolumeDependence, VolumeDependentPod};

/// The largest number of them that are named.
const NAMED: usize = 10;

/// The steps that bound these pods, where the node depends on volumes, in order. O(steps).
pub(crate) fn depending<'r>(run: &'r QueueRun, bound: &FxHashSet<PodId>) -> Vec<&'r SimulatedStep> {
    let mut seen = FxHashSet::default();
    let binds = |step: &&SimulatedStep| matches!(step.outcome, QueueStepOutcome::Bound(_));
    let last = run.steps.iter().rev().filter(binds);
    let last = last.filter(|step| bound.contains(&step.pod) && seen.insert(step.pod));
    let mut last: Vec<&SimulatedStep> = last.filter(|step| !step.open.is_empty()).collect();
    last.reverse();
    last
}

/// The pods of the first of these steps, with the nodes that pass everything else.
pub(super) fn depending_pods(
    steps: &[&SimulatedStep],
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Vec<VolumeDependentPod> {
    let pods = steps.iter().take(NAMED).filter_map(|step| {
        let info = snapshot.pods.get(step.pod)?;
        let nodes = step.passing.iter();
        let nodes: Vec<&NodeInfo> = nodes.filter_map(|node| snapshot.nodes.get(*node)).collect();
        Some(VolumeDependentPod {
            pod: info.namespaced_name(names),
            dependence: VolumeDependence::new(info, &step.open, (snapshot, names), &nodes)?,
        })
    });
    pods.collect()
}
