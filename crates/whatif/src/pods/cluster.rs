//! Trial cycles of one pod, and their wanted outcome.

use schedscope_objects::{
    id::PodId, kubernetes_version::KubernetesVersion, names::Names, objects::Objects,
    profile::Profile,
};
use schedscope_pods::{
    fit::admit,
    snapshot::{ClusterSnapshot, PodLocation, SnapshotInput},
};
use schedscope_quota::{
    admission::QuotaRule,
    cycle::{Cycle, CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    queue::refusals_in_turn,
    resource_quota::{CountedQuota, counted, refusals},
};

/// The wanted outcome of a pod's cycle; all parts must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PodWant {
    /// The pod is bound, or nominated for a node where it evicts pods, and no `ResourceQuota` rejects it.
    pub admitted: bool,
    /// The same, on this node.
    pub on: Option<String>,
    /// This pod is not evicted; `namespace/name`.
    pub spares: Option<String>,
    /// No pod is evicted.
    pub evicts_nobody: bool,
}

/// How a pod's cycle ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleEnd {
    pub outcome: CycleOutcome,
    /// The pods that it evicts, most important first.
    pub victims: Vec<PodId>,
    /// How many of them violate a `PodDisruptionBudget`.
    pub violations: usize,
    /// The rule of its quota that rejects it; `None` if it is not rejected.
    pub rejection: Option<QuotaRule>,
    /// Whether a `ResourceQuota` rejects it.
    pub is_refused: bool,
}

/// Nodes, pods and quotas, with one pod taken off its node, so that it is scheduled as if it were pending.
#[derive(Debug)]
pub struct PodCluster {
    /// Nodes and pods.
    pub snapshot: ClusterSnapshot,
    /// The quotas, as the profile reads them.
    pub ledger: Ledger,
    /// The disruption budgets.
    pub budgets: Budgets,
    pub pod: PodId,
    /// The scheduler behaviour to reproduce.
    pub profile: Profile,
    /// Whether a `ResourceQuota` rejects the pod.
    pub is_refused: bool,
    /// The `ResourceQuota`s of its namespace.
    pub(super) resource_quotas: Vec<CountedQuota>,
}

impl PodCluster {
    /// Counts all pods. Returns `None` if the pod (`namespace/name`) does not exist. O(pods + nodes).
    pub fn new(
        objects: &Objects,
        pod: &str,
        (profile, version): (Profile, KubernetesVersion),
    ) -> Option<Self> {
        let mut snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, version));
        let ledger = Ledger::new(&objects.quotas, &mut snapshot, &objects.names);
        Self::counted((snapshot, ledger), objects, pod, profile)
    }

    /// The same, with pods and quotas that are already counted. O(budgets + `ResourceQuota`s and their pods, sorted).
    pub fn counted(
        (snapshot, mut ledger): (ClusterSnapshot, Ledger),
        objects: &Objects,
        pod: &str,
        profile: Profile,
    ) -> Option<Self> {
        let names = &objects.names;
        ledger.read_as(profile);
        let pod = snapshot.pod(pod, names)?;
        let info = snapshot.pods.get(pod)?;
        let mut resource_quotas = counted(objects, Some(info.pod.namespace));
        // With the new pods that are admitted before it.
        let refused = refusals_in_turn(&snapshot, &mut resource_quotas, info, names);
        let mut cluster = Self {
            snapshot,
            ledger,
            budgets: Budgets::new(objects),
            pod,
            profile,
            is_refused: !refused.is_empty(),
            resource_quotas,
        };
        cluster.take(pod);
        Some(cluster)
    }

    /// Switches to another scheduler behaviour. O(resources that lists of `max` do not name).
    pub fn read_as(&mut self, profile: Profile) {
        self.profile = profile;
        self.ledger.read_as(profile);
    }

    /// Takes a pod off its node and out of its quota.
    pub(super) fn take(&mut self, pod: PodId) -> PodLocation {
        if let Some(info) = self.snapshot.pods.get(pod)
            && info.is_bound()
            && info.is_live()
        {
            self.ledger.refund(info.pod.namespace, &info.request.charge);
        }
        self.snapshot.take(pod)
    }

    /// Runs the cycle of the pod. If the pod names its node and has not started, the kubelet of that node determines
    /// the outcome: no scheduler sees the pod, and no pod is evicted for it.
    pub fn cycle(&mut self, names: &Names) -> Option<Cycle> {
        let pod = self.snapshot.pods.get(self.pod)?;
        let (snapshot, ledger) = (&self.snapshot, &mut self.ledger);
        let mut cycle = run(snapshot, ledger, &self.budgets, pod, names, self.profile);
        if !pod.wanted.is_empty() {
            let node = snapshot.node(pod.wanted);
            let room = node.and_then(|node| Some((node, snapshot.nodes.get(node)?)));
            cycle.outcome = match room {
                Some((node, room)) if admit(pod, room, snapshot, names).is_ok() => {
                    CycleOutcome::Schedulable(node)
                }
                _ => CycleOutcome::Unschedulable,
            };
            (cycle.choice, cycle.totals) = (None, Vec::new());
            cycle.admission.rejection = None;
        }
        Some(cycle)
    }

    /// How a cycle of the pod ends. All victims that violate a budget are counted; upstream counts only those that are
    /// evicted for lack of room.
    pub fn end(&self, cycle: &Cycle, names: &Names) -> CycleEnd {
        let victims = victims(cycle);
        let violating = self.budgets.violating(&self.snapshot, victims, names);
        CycleEnd {
            outcome: cycle.outcome.clone(),
            victims: victims.to_vec(),
            violations: violating.into_iter().filter(|violates| *violates).count(),
            rejection: cycle.admission.rejection.as_ref().map(|of| of.rule),
            is_refused: self.is_refused,
        }
    }

    /// Evaluates the `ResourceQuota`s again, after an edit of the pod.
    pub(super) fn ask_quotas(&mut self, names: &Names) {
        if let Some(info) = self.snapshot.pods.get(self.pod) {
            self.is_refused = !refusals(&self.resource_quotas, info, names).is_empty();
        }
    }

    /// Whether the pod evicts a pod of its own owner.
    pub(super) fn evicts_siblings(&self, cycle: &Cycle) -> bool {
        let owner = |pod: PodId| {
            let info = self.snapshot.pods.get(pod)?;
            let owner = info.pod.owner.filter(|owner| owner.controls)?;
            Some((info.pod.namespace, owner.kind, owner.name))
        };
        let own = owner(self.pod);
        own.is_some() && victims(cycle).iter().any(|victim| owner(*victim) == own)
    }

    /// Whether a cycle of the pod meets a want.
    pub fn meets(&self, want: &PodWant, cycle: &Cycle, names: &Names) -> bool {
        let (node, evicts) = match cycle.outcome {
            CycleOutcome::Schedulable(node) => (Some(node), false),
            CycleOutcome::Preempt(node) => (Some(node), true),
            _ => (None, false),
        };
        let name = node.and_then(|node| self.snapshot.nodes.get(node));
        // kube-scheduler may choose any of the nodes with the highest total.
        let best = cycle.totals.iter().max();
        let tied = cycle.totals.iter().filter(|total| Some(*total) == best);
        let is_sure = evicts || tied.count() < 2;
        let is_on = |wanted: &String| is_sure && name.is_some_and(|node| node.name == *wanted);
        let candidate = node
            .filter(|_| evicts)
            .and_then(|node| cycle.candidate(node));
        let victims = candidate.map_or(&[][..], |candidate| &candidate.victims);
        // A terminating pod leaves anyway.
        let is_evicted = |victim: &PodId| {
            let victim = self.snapshot.pods.get(*victim);
            victim.is_some_and(|victim| !victim.terminating)
        };
        let is_spared = |spared: &String| {
            let spared = self.snapshot.pod(spared, names);
            // A removed pod is not spared.
            spared.is_some_and(|spared| !victims.contains(&spared))
        };
        (!want.admitted || name.is_some())
            && want.on.as_ref().is_none_or(is_on)
            && want.spares.as_ref().is_none_or(is_spared)
            && !(want.evicts_nobody && victims.iter().any(is_evicted))
            && !(self.is_refused && (want.admitted || want.on.is_some()))
    }
}

/// The pods that a cycle evicts, most important first.
pub(super) fn victims(cycle: &Cycle) -> &[PodId] {
    let candidate = match cycle.outcome {
        CycleOutcome::Preempt(node) => cycle.candidate(node),
        _ => None,
    };
    candidate.map_or(&[], |candidate| &candidate.victims)
}
