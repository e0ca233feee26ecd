//! What the filters of one cycle have in common.

use schedscope_objects::{
    id::NodeId,
    names::{Names, Symbol},
};

use super::{
    Faults, FitContext, Misfit, NodeTrial, PeerState, fits_resources, fits_statically, has_room,
    node_affinity, nominated::NominatedRoom,
};
use crate::{
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{VolumeMisfit, VolumeState},
};

/// The nodes that a pod's affinity names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedNodes {
    /// It does not restrict the nodes by name.
    Any,
    /// Only these are filtered.
    Only {
        /// The nodes, ascending.
        nodes: Vec<NodeId>,
        /// All names, in the order of the text, also of nodes that do not exist.
        names: Vec<Symbol>,
    },
    /// Its requirements of the name exclude each other, so that the pod is rejected before the filters.
    Conflict,
}

impl NamedNodes {
    /// Whether a node is filtered.
    pub fn has(&self, node: NodeId) -> bool {
        match self {
            Self::Any => true,
            Self::Only { nodes, .. } => nodes.binary_search(&node).is_ok(),
            Self::Conflict => false,
        }
    }
}

/// What the filters of one cycle have in common: Kubernetes makes it in `PreFilter`.
#[derive(Clone, Debug)]
pub struct CycleState<'a> {
    /// The pod and the nodes.
    pub on: FitContext<'a>,
    /// The counts over other pods.
    pub peers: PeerState,
    /// What the filters of volumes have in common; `None`: none of them looks at the pod.
    pub volumes: Option<Box<VolumeState>>,
    /// The nodes that the pod's affinity names.
    pub named: NamedNodes,
}

impl<'a> CycleState<'a> {
    /// Prepares the filters for a pod that is on no node. O(1) if neither the pod nor another one has such fields; see
    /// [`PeerState::new`].
    pub fn new(
        snapshot: &'a ClusterSnapshot,
        pod: &'a PodInfo,
        names: &'a Names,
        faults: Faults,
    ) -> Self {
        let on = FitContext {
            snapshot,
            pod,
            names,
            faults,
        };
        Self {
            on,
            peers: PeerState::new(on),
            volumes: VolumeState::new(on),
            named: node_affinity::named_nodes(on),
        }
    }

    /// The filters without those that look at other pods or at volumes.
    pub fn alone(snapshot: &'a ClusterSnapshot, pod: &'a PodInfo, names: &'a Names) -> Self {
        let on = FitContext {
            snapshot,
            pod,
            names,
            faults: Faults::default(),
        };
        Self {
            on,
            peers: PeerState::default(),
            volumes: None,
            named: NamedNodes::Any,
        }
    }

    /// The filters with counts that were kept.
    pub fn of_peers(on: FitContext<'a>, peers: PeerState) -> Self {
        Self {
            on,
            peers,
            volumes: VolumeState::new(on),
            named: NamedNodes::Any,
        }
    }

    /// Whether no filter looks at other pods or at volumes.
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.peers.is_empty() && self.volumes.is_none()
    }

    /// Whether the volumes of the pod let it onto a node as it is.
    #[inline]
    fn volumes_accept(&self, node: NodeId) -> bool {
        let volumes = self.volumes.as_ref();
        volumes.is_none_or(|volumes| volumes.accepts(self.on, node))
    }

    /// Why the volumes of the pod keep it from a node as it is.
    #[inline]
    fn volumes_misfit(&self, node: NodeId) -> Option<VolumeMisfit> {
        self.volumes.as_ref()?.misfit(self.on, node, None)
    }

    /// Whether the filters that look at other pods or at volumes accept a node, where the others do.
    pub fn accepts_peers(&self, node: NodeId) -> bool {
        let Some(info) = self.on.snapshot.nodes.get(node) else {
            return false;
        };
        if !info.nominated.is_empty() {
            return NodeTrial::new(self, node, info).has_room(self);
        }
        let (on, peers) = (self.on, &self.peers);
        let fits = |classes| peers.domains_fit(classes, node, None);
        peers.ports_misfit(on, node, None).is_none()
            && self.volumes_accept(node)
            && on.snapshot.classes.as_deref().is_none_or(fits)
    }

    /// Whether the pod fits a node as it is, with room reserved for nominated pods with precedence.
    ///
    /// O(tolerations x taints + terms + resources + nominated pods of the node).
    ///
    /// # Errors
    /// The first filter that rejects the node, in Kubernetes' order.
    pub fn fits(&self, node: NodeId) -> Result<(), Misfit> {
        let FitContext {
            snapshot,
            pod,
            names,
            ..
        } = self.on;
        let Some(info) = snapshot.nodes.get(node) else {
            return Err(Misfit::OtherNode);
        };
        if let Some(refused) = self.volumes.as_ref().and_then(|of| of.refused(self.on)) {
            return Err(Misfit::Volumes(refused));
        }
        fits_statically(pod, info, names)?;
        if !self.is_alone() {
            return self.fits_among_peers(node, info);
        }
        let reserved = if info.nominated.is_empty() {
            NominatedRoom::default()
        } else {
            NominatedRoom::on(info, snapshot, pod)
        };
        if reserved.nominated.is_empty() {
            if has_room(&pod.request, info, &info.requested, info.pods.len() as i64) {
                return Ok(());
            }
            return fits_resources(&pod.request, info, &info.requested, info.pods.len() as i64);
        }
        let mut requested = info.requested.clone();
        requested.add_sum(&reserved.requested);
        let pods = info.pods.len() as i64 + reserved.nominated.len() as i64;
        fits_resources(&pod.request, info, &requested, pods)
    }

    /// The filters that depend on pods: with the nominated ones, then without.
    fn fits_among_peers(&self, node: NodeId, info: &NodeInfo) -> Result<(), Misfit> {
        let (on, peers) = (self.on, &self.peers);
        if !info.nominated.is_empty() {
            return NodeTrial::new(self, node, info).fits(self);
        }
        if let Some(misfit) = peers.ports_misfit(on, node, None) {
            return Err(misfit);
        }
        fits_resources(
            &on.pod.request,
            info,
            &info.requested,
            info.pods.len() as i64,
        )?;
        if let Some(misfit) = self.volumes_misfit(node) {
            return Err(Misfit::Volumes(misfit));
        }
        let fits = |classes| peers.domains_fit(classes, node, None);
        if on.snapshot.classes.as_deref().is_none_or(fits) {
            return Ok(());
        }
        peers.domains_misfit(on, node, None).map_or(Ok(()), Err)
    }
}
