//! How many more pods like one fit.

use std::sync::Arc;

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::Symbol,
    objects::Objects,
    pod::{Phase, Pod, PodVolume, Preemption, VolumeSource},
    profile::Profile,
};
use schedscope_pods::{
    fit::{KubeletRejection, admit as kubelet_admit},
    snapshot::{ClusterSnapshot, NamedClasses, PodInfo},
};
use schedscope_quota::{
    cycle::{CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    resource_quota::{CountedQuota, ResourceQuotaRefusal, admit, counted, refusals},
};

/// Copies of a pod, bound one after another, each by an ordinary cycle without preemption, until one does not fit. The
/// pods of the input do not move, and pending ones wait.
#[derive(Debug)]
pub struct More {
    /// The number of copies bound to each node.
    pub nodes: IdVec<NodeId, usize>,
    /// The number of copies bound.
    pub count: usize,
    /// Whether several nodes were feasible for a copy, so that scores chose.
    pub had_choice: bool,
    /// The next copy, which is on no node; `None` if the limit ended the count.
    pub next: Option<PodId>,
    /// The `ResourceQuota`s that reject the next copy: it is not created, and no scheduler sees it.
    pub refusals: Vec<ResourceQuotaRefusal>,
    /// Whether a `DaemonSet` owns the pod: it runs one pod on each node, and creates no more.
    pub is_daemon: bool,
    /// The nodes and pods in the end, with the next copy.
    pub snapshot: ClusterSnapshot,
    /// The quotas in the end.
    pub ledger: Ledger,
    of: PodInfo,
    template: Arc<Pod>,
    quotas: Vec<CountedQuota>,
    budgets: Budgets,
    profile: Profile,
    most: usize,
}

/// The claims of a pod of a `StatefulSet`, which makes claims of their own for further pods, as the templates that they
/// were made of.
fn volumes(pod: &Pod, objects: &Objects) -> Box<[PodVolume]> {
    let names = &objects.names;
    let owner = pod.owner.filter(|owner| owner.controls);
    if owner.is_none_or(|owner| names[owner.kind] != *"StatefulSet") {
        return pod.volumes.clone();
    }
    let volumes = pod.volumes.iter().map(|volume| {
        let VolumeSource::Claim(name) = volume.source else {
            return volume.clone();
        };
        let made = format!("{}-{}", &names[volume.name], &names[pod.name]);
        if names[name] != *made {
            return volume.clone();
        }
        let mut claims = objects.persistent_volume_claims.iter();
        let of = claims.find(|of| (of.namespace, of.name) == (pod.namespace, name));
        let mut spec = of.map(|of| of.spec.clone()).unwrap_or_default();
        spec.volume = Symbol::EMPTY;
        PodVolume {
            name: volume.name,
            source: VolumeSource::Template(Arc::new(spec)),
        }
    });
    volumes.collect()
}

/// The pod as its controller would recreate it.
fn template(of: &PodInfo, objects: &Objects) -> Pod {
    let pod = &of.pod;
    Pod {
        volumes: volumes(pod, objects),
        uid: Symbol::EMPTY,
        // The node of a started pod comes from a scheduler, not from the template.
        node: of.wanted,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        started: None,
        created: None,
        deleting: false,
        ..Pod::clone(pod)
    }
}

impl More {
    /// Before the first copy; at most `most` are bound. Returns `None` if the pod does not exist.
    pub fn new(
        objects: &Objects,
        (snapshot, ledger): (&ClusterSnapshot, &Ledger),
        pod: PodId,
        profile: Profile,
        most: usize,
    ) -> Option<Self> {
        let names = &objects.names;
        let of = snapshot.pods.get(pod)?.clone();
        let mut ledger = ledger.clone();
        ledger.read_as(profile);
        Some(Self {
            nodes: IdVec::from(vec![0; snapshot.nodes.len()]),
            count: 0,
            had_choice: false,
            next: None,
            refusals: Vec::new(),
            is_daemon: (of.pod.owner).is_some_and(|owner| names[owner.kind] == *"DaemonSet"),
            snapshot: snapshot.clone(),
            ledger,
            template: Arc::new(template(&of, objects)),
            quotas: counted(objects, Some(of.pod.namespace)),
            budgets: Budgets::new(objects),
            of,
            profile,
            most,
        })
    }

    /// Binds up to `turns` more copies; returns whether the count has finished. O(count x (nodes + the cost of the
    /// scores)).
    pub fn advance(&mut self, objects: &Objects, turns: usize) -> bool {
        let left = self.most - self.count;
        for _ in 0..turns.min(left) {
            if self.next.is_some() || self.bind(objects).is_none() {
                return true;
            }
        }
        self.next.is_some() || self.count == self.most
    }

    /// Creates one more copy, and binds it if it fits.
    fn bind(&mut self, objects: &Objects) -> Option<()> {
        let (names, classes) = (&objects.names, NamedClasses::of(objects));
        let number = FIRST + self.count as u32;
        let snapshot = &mut self.snapshot;
        let workload = self.of.replica.map(|replica| replica.workload);
        let copy = snapshot.add_copy((workload, number), &self.template, classes, names);
        let policy = snapshot.pods.get(copy)?.preemption;
        // Room that evictions would free does not count: only the cycle of the next copy shows evictions.
        snapshot.pods.get_mut(copy)?.preemption = Preemption::Never;
        let info = snapshot.pods.get(copy)?;
        self.refusals = refusals(&self.quotas, &info.pod, names);
        let bound = if !info.wanted.is_empty() && self.refusals.is_empty() {
            let node = snapshot.node(info.wanted);
            let verdict = match node.and_then(|node| snapshot.nodes.get(node)) {
                Some(room) => kubelet_admit(info, room, snapshot, names),
                None => Err(KubeletRejection::NoNode),
            };
            match (node, verdict) {
                (Some(node), Ok(())) => CycleOutcome::Schedulable(node),
                (_, verdict) => {
                    let rejected = verdict.err().map(Box::new);
                    snapshot.pods.get_mut(copy)?.rejected = rejected;
                    self.next = Some(copy);
                    return Some(());
                }
            }
        } else if self.refusals.is_empty() {
            admit(&mut self.quotas, &info.pod, names);
            let ledger = &mut self.ledger;
            let cycle = run(snapshot, ledger, &self.budgets, info, names, self.profile);
            self.had_choice |= cycle.choice.is_some();
            cycle.outcome
        } else {
            CycleOutcome::Unschedulable
        };
        let CycleOutcome::Schedulable(node) = bound else {
            snapshot.pods.get_mut(copy)?.preemption = policy;
            self.next = Some(copy);
            return Some(());
        };
        self.ledger.charge(info.pod.namespace, &info.request.charge);
        snapshot.bind(copy, node, self.count as u32 + 1, names);
        if let Some(info) = snapshot.pods.get_mut(copy) {
            info.preemption = policy;
        }
        *self.nodes.get_mut(node)? += 1;
        self.count += 1;
        Some(())
    }

    /// The number of copies bound, and their limit.
    pub fn progress(&self) -> (u64, u64) {
        (self.count as u64, self.most as u64)
    }
}

/// The number of the first copy, above the number of replicas of any workload.
const FIRST: u32 = 1 << 30;
