//! How many more pods like one fit.

use std::sync::Arc;

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::Symbol,
    objects::Objects,
    pod::{Phase, Pod, Preemption},
    profile::Profile,
};
use schedscope_pods::snapshot::{ClusterSnapshot, NamedClasses};
use schedscope_quota::{
    cycle::{CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    resource_quota::{ResourceQuotaRefusal, admit, counted, refusals},
};

/// More pods like one, bound one after another.
#[derive(Clone, Debug)]
pub struct More {
    /// How many were bound to each node.
    pub nodes: IdVec<NodeId, usize>,
    /// How many were bound.
    pub count: usize,
    /// The next one, which is on no node; `None`: the limit ended the count.
    pub next: Option<PodId>,
    /// The `ResourceQuota`s that refuse the next one; it is not created, and no scheduler sees it.
    pub refusals: Vec<ResourceQuotaRefusal>,
    /// Whether a `DaemonSet` owns the pod: it has one on each node, and creates no more.
    pub is_daemon: bool,
    /// The nodes and pods at the end, with the next one.
    pub snapshot: ClusterSnapshot,
    /// The quotas at the end.
    pub ledger: Ledger,
}

/// The pod as its controller would create it anew.
fn template(pod: &Pod) -> Pod {
    Pod {
        uid: Symbol::EMPTY,
        node: Symbol::EMPTY,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        started: None,
        created: None,
        deleting: false,
        ..pod.clone()
    }
}

/// Binds more pods like `pod` one after another, each by an ordinary cycle without preemption, until one does not fit,
/// or `most` are bound. The pods of the text stay where they are, and pending ones wait.
///
/// O(count x (nodes + the cost of the scores)).
pub fn more(
    objects: &Objects,
    (snapshot, ledger, budgets): (&ClusterSnapshot, &Ledger, &Budgets),
    pod: PodId,
    profile: Profile,
    most: usize,
) -> Option<More> {
    let names = &objects.names;
    let of = snapshot.pods.get(pod)?.clone();
    let template = Arc::new(template(&of.pod));
    let classes = NamedClasses::of(objects);
    let mut quotas = counted(objects, Some(of.pod.namespace));
    let mut found = More {
        nodes: IdVec::from(vec![0; snapshot.nodes.len()]),
        count: 0,
        next: None,
        refusals: Vec::new(),
        is_daemon: (of.pod.owner).is_some_and(|owner| names[owner.kind] == *"DaemonSet"),
        snapshot: snapshot.clone(),
        ledger: ledger.clone(),
    };
    found.ledger.read_as(profile);
    while found.count < most {
        let number = FIRST + found.count as u32;
        let snapshot = &mut found.snapshot;
        let copy = snapshot.add_copy((&of, number), &template, classes, names);
        let policy = snapshot.pods.get(copy)?.preemption;
        // An eviction is not room: whether the next one would evict others is for its own cycle to say.
        snapshot.pods.get_mut(copy)?.preemption = Preemption::Never;
        let info = snapshot.pods.get(copy)?;
        found.refusals = refusals(&quotas, &info.pod, names);
        let bound = if found.refusals.is_empty() {
            admit(&mut quotas, &info.pod, names);
            run(snapshot, &mut found.ledger, budgets, info, names, profile).outcome
        } else {
            CycleOutcome::Unschedulable
        };
        let CycleOutcome::Schedulable(node) = bound else {
            snapshot.pods.get_mut(copy)?.preemption = policy;
            found.next = Some(copy);
            break;
        };
        found
            .ledger
            .charge(info.pod.namespace, &info.request.charge);
        snapshot.bind(copy, node, found.count as u32 + 1);
        if let Some(info) = snapshot.pods.get_mut(copy) {
            info.preemption = policy;
        }
        *found.nodes.get_mut(node)? += 1;
        found.count += 1;
    }
    Some(found)
}

/// The number of the first copy: no workload has so many replicas.
const FIRST: u32 = 1 << 30;
