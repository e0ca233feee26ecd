//! The volumes of pods: the four filters of volumes of kube-scheduler's default profile.
//!
//! - [`StorageWorld`]: the volumes, claims, classes and drivers of a text, with the nodes that their rules select.
//!   [`Storage`]: the same with what the pods on the nodes use, which changes with them.
//! - [`PodVolumes`]: the claims of a pod. [`VolumeState`]: what the filters of one cycle have in common.
//! - One file for each plugin: `volume_restrictions`, `node_volume_limits`, `volume_binding`, `volume_zone`.
//! - `nearest`: the volume that lacks least of what a claim asks for.
//! - `volume_controller`: what new claims get before their pods are scheduled.
//!
//! Without volumes, a pod costs nothing here. Rules about the labels of nodes are evaluated once for each rule, so that
//! a filter looks a node up in a set.
//!
//! Source: "Volumes"; `pkg/scheduler/framework/plugins` of Kubernetes 1.35.

mod assumed;
mod claims;
mod default_class;
mod lacking;
mod misfit;
mod nearest;
mod node_sets;
mod node_volume_limits;
mod one_node;
mod state;
mod ties;
mod volume_binding;
mod volume_controller;
mod volume_restrictions;
mod volume_zone;
mod world;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{IdVec, NodeId},
    names::{Names, Symbol},
    pod::VolumeSource,
};

use self::assumed::Assumed;
pub use self::{
    assumed::GivenVolume,
    claims::{
        ClaimKey, ClaimState, OpenReason, OpenVolume, PodClaim, PodVolumes, ResolvedClaim,
        claim_name, open_volumes,
    },
    default_class::default_class,
    lacking::LackingKind,
    misfit::{
        VolumeMisfit, VolumeReason, VolumeRefusal, claim_of, filter_error, foreign_claim_error,
    },
    nearest::VolumeLack,
    node_sets::{NodeSetId, NodeSets},
    node_volume_limits::{Attachment, Handle, NodeAttachments},
    one_node::HeldClaim,
    state::{VolumeDelta, VolumeState},
    ties::{NodeVolumeTies, VolumeTie, VolumeTies},
    volume_binding::{BindingMisfit, NoVolume, NodeVolumes},
    volume_restrictions::has_exclusive_claim,
    volume_zone::ZONE_KEYS,
    world::{GivenKinds, KnownClass, KnownVolume, StorageObjects, StorageWorld, VolumeId},
};
use crate::{node::NodeInfo, snapshot::PodInfo};

/// The storage of a cluster, and what its pods use of it.
///
/// INVARIANT: `nodes` and `users` count the live pods on nodes.
#[derive(Clone, Debug)]
pub struct Storage {
    /// What does not change with pods.
    pub world: Arc<StorageWorld>,
    /// The nodes with limits.
    nodes: IdVec<NodeId, Option<Box<NodeAttachments>>>,
    /// How many volumes of pods name each claim, by namespace and name.
    users: FxHashMap<(Symbol, Symbol), u32>,
    /// What a run of a queue has given to claims.
    assumed: Assumed,
    /// How many pods on nodes have an ephemeral claim that they do not control.
    foreign: u32,
    /// How many uses nodes have of each volume that is attached.
    attached: FxHashMap<Attachment, u32>,
}

impl Storage {
    /// The storage of some objects, without pods; `None`: nothing about volumes is known. `node`: the node of a name.
    pub fn new(
        objects: &StorageObjects<'_>,
        nodes: &IdVec<NodeId, NodeInfo>,
        node: &dyn Fn(Symbol) -> Option<NodeId>,
        names: &Names,
    ) -> Option<Box<Self>> {
        if objects.is_empty() {
            return None;
        }
        let (world, nodes) = StorageWorld::new(objects, nodes, node, names);
        let mut attached: FxHashMap<Attachment, u32> = FxHashMap::default();
        for of_node in nodes.iter().flatten() {
            for attachment in of_node.attachments() {
                *attached.entry(attachment).or_default() += 1;
            }
        }
        Some(Box::new(Self {
            attached,
            world: Arc::new(world),
            nodes,
            users: FxHashMap::default(),
            assumed: Assumed::default(),
            foreign: 0,
        }))
    }

    /// Reads the rules of volumes again, for nodes that were added at the end. What pods use stays.
    pub(crate) fn learn_nodes(
        &mut self,
        objects: &StorageObjects<'_>,
        nodes: &IdVec<NodeId, NodeInfo>,
        node: &dyn Fn(Symbol) -> Option<NodeId>,
        names: &Names,
    ) {
        let (world, limits) = StorageWorld::new(objects, nodes, node, names);
        self.world = Arc::new(world);
        let known = self.nodes.len();
        for limit in limits.into_iter().skip(known) {
            self.nodes.push(limit);
        }
    }

    /// Counts a pod on a node in or out.
    pub fn change(&mut self, info: &PodInfo, node: NodeId, comes: bool) {
        let Some(volumes) = &info.volumes else {
            return;
        };
        for name in volumes.claims.iter().filter_map(PodClaim::used_name) {
            let users = self.users.entry((info.pod.namespace, name)).or_default();
            *users = if comes {
                *users + 1
            } else {
                users.saturating_sub(1)
            };
        }
        if volumes.foreign.is_some() {
            self.foreign = if comes {
                self.foreign + 1
            } else {
                self.foreign.saturating_sub(1)
            };
        }
        for attachment in &volumes.attachments {
            let count = self.attached.entry(*attachment).or_default();
            *count = if comes {
                *count + 1
            } else {
                count.saturating_sub(1)
            };
        }
        if let Some(Some(of_node)) = self.nodes.get_mut(node) {
            of_node.change(volumes, comes);
        }
    }

    /// How many volumes of pods on nodes name a claim.
    pub(self) fn users(&self, namespace: Symbol, name: Symbol) -> u32 {
        let users = self.users.get(&(namespace, name));
        users.copied().unwrap_or_default()
    }

    /// Whether a node has a volume.
    fn is_attached(&self, attachment: Attachment) -> bool {
        let count = self.attached.get(&attachment);
        count.is_some_and(|count| *count > 0)
    }

    /// Whether the volume filters give the same result for two pods on every node: both have no volumes, or claims of
    /// one kind that get their volumes with the node and that nothing uses. O(volumes).
    pub fn is_alike(&self, one: &PodInfo, two: &PodInfo) -> bool {
        let (Some(of_one), Some(of_two)) = (&one.volumes, &two.volumes) else {
            return one.pod.volumes.is_empty() && two.pod.volumes.is_empty();
        };
        let is_plain = |info: &PodInfo| {
            let mut volumes = info.pod.volumes.iter();
            !volumes.any(|volume| matches!(volume.source, VolumeSource::Disk(_)))
        };
        let are_known = |of: &PodVolumes| {
            let mut attachments = of.attachments.iter();
            attachments.any(|attachment| self.is_attached(*attachment)) || of.foreign.is_some()
        };
        is_plain(one)
            && is_plain(two)
            && !are_known(of_one)
            && !are_known(of_two)
            && of_one.attachments.len() == of_two.attachments.len()
            && of_one.claims.len() == of_two.claims.len()
            && of_one.claims.iter().zip(&of_two.claims).all(|(one, two)| {
                let (Some(one), Some(two)) = (self.free(one), self.free(two)) else {
                    return false;
                };
                one.class == two.class && one.spec() == two.spec()
            })
    }

    /// A claim that gets its volume with the node, where no node, volume or pod is set aside for it.
    fn free(&self, claim: &PodClaim) -> Option<ResolvedClaim> {
        let resolved = claim.resolve(self)?;
        let stored = resolved.stored();
        let uid = stored.map(|claim| claim.uid).unwrap_or_default();
        let is_used = match claim.key {
            ClaimKey::Named(namespace, name) => self.users(namespace, name) > 0,
            _ => false,
        };
        let is_free = resolved.state(&self.world) == ClaimState::Delayed
            && stored.is_none_or(|claim| {
                claim.selected_node.is_none() && !claim.deleting && !claim.is_lost
            })
            && !is_used
            && self.world.reserved(claim.key, uid).next().is_none();
        is_free.then_some(resolved)
    }

    /// The limits of a node; `None`: it has none.
    pub fn attachments(&self, node: NodeId) -> Option<&NodeAttachments> {
        self.nodes.get(node)?.as_deref()
    }

    /// Whether a pod on a node has an ephemeral claim that it does not control, so that upstream may fail.
    pub fn has_foreign(&self) -> bool {
        self.foreign > 0
    }

    /// How much a run of a queue has given to claims: it never takes anything back.
    pub fn assumed(&self) -> usize {
        self.assumed.len()
    }

    /// Makes the claims of the ephemeral volumes of a pod again, which are deleted with the pod that it replaces.
    pub(crate) fn renew_ephemeral(&mut self, info: &mut PodInfo) {
        let Some(volumes) = &info.volumes else {
            return;
        };
        for claim in volumes.claims.iter().filter(|claim| claim.is_ephemeral) {
            self.assumed.forget(claim.key);
        }
        let renewed = volumes.made(info, self, |_| true);
        self.replace_volumes(info, renewed);
    }

    /// Makes the claims of the ephemeral volumes of a pod which the text lacks, as the ephemeral volume controller does
    /// as soon as it sees the pod.
    pub(crate) fn make_ephemeral(&self, info: &mut PodInfo) {
        let Some(volumes) = info.volumes.as_ref().filter(|_| self.world.given.claims) else {
            return;
        };
        let is_missing = |claim: &PodClaim| matches!(claim.key, ClaimKey::Unknown(..));
        let made = volumes.made(info, self, is_missing);
        self.replace_volumes(info, made);
    }

    fn replace_volumes(&self, info: &mut PodInfo, volumes: Option<PodVolumes>) {
        if let Some(volumes) = volumes {
            info.volumes = Some(Arc::new(volumes));
            info.open_volumes = open_volumes(info, Some(self));
        }
    }

    /// Binds the claims of a pod to the volumes that it gets on a node; returns the claims.
    pub(crate) fn assume(
        &mut self,
        state: &VolumeState,
        node: NodeId,
        found: &NodeVolumes,
    ) -> Vec<ClaimKey> {
        self.assumed.take(state, (node, found))
    }

    /// Whether a run of a queue has bound a claim.
    pub fn is_given(&self, claim: ClaimKey) -> bool {
        self.assumed.given(claim).is_some()
    }

    /// The claims of a pod that get their volumes with the node.
    pub fn waiting_claims(&self, info: &PodInfo) -> impl Iterator<Item = ClaimKey> {
        let claims = info.volumes.iter().flat_map(|of| &of.claims);
        claims.filter_map(|claim| {
            let resolved = claim.resolve(self)?;
            (resolved.state(&self.world) == ClaimState::Delayed).then_some(claim.key)
        })
    }

    /// Looks at the claims of a pod again, of which some were bound. O(volumes).
    pub(crate) fn refresh(&self, info: &mut PodInfo) {
        if let Some(volumes) = &info.volumes {
            let refreshed = PodVolumes::of(volumes.claims.to_vec(), info, self);
            info.volumes = Some(Arc::new(refreshed));
            info.open_volumes = open_volumes(info, Some(self));
        }
    }
}
