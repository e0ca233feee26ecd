//! The volumes that a run of a queue has given to claims.
//!
//! A pod counts as bound once its claims are: `PreBind` of `VolumeBinding` waits until the volume controller has bound
//! them. So the pods after it see bound claims.
//!
//! Source: `plugins/volumebinding/binder.go` of Kubernetes 1.35.

use rustc_hash::FxHashMap;
use schedscope_objects::id::{Id as _, NodeId};

use super::{ClaimKey, NodeVolumes, VolumeId, VolumeState};

/// The volume that a claim has got which is not bound in the text: from the volume controller, or in a run of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenVolume {
    /// A `PersistentVolume` of the text.
    Known(VolumeId),
    /// A volume that is provisioned for this node; `None`: before a pod uses it, for no node.
    New(Option<NodeId>),
}

/// The volumes that a run of a queue has given to claims, which the objects of the text do not say yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumed {
    volumes: FxHashMap<ClaimKey, GivenVolume>,
    is_taken: Vec<bool>,
}

impl Assumed {
    /// Forgets a claim that is deleted. The volume that it took stays taken: nothing makes it available again.
    pub(super) fn forget(&mut self, claim: ClaimKey) {
        self.volumes.remove(&claim);
    }

    pub(super) fn len(&self) -> usize {
        let taken = self.is_taken.iter().filter(|taken| **taken);
        taken.count() + self.volumes.len()
    }

    /// The volume that a claim has got.
    pub(super) fn given(&self, claim: ClaimKey) -> Option<GivenVolume> {
        self.volumes.get(&claim).copied()
    }

    pub(super) fn is_taken(&self, volume: VolumeId) -> bool {
        self.is_taken
            .get(volume.index())
            .is_some_and(|taken| *taken)
    }

    /// Keeps the volumes that a pod gets on a node; returns their claims.
    pub(super) fn take(
        &mut self,
        state: &VolumeState,
        (node, found): (NodeId, &NodeVolumes),
    ) -> Vec<ClaimKey> {
        let binding = state.binding.as_ref();
        let key = |index: u16| binding.and_then(|binding| binding.delayed_key(index));
        let known = found
            .bind
            .iter()
            .map(|(claim, id)| (*claim, GivenVolume::Known(*id)));
        let new = found.provision.iter();
        let new = new.map(|claim| (*claim, GivenVolume::New(Some(node))));
        let mut claims = Vec::new();
        for (claim, volume) in known.chain(new) {
            if let GivenVolume::Known(id) = volume {
                let at = id.index();
                if self.is_taken.len() <= at {
                    self.is_taken.resize(at + 1, false);
                }
                if let Some(slot) = self.is_taken.get_mut(at) {
                    *slot = true;
                }
            }
            if let Some(claim) = key(claim) {
                self.volumes.insert(claim, volume);
                claims.push(claim);
            }
        }
        claims
    }
}
