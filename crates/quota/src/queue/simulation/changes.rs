//! Pods that a controller creates and deletes between the steps of a queue.

use std::sync::Arc;

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    order,
    pod::{Phase, Pod},
};
use schedscope_pods::{
    default_profile::pre_score_error,
    fit::{Faults, FitContext, gates},
    snapshot::{ClusterSnapshot, NamedClasses, PodInfo},
};

use super::{MAX_REMEMBERED, QueueContext, QueueSimulation};
use crate::{
    admission::admit,
    cycle::{CycleOutcome, run},
    ledger::Ledger,
    node_scores::{NodePick, NodeScoreCache},
    queue::{SimulatedStep, queued_pod::QueuedPod, repeats::SeenStates},
    resource_quota::{CountedQuota, ResourceQuotaRefusal, admit_created, release},
};

impl QueueSimulation {
    /// The nodes and pods after the steps so far.
    pub fn snapshot(&self) -> &ClusterSnapshot {
        &self.snapshot
    }

    /// The quotas after them.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The nodes and pods, with the quotas.
    pub fn parts(&mut self) -> (&ClusterSnapshot, &mut Ledger) {
        (&self.snapshot, &mut self.ledger)
    }

    /// The steps so far.
    pub fn steps(&self) -> &[SimulatedStep] {
        &self.steps
    }

    /// The pods that were rejected, in the order of the queue.
    pub fn waiting(&self, names: &Names) -> Vec<PodId> {
        let waiting = self.waiting.pods().into_iter();
        let mut queued: Vec<QueuedPod> = waiting
            .filter_map(|pod| Some(QueuedPod::new(pod, self.snapshot.pods.get(pod)?, names)))
            .collect();
        order::sort(&mut queued, |a, b| b.cmp(a));
        queued.into_iter().map(|queued| queued.pod.0).collect()
    }

    /// The pods that a `StatefulSet` has still to create, once an earlier pod is on a node, in no certain order.
    pub fn held(&self) -> &[PodId] {
        self.order.held()
    }

    /// The pods that scheduling gates hold back, in the order of the text.
    pub fn gated(&self) -> &[PodId] {
        &self.gated
    }

    /// The new pods that the API server refuses, in the order of the queue.
    pub fn refused(&self) -> &[(PodId, Vec<ResourceQuotaRefusal>)] {
        &self.refused
    }

    /// Tries a pod again that was rejected.
    pub fn retry(&mut self, pod: PodId, names: &Names) {
        self.waiting.remove(pod);
        if let Some(info) = self.snapshot.pods.get(pod) {
            self.active.push(QueuedPod::new(pod, info, names));
        }
    }

    /// Changes nodes and pods between the steps, such that the pods of the queue stay where they are.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut ClusterSnapshot, &mut Ledger) -> R) -> R {
        let changed = change(&mut self.snapshot, &mut self.ledger);
        self.forget();
        changed
    }

    /// Whether the limit of steps has ended the queue, or steps that would come again and again.
    pub fn is_endless(&self) -> bool {
        self.stopped || self.repeats.is_some()
    }

    /// Adds a pod that no text names, made from `template` as [`ClusterSnapshot::add_copy`] does, on no node and not
    /// in the queue.
    pub fn add(
        &mut self,
        replica: (Option<u32>, u32),
        template: &Arc<Pod>,
        classes: NamedClasses<'_>,
        names: &Names,
    ) -> PodId {
        let pod = self.snapshot.add_copy(replica, template, classes, names);
        self.forget();
        pod
    }

    /// Creates a pod that was added: it waits in the queue. The kubelet of the node that it names in `spec.nodeName`
    /// admits it or not; no scheduler sees it.
    pub fn create(&mut self, pod: PodId, names: &Names) {
        let Some(info) = self.snapshot.pods.get(pod) else {
            return;
        };
        if !info.wanted.is_empty() {
            let wanted = info.wanted;
            self.snapshot.replace_on(wanted, pod, names);
            if let Some(info) = self.snapshot.pods.get(pod)
                && info.is_bound()
            {
                self.ledger.charge(info.pod.namespace, &info.request.charge);
            }
            self.forget();
        } else if gates(&info.pod).is_empty() {
            self.active.push(QueuedPod::new(pod, info, names));
        } else {
            self.gated.push(pod);
        }
    }

    /// Deletes a pod: what it held is free, and all pods that wait are tried again.
    pub fn delete(&mut self, pod: PodId) {
        let Some(info) = self.snapshot.pods.get(pod) else {
            return;
        };
        if !info.is_bound() {
            self.active.retain(|queued| queued.pod.0 != pod);
            self.waiting.remove(pod);
            self.gated.retain(|gated| *gated != pod);
        } else if info.is_live() {
            self.ledger.refund(info.pod.namespace, &info.request.charge);
        }
        self.snapshot.nominate(pod, None);
        self.snapshot.take(pod);
        if let Some(info) = self.snapshot.pods.get_mut(pod) {
            Arc::make_mut(&mut info.pod).phase = Phase::Succeeded;
        }
        self.waiting.evicted = true;
        self.forget();
    }

    /// Lets the API server admit a pod: the keys for which it refuses it; without any, the pod counts from now on.
    pub fn admit(&mut self, pod: PodId, names: &Names) -> Vec<ResourceQuotaRefusal> {
        let info = self.snapshot.pods.get(pod);
        let admitted =
            info.map(|info| admit_created(&mut self.quotas, info, &self.snapshot, names));
        admitted.unwrap_or_default()
    }

    /// The keys for which the API server refuses a pod now.
    pub fn refusals(&self, pod: PodId, names: &Names) -> Vec<ResourceQuotaRefusal> {
        let info = self.snapshot.pods.get(pod);
        let refusals =
            info.map(|info| admit_created(&mut self.quotas.clone(), info, &self.snapshot, names));
        refusals.unwrap_or_default()
    }

    /// Releases what a pod uses of quotas that is deleted.
    pub fn release(&mut self, pod: PodId, names: &Names) {
        if let Some(info) = self.snapshot.pods.get(pod) {
            release(&mut self.quotas, info, names);
        }
    }

    /// The `ResourceQuota`s and `LimitRange`s, with the use after the steps so far.
    pub fn resource_quotas(&self) -> &[CountedQuota] {
        &self.quotas
    }

    /// Lets the controller of an evicted pod create it again.
    pub(super) fn create_again(&mut self, pod: PodId, on: QueueContext<'_>) {
        let refusals = self.admit(pod, on.names);
        if !refusals.is_empty() {
            self.refused.push((pod, refusals));
        } else if !self.order.hold(pod, &self.snapshot) {
            self.queue(pod, on);
        }
    }

    /// Queues the waiting pods again that an event since could help; returns whether there are any.
    pub(super) fn wake(&mut self, on: QueueContext<'_>) -> bool {
        let again = self.waiting.take(&self.snapshot, on.names);
        for pod in &again {
            self.queue(*pod, on);
        }
        !again.is_empty()
    }

    /// Takes the pod out whose turn it is: the next one of the queue or, after evictions, a waiting pod that comes
    /// before it and gets a node now. After evictions, O(nodes) for each waiting pod that is unlike those before it.
    pub(super) fn turn(&mut self, on: QueueContext<'_>) -> Option<QueuedPod> {
        let next = self.active.pop()?;
        if !self.waiting.may_go_first {
            return Some(next);
        }
        let pods = &self.snapshot.pods;
        let least = pods.get(next.pod.0).map_or(0, |info| info.priority);
        let mut before: Vec<QueuedPod> = (self.waiting.pods().into_iter())
            .filter_map(|pod| Some((pod, pods.get(pod).filter(|info| info.priority >= least)?)))
            .map(|(pod, info)| QueuedPod::new(pod, info, on.names))
            .filter(|queued| *queued > next)
            .collect();
        order::sort(&mut before, |one, other| other.cmp(one));
        let mut failed: Vec<PodId> = Vec::new();
        for queued in before {
            let pod = queued.pod.0;
            let Some(info) = self.snapshot.pods.get(pod) else {
                continue;
            };
            if (failed.iter()).any(|other| self.is_scheduled_like(*other, info)) {
                continue;
            }
            if self.gets_node(pod, on) {
                self.waiting.remove(pod);
                self.active.push(next);
                return Some(queued);
            }
            if failed.len() < MAX_REMEMBERED {
                failed.push(pod);
            }
        }
        self.waiting.may_go_first = false;
        Some(next)
    }

    /// Whether a waiting pod gets a node now without evicting others.
    fn gets_node(&mut self, pod: PodId, on: QueueContext<'_>) -> bool {
        if let Some(picked) = self.pick(pod, on.names) {
            return picked.is_ok();
        }
        let Some(info) = self.snapshot.pods.get(pod) else {
            return false;
        };
        if !self.may_fail(info) {
            return false;
        }
        let (snapshot, ledger) = (&self.snapshot, &mut self.ledger);
        let cycle = run(snapshot, ledger, on.budgets, info, on.names, self.profile);
        matches!(cycle.outcome, CycleOutcome::Schedulable(_))
    }

    /// The node that scores best for a pod that is not nominated, or the error before nodes are scored. `None`: no node
    /// fits, the quota rejects it, or the filters have to run.
    pub(super) fn pick(
        &mut self,
        pod: PodId,
        names: &Names,
    ) -> Option<Result<(NodeId, NodePick), String>> {
        let info = self.snapshot.pods.get(pod)?;
        let admission = admit(&self.snapshot, &self.ledger, info);
        if admission.rejection.is_some() || self.may_fail(info) {
            return None;
        }
        let (node, pick) = self.scores.pick(&self.snapshot, pod, names)?;
        let of = FitContext {
            snapshot: &self.snapshot,
            pod: info,
            names,
            faults: Faults::of(self.profile, self.snapshot.version),
        };
        let error = pick.has_choice.then(|| pre_score_error(of)).flatten();
        Some(error.map_or(Ok((node, pick)), Err))
    }

    /// Upstream filters all nodes, and fails if one of them fails.
    fn may_fail(&self, info: &PodInfo) -> bool {
        let storage = self.snapshot.storage.as_ref();
        info.volumes.is_some() && storage.is_some_and(|storage| storage.has_foreign())
    }

    /// From now on, evicted pods without a controller are gone: nothing creates them again.
    pub fn lose_bare_pods(&mut self) {
        self.without_bare = true;
    }

    /// Whether an evicted pod is gone.
    pub(super) fn loses(&mut self, pod: PodId) -> bool {
        let Some(info) = self.snapshot.pods.get_mut(pod) else {
            return true;
        };
        let is_gone = self.without_bare
            && info.replica.is_none()
            && !info.pod.owner.is_some_and(|of| of.controls);
        if is_gone {
            Arc::make_mut(&mut info.pod).phase = Phase::Failed;
        }
        is_gone
    }

    /// Forgets what holds only as long as the queue alone changes pods.
    fn forget(&mut self) {
        self.changes += 1;
        self.scores = NodeScoreCache::new(&self.scorers, self.faults(), self.snapshot.version);
        self.seen = SeenStates::default();
    }

    fn faults(&self) -> Faults {
        Faults::of(self.profile, self.snapshot.version)
    }
}
