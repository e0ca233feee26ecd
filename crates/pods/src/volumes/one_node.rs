//! Claims whose volume one node can have at a time. kube-scheduler does not look at it: the controller that attaches
//! volumes lets a pod wait until no other node has the volume ("Multi-Attach error").
//!
//! Source: `pkg/controller/volume/attachdetach/reconciler/reconciler.go` of Kubernetes 1.36.

use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
};

use super::{ClaimKey, Storage, volume_restrictions::READ_WRITE_ONCE_POD};
use crate::snapshot::{ClusterSnapshot, PodInfo};

/// The access mode of a volume that the pods of one node may use.
const READ_WRITE_ONCE: &str = "ReadWriteOnce";

/// A claim whose volume another node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldClaim {
    /// The name of the claim.
    pub claim: Symbol,
    /// A pod that uses it on another node.
    pub by: PodId,
}

impl ClusterSnapshot {
    /// The first claim of a pod on a node whose volume another node has, because a pod there uses it: the pod does not
    /// start. O(claims), and O(pods) for a claim that several pods use.
    pub fn held_elsewhere(&self, pod: PodId, names: &Names) -> Option<HeldClaim> {
        let storage = self.storage.as_deref()?;
        let info = self.pods.get(pod)?;
        let node = info.node()?;
        let claims = info.volumes.iter().flat_map(|volumes| &volumes.claims);
        let mut stored = claims.filter_map(|claim| match claim.key {
            ClaimKey::Named(namespace, name) => Some((claim.key, namespace, name)),
            _ => None,
        });
        stored.find_map(|(key, namespace, claim)| {
            let is_shared = storage.users(namespace, claim) > 1;
            if !is_shared || !storage.is_for_one_node(namespace, claim, names) {
                return None;
            }
            let mut others = self.pods.entries().filter(|(other, info)| {
                let elsewhere = info.node().is_some_and(|other| other != node);
                *other != pod && elsewhere && info.is_live()
            });
            let uses = |info: &PodInfo| {
                let mut claims = info.volumes.iter().flat_map(|volumes| &volumes.claims);
                claims.any(|claim| claim.key == key)
            };
            let (by, _) = others.find(|(_, info)| uses(info))?;
            Some(HeldClaim { claim, by })
        })
    }
}

impl Storage {
    /// Whether one node can have the volume of a claim at a time: its access modes say so, and it is not one of the
    /// kinds that are mounted without being attached.
    fn is_for_one_node(&self, namespace: Symbol, name: Symbol, names: &Names) -> bool {
        let Some(claim) = self.world.claim(namespace, name) else {
            return false;
        };
        let volume = self.world.volume(claim.spec.volume);
        let volume = volume.and_then(|id| self.world.volumes.get(id));
        let modes = volume.map_or(&claim.spec.access_modes, |of| &of.volume.access_modes);
        let of_one = [READ_WRITE_ONCE, READ_WRITE_ONCE_POD];
        let is_of_one = |mode: &Symbol| of_one.contains(&&names[*mode]);
        let is_attached = volume.is_none_or(|of| {
            let csi = of.volume.csi.as_ref();
            csi.is_some_and(|csi| !self.world.is_mounted_directly(csi.driver))
        });
        !modes.is_empty() && modes.iter().all(is_of_one) && is_attached
    }
}
