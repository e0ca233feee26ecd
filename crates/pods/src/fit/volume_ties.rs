//! Whether it is open which nodes a pod fits, because it is open which volumes its claims get.

use schedscope_objects::id::NodeId;

use super::{CycleState, Misfit, fits_statically};
use crate::volumes::{VolumeMisfit, VolumeState, VolumeTies};

impl CycleState<'_> {
    /// What is open about the volumes of the pod; `node`: the one that it gets. At most `left` nodes are looked at, and
    /// their number is taken from it. O(volumes); where the choice may decide, O(nodes).
    pub fn volume_ties(&self, node: Option<NodeId>, left: &mut usize) -> VolumeTies {
        let mut found = VolumeTies::default();
        let snapshot = self.on.snapshot;
        let storage = snapshot.storage.as_deref();
        let storage = storage.filter(|storage| storage.may_tie());
        let claims = self.on.pod.volumes.as_deref();
        let (Some(storage), Some(claims), Some(volumes)) = (storage, claims, &self.volumes) else {
            return found;
        };
        if let Some(tie) = volumes.unbound_tie(self.on) {
            let may_fit = |id: &NodeId| {
                let node = snapshot.nodes.get(*id);
                let mut any_of = tie.any_of.iter();
                any_of.any(|volume| storage.world.can_use(*volume, *id))
                    && self.named.has(*id)
                    && node.is_some_and(|node| {
                        fits_statically(self.on.pod, node, self.on.names).is_ok()
                    })
            };
            found.nodes = snapshot.nodes.ids().filter(may_fit).collect();
            found.claims.push(tie);
            return found;
        }
        if volumes.refusal.is_some() || !volumes.may_tie(storage, claims) {
            return found;
        }
        if let Some(node) = node {
            found.claims = volumes.node_ties(self.on, node).claims;
        }
        if !volumes.may_decide(storage, claims) {
            return found;
        }
        for node in snapshot.nodes.ids().take(*left) {
            *left -= 1;
            if self.is_open(volumes, node) {
                found.nodes.push(node);
            }
        }
        if let Some(node) = found.nodes.first().filter(|_| found.claims.is_empty()) {
            found.claims = volumes.node_ties(self.on, *node).claims;
        }
        found
    }

    /// Whether the pod fits a node with some choices of volumes and not with others.
    fn is_open(&self, volumes: &VolumeState, node: NodeId) -> bool {
        if !self.named.has(node) || !volumes.node_ties(self.on, node).decide {
            return false;
        }
        match self.fits(node) {
            Ok(()) => true,
            Err(Misfit::Volumes(VolumeMisfit::Binding(_) | VolumeMisfit::Zone(_))) => {
                let fits = |classes| self.peers.domains_fit(classes, node, None);
                self.on.snapshot.classes.as_deref().is_none_or(fits)
            }
            Err(_) => false,
        }
    }
}
