//! Steps whose outcome is open because Kubernetes takes volumes of equal size in an order that is not defined.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
};
use schedscope_pods::{
    fit::{CycleState, Faults, FitContext},
    snapshot::ClusterSnapshot,
    volumes::{ClaimKey, VolumeId, VolumeState, VolumeTies},
};

use super::QueueStepOutcome;

/// The maximum number of nodes to look at in a run.
const LOOKS: usize = 100_000;

/// The maximum number of claims of earlier pods to remember, and of volumes of each.
const CLAIMS: usize = 16;
const VOLUMES: usize = 64;

/// What is open about the volumes of a pod in its step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepVolumes {
    /// The claims that get any one of several volumes, and the nodes that the pod fits with some of them only.
    pub ties: VolumeTies,
    /// The pods before it whose claims may have got other volumes, which this pod could take or uses as well.
    pub after: Vec<PodId>,
    /// Whether it makes a difference to pods after it which volumes the claims get, as far as is known.
    pub differ: bool,
}

/// A claim of an earlier pod that might as well have got another volume, where that makes a difference.
#[derive(Clone, Debug)]
struct OpenClaim {
    pod: PodId,
    claim: ClaimKey,
    any_of: Vec<VolumeId>,
}

/// The claims of the pods of a run that might as well have got other volumes.
#[derive(Clone, Debug)]
pub struct OpenVolumes {
    claims: Vec<OpenClaim>,
    left: usize,
}

impl Default for OpenVolumes {
    fn default() -> Self {
        Self {
            claims: Vec::new(),
            left: LOOKS,
        }
    }
}

impl OpenVolumes {
    /// What is open about the volumes of a pod in a step, before it is done; `None`: nothing.
    pub(super) fn step(
        &mut self,
        snapshot: &ClusterSnapshot,
        (pod, outcome): (PodId, &QueueStepOutcome),
        names: &Names,
    ) -> Option<Box<StepVolumes>> {
        let node = match outcome {
            QueueStepOutcome::Bound(node) => Some(*node),
            QueueStepOutcome::NoNode(_) | QueueStepOutcome::Preempts(..) => None,
            _ => return None,
        };
        self.of(snapshot, (pod, node), names)
    }

    /// What is open about the volumes of a pod that is about to get `node`, or none; `None`: nothing. O(volumes); where
    /// the choice may decide, O(nodes).
    pub fn of(
        &mut self,
        snapshot: &ClusterSnapshot,
        (pod, node): (PodId, Option<NodeId>),
        names: &Names,
    ) -> Option<Box<StepVolumes>> {
        let info = snapshot.pods.get(pod)?;
        let (storage, claims) = (snapshot.storage.as_deref()?, info.volumes.as_deref()?);
        if !storage.may_tie() && self.claims.is_empty() {
            return None;
        }
        let faults = Faults::default();
        let on = FitContext {
            snapshot,
            pod: info,
            names,
            faults,
        };
        let mut found = StepVolumes::default();
        if let Some(state) = VolumeState::new(on) {
            let mut earlier = self.claims.iter().filter(|open| open.pod != pod);
            let is_shared = |open: &OpenClaim| info.claim_keys().any(|key| key == open.claim);
            let after = earlier.by_ref();
            let after = after.filter(|open| is_shared(open) || state.could_take(on, &open.any_of));
            found.after = after.map(|open| open.pod).collect();
            found.after.dedup();
            if state.may_decide(storage, claims) {
                let state = CycleState::new(snapshot, info, names, faults);
                found.ties = state.volume_ties(node, &mut self.left);
            } else if let Some(node) = node.filter(|_| state.may_tie(storage, claims)) {
                found.ties.claims = state.node_ties(on, node).claims;
            }
        }
        for tie in found.ties.claims.iter().filter(|tie| storage.differ(tie)) {
            found.differ = true;
            let claim = claims.claims.get(usize::from(tie.claim));
            if let Some(claim) = claim.filter(|_| node.is_some() && self.claims.len() < CLAIMS) {
                let any_of = tie.any_of.iter().copied().take(VOLUMES);
                self.claims.push(OpenClaim {
                    pod,
                    claim: claim.key,
                    any_of: any_of.collect(),
                });
            }
        }
        let is_open = !found.ties.is_empty() || !found.after.is_empty();
        is_open.then(|| Box::new(found))
    }
}
