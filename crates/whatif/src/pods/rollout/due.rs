//! Rollouts that are not complete, or that are about to start.

use schedscope_objects::{
    expansion::WorkloadIndex,
    id::{Id as _, PodId},
    names::Symbol,
    objects::Objects,
    order,
    pod::{Health, Owner, Workload},
    update_strategy::UpdateStrategy,
};

use super::revision::Revisions;

/// A workload of which some pods have an earlier template, that its controller is to replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueRollout {
    /// Its index in [`Objects::workloads`].
    pub workload: usize,
    /// The number of pods with an earlier template.
    pub old: usize,
    /// The number of pods with the current one.
    pub new: usize,
    /// The number of those of them that are on nodes and not ready.
    pub unready: usize,
}

/// The rollouts of a text, in its order, without those that wait for somebody: paused ones, `OnDelete`, and those with
/// a partition. O(pods x log(workloads) + workloads).
pub fn due_rollouts(objects: &Objects) -> Vec<DueRollout> {
    let names = &objects.names;
    let is_of = |of: &Workload, kind: &str| names[of.kind] == *kind;
    let rolls = |of: &Workload| {
        let waits = match of.update {
            UpdateStrategy::OnDelete => true,
            UpdateStrategy::Rolling(rolling) => rolling.partition > 0,
            UpdateStrategy::Recreate => false,
        };
        !of.paused && !waits
    };
    // The pods of each workload with a rollout.
    let mut pods: Vec<Option<Vec<PodId>>> = vec![None; objects.workloads.len()];
    // `ReplicaSet`s by the namespace and the name of their owners.
    let mut sets: Vec<((Symbol, Symbol), usize)> = Vec::new();
    let index = WorkloadIndex::new(objects);
    for (at, of) in objects.workloads.iter().enumerate() {
        if ["Deployment", "StatefulSet", "DaemonSet"]
            .iter()
            .any(|kind| is_of(of, kind))
        {
            if rolls(of)
                && let Some(slot) = pods.get_mut(at)
            {
                *slot = Some(Vec::new());
            }
        } else if let Some(Owner { name, .. }) = of.owner.filter(|_| is_of(of, "ReplicaSet")) {
            sets.push(((of.namespace, name), at));
        }
    }
    if pods.iter().all(Option::is_none) {
        return Vec::new();
    }
    order::sort(&mut sets, Ord::cmp);
    for (at, pod) in objects.pods.iter().enumerate() {
        let is_member = !pod.phase.is_over() && !pod.deleting;
        let members = index.controller(pod).filter(|_| is_member);
        if let Some(Some(members)) = members.and_then(|workload| pods.get_mut(workload)) {
            members.push(PodId::new(at));
        }
    }
    let mut due = Vec::new();
    for (workload, of) in objects.workloads.iter().enumerate() {
        let Some(Some(members)) = pods.get(workload) else {
            continue;
        };
        let key = (of.namespace, of.name);
        let start = sets.partition_point(|(owner, _)| *owner < key);
        let own = sets
            .iter()
            .skip(start)
            .take_while(|(owner, _)| *owner == key);
        let own: Vec<usize> = own.map(|(_, at)| *at).collect();
        let revisions = Revisions::of(objects, workload, members, &own);
        if revisions.is_restart || revisions.is_doubtful || revisions.old.is_empty() {
            continue;
        }
        let is_unready = |pod: &&PodId| {
            let pod = objects.pods.get(pod.index());
            pod.is_some_and(|pod| !pod.node.is_empty() && pod.health == Health::Unready)
        };
        due.push(DueRollout {
            workload,
            old: revisions.old.len(),
            new: revisions.new.len(),
            unready: revisions.new.iter().filter(is_unready).count(),
        });
    }
    due
}
