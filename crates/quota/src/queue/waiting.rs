//! The pods that wait until an event could help.

use rustc_hash::FxHashMap;
use schedscope_objects::{id::PodId, names::Names};
use schedscope_pods::{
    classes::LabelClassId, classes::PodClass, fit::QueueingHints, snapshot::ClusterSnapshot,
    volumes::ClaimKey,
};

/// A pod that was rejected.
#[derive(Debug)]
struct WaitingPod {
    pod: PodId,
    hints: QueueingHints,
    /// The claims that `VolumeBinding` could not bind: the pod is tried again once one of them is bound.
    claims: Vec<ClaimKey>,
    /// How many pods had been bound before.
    tried: usize,
}

/// The pods that were rejected, and what happened since.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    pods: Vec<WaitingPod>,
    /// Whether pods were evicted since.
    pub(super) evicted: bool,
    /// Whether pods were evicted since none of them got a node before the next pod of the queue.
    pub(super) may_go_first: bool,
    /// How many pods were bound.
    bindings: usize,
    /// Of the pods that no selector distinguishes, the one that was bound last, with the number of the binding.
    bound: FxHashMap<Option<LabelClassId>, (PodId, usize)>,
}

impl Waiting {
    pub(super) fn push(&mut self, pod: PodId, hints: QueueingHints, claims: Vec<ClaimKey>) {
        let tried = self.bindings;
        self.pods.push(WaitingPod {
            pod,
            hints,
            claims,
            tried,
        });
    }

    /// Notes that a pod was bound.
    pub(super) fn bound(&mut self, pod: PodId, class: PodClass) {
        self.bindings += 1;
        self.bound.insert(class.labels, (pod, self.bindings));
    }

    /// Takes out a pod.
    pub(super) fn remove(&mut self, pod: PodId) {
        self.pods.retain(|waiting| waiting.pod != pod);
    }

    /// The pods, in the order in which they were tried.
    pub(super) fn pods(&self) -> Vec<PodId> {
        self.pods.iter().map(|waiting| waiting.pod).collect()
    }

    /// Takes out the pods that an event since they were tried could help. O(pods x classes of bound pods).
    pub(super) fn take(&mut self, snapshot: &ClusterSnapshot, names: &Names) -> Vec<PodId> {
        let all = std::mem::take(&mut self.evicted);
        let bound = &self.bound;
        let helped = |waiting: &mut WaitingPod| {
            let info = snapshot.pods.get(waiting.pod);
            let admit = |(pod, number): &(PodId, usize)| {
                let (info, pod) = (info?, snapshot.pods.get(*pod)?);
                Some(*number > waiting.tried && waiting.hints.admit(info, pod, snapshot, names))
            };
            let is_open = !waiting.hints.is_empty();
            let is_given = |claim: &ClaimKey| {
                let storage = snapshot.storage.as_ref();
                storage.is_some_and(|storage| storage.is_given(*claim))
            };
            all || waiting.claims.iter().any(is_given)
                || is_open && bound.values().any(|bound| admit(bound) == Some(true))
        };
        self.pods
            .extract_if(.., helped)
            .map(|waiting| waiting.pod)
            .collect()
    }
}
