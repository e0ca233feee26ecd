//! The claims that a run of a queue binds.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{NodeId, PodId},
    names::{Names, Symbol},
};

use super::{ClusterSnapshot, PodInfo};
use crate::{
    fit::{Faults, FitContext},
    node::NodeInfo,
    volumes::{ClaimKey, OpenVolume, VolumeState},
};

/// The pods that name each claim, by its namespace and name.
pub(super) type ClaimPods = FxHashMap<(Symbol, Symbol), Vec<PodId>>;

impl ClusterSnapshot {
    /// Binds the claims of a pod to the volumes that they get on a node, for all pods that use them. O(volumes), and
    /// the first time O(volumes of all pods).
    pub(super) fn bind_claims(&mut self, pod: PodId, node: NodeId, names: &Names) {
        let Some(info) = self.pods.get(pod).filter(|info| info.volumes.is_some()) else {
            return;
        };
        let on = FitContext {
            snapshot: self,
            pod: info,
            names,
            faults: Faults::default(),
        };
        let Some(state) = VolumeState::new(on) else {
            return;
        };
        let found = state.find(on, node).filter(|found| !found.is_empty());
        let (Some(found), Some(storage)) = (found, &mut self.storage) else {
            return;
        };
        let claims = storage.assume(&state, node, &found);
        if self.claim_pods.is_none() {
            self.claim_pods = Some(ClaimPods::default());
            let pods: Vec<PodId> = self.pods.ids().collect();
            for pod in pods {
                self.list_claims_of(pod);
            }
        }
        let mut users = vec![pod];
        for claim in claims {
            if let ClaimKey::Named(namespace, name) = claim
                && let Some(claim_pods) = &self.claim_pods
            {
                let others = claim_pods.get(&(namespace, name)).into_iter().flatten();
                users.extend(others.filter(|other| **other != pod));
            }
        }
        for user in users {
            self.refresh_volumes(user);
        }
    }

    /// Makes the claims of the ephemeral volumes of a pending pod which the text lacks. O(volumes).
    pub fn make_ephemeral_claims(&mut self, pod: PodId) {
        if let (Some(info), Some(storage)) = (self.pods.get_mut(pod), &self.storage) {
            storage.make_ephemeral(info);
        }
    }

    /// Adds the claims of a pod to the lists, where there are any.
    pub(super) fn list_claims_of(&mut self, pod: PodId) {
        let (Some(claim_pods), Some(info)) = (&mut self.claim_pods, self.pods.get(pod)) else {
            return;
        };
        for claim in info.volumes.iter().flat_map(|of| &of.claims) {
            if let ClaimKey::Named(namespace, name) = claim.key {
                let pods = claim_pods.entry((namespace, name)).or_default();
                if pods.last() != Some(&pod) {
                    pods.push(pod);
                }
            }
        }
    }

    /// Looks at the claims of a pod again, of which some were bound.
    fn refresh_volumes(&mut self, pod: PodId) {
        let (Some(info), Some(storage)) = (self.pods.get_mut(pod), &mut self.storage) else {
            return;
        };
        let node = info.node().filter(|_| info.is_live());
        if let Some(node) = node {
            storage.change(info, node, false);
        }
        storage.refresh(info);
        if let Some(node) = node {
            storage.change(info, node, true);
        }
    }

    /// Whether nothing that the answer does not know about the volumes of a pod can keep it from these nodes: the
    /// volumes are provisioned, and the nodes have the same topology as the node for which they are.
    pub fn surely_reaches(&self, info: &PodInfo, nodes: &[NodeId]) -> bool {
        info.open_volumes.iter().all(|open| {
            let Some(from) = open.provisioned_for else {
                return false;
            };
            let keys = info.topology_keys(open, self);
            let reaches = |node: &NodeId| {
                *node == from || keys.is_some_and(|keys| self.is_alike_in(from, *node, keys))
            };
            nodes.iter().all(reaches)
        })
    }

    /// Whether two nodes have the same values of some labels.
    fn is_alike_in(&self, one: NodeId, two: NodeId, keys: &[Symbol]) -> bool {
        let [one, two] = [one, two].map(|node| self.nodes.get(node));
        let value = |node: Option<&NodeInfo>, key: Symbol| node?.node.labels.get(key);
        let mut keys = keys.iter();
        keys.all(|key| value(one, *key).is_some() && value(one, *key) == value(two, *key))
    }
}

impl PodInfo {
    /// The labels of nodes that say where a volume of the pod can be used which is provisioned; `None`: the text does
    /// not say.
    pub fn topology_keys<'s>(
        &self,
        open: &OpenVolume,
        snapshot: &'s ClusterSnapshot,
    ) -> Option<&'s [Symbol]> {
        let storage = snapshot.storage.as_deref()?;
        let mut claims = self.volumes.as_ref()?.claims.iter();
        let claim = claims.find(|claim| claim.volume == open.volume)?;
        let class = claim.resolve(storage)?.class;
        storage.world.topology_keys(open.provisioned_for?, class)
    }
}
