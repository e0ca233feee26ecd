//! `VolumeBinding`: whether a node can use the volumes of bound claims, and which volumes the other claims get there.
//!
//! Source: `plugins/volumebinding/binder.go` and `pv_helpers.go` of `component-helpers/storage/volume` of Kubernetes
//! 1.35.

mod ties;

use std::cmp::Ordering;

use schedscope_objects::{id::NodeId, selector::Selector, storage::PersistentVolume, words};
use schedscope_quantity::Quantity;
use smallvec::SmallVec;

use super::{
    ClaimKey, ResolvedClaim, StorageWorld, VolumeId,
    node_sets::{NodeSetBuilder, NodeSetId},
};
use crate::{fit::FitContext, volumes::Storage};

words! {
    /// Why a claim gets no volume on a node.
    pub enum NoVolume {
        /// The annotation `volume.kubernetes.io/selected-node` names another node.
        SelectedNode = "selected-node",
        /// The class has no provisioner, and no free `PersistentVolume` matches the claim there.
        NoProvisioner = "no-provisioner",
        /// `allowedTopologies` of the class do not match the node.
        AllowedTopologies = "allowed-topologies",
        /// No `CSIStorageCapacity` for the node is large enough.
        StorageCapacity = "storage-capacity",
    }
}

/// The reasons of `VolumeBinding`, in its order; several can apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingMisfit {
    /// The first bound claim whose volume does not match the node, or does not exist, by its index.
    pub bound: Option<u16>,
    /// Whether that volume does not exist.
    pub is_missing: bool,
    /// The first other claim that gets no volume, by its index, and why.
    pub unbound: Option<(u16, NoVolume)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BoundClaim {
    /// Its index.
    pub(super) claim: u16,
    /// The nodes that can use its volume; `None`: the volume does not exist.
    pub(super) nodes: Option<NodeSetId>,
}

/// A claim that gets its volume with the node of its first pod.
#[derive(Clone, Debug)]
pub(super) struct DelayedClaim {
    /// Its index.
    pub(super) claim: u16,
    resolved: ResolvedClaim,
    /// `Some(None)`: one that cannot be read, and selects nothing.
    #[expect(clippy::option_option, reason = "each of the three cases differs")]
    selector: Option<Option<Selector>>,
    /// The node for which its volume is being made; `Some(None)`: one that does not exist.
    #[expect(clippy::option_option, reason = "each of the three cases differs")]
    selected: Option<Option<NodeId>>,
    /// The volumes that are reserved for it and can serve it.
    reserved: SmallVec<[VolumeId; 1]>,
}

/// The maximum number of equal volumes that a claim may get and that are listed.
const MOST_EQUAL: usize = 100;

type ClaimList<'c> = SmallVec<[&'c DelayedClaim; 4]>;

/// The claims of a pod, in the order of its volumes.
#[derive(Clone, Debug, Default)]
pub(super) struct BindingState {
    pub(super) bound: SmallVec<[BoundClaim; 2]>,
    pub(super) delayed: SmallVec<[DelayedClaim; 1]>,
    /// No node is rejected.
    pub(super) is_certain: bool,
}

/// The volumes that the claims of a pod get on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeVolumes {
    /// The claims that are bound to volumes, by index, smallest request first.
    pub bind: SmallVec<[(u16, VolumeId); 1]>,
    /// The claims for which volumes are made, by index, in the order in which upstream asks.
    pub provision: SmallVec<[u16; 1]>,
}

impl NodeVolumes {
    /// Whether nothing is bound or made.
    pub fn is_empty(&self) -> bool {
        self.bind.is_empty() && self.provision.is_empty()
    }
}

/// The size of a volume.
pub(super) fn size(volume: &PersistentVolume) -> Option<&Quantity> {
    volume.capacity.as_ref()
}

/// Compares amounts; a missing one is 0.
pub(super) fn quantity_order(one: Option<&Quantity>, two: Option<&Quantity>) -> Ordering {
    match (one, two) {
        (Some(one), Some(two)) => one.compare(two),
        (Some(one), None) => one.sign().cmp(&0),
        (None, Some(two)) => 0.cmp(&two.sign()),
        (None, None) => Ordering::Equal,
    }
}

impl DelayedClaim {
    pub(super) fn new(
        on: FitContext<'_>,
        storage: &Storage,
        (claim, resolved): (u16, ResolvedClaim),
    ) -> Self {
        let key = resolved.key;
        let stored = resolved.stored();
        let selected = stored.and_then(|claim| claim.selected_node);
        let selected = selected.map(|name| on.snapshot.node(name));
        let uid = stored.map(|claim| claim.uid).unwrap_or_default();
        let selector = resolved.spec().selector.as_ref();
        let mut new = Self {
            claim,
            selector: selector.map(|selector| selector.compile(on.names).ok()),
            selected,
            reserved: SmallVec::new(),
            resolved,
        };
        let reserved = storage.world.reserved(key, uid);
        new.reserved = reserved
            .filter(|id| {
                let known = storage.world.volumes.get(*id);
                known.is_some_and(|known| new.is_served_by(&known.volume))
            })
            .collect();
        new
    }

    /// Whether a volume is of the class and mode, and large enough.
    fn is_served_by(&self, volume: &PersistentVolume) -> bool {
        let spec = self.resolved.spec();
        volume.class == self.resolved.class
            && quantity_order(size(volume), spec.request.as_ref()).is_ge()
            && volume.is_block == spec.is_block
            && volume.attributes_class == spec.attributes_class
            && !volume.deleting
    }

    /// Whether it can take an available volume that is reserved for no claim.
    fn can_take(&self, volume: &PersistentVolume, on: FitContext<'_>) -> bool {
        let spec = self.resolved.spec();
        let is_selected = match &self.selector {
            None => true,
            Some(selector) => selector
                .as_ref()
                .is_some_and(|selector| selector.matches(volume.labels.as_slice(), on.names)),
        };
        let mut modes = spec.access_modes.iter();
        is_selected
            && modes.all(|mode| volume.access_modes.contains(mode))
            && self.is_served_by(volume)
    }

    /// The volumes that it can take on a node: the smallest ones. Without `all` only the one that is taken. Of several
    /// that are reserved for it, upstream sees any one first: all of them, also those that the node cannot use.
    fn choices(
        &self,
        on: FitContext<'_>,
        storage: &Storage,
        node: NodeId,
        chosen: &[(u16, VolumeId)],
        all: bool,
    ) -> SmallVec<[VolumeId; 1]> {
        let world = &storage.world;
        let is_chosen = |id: &VolumeId| chosen.iter().any(|(_, chosen)| chosen == id);
        let mut reserved = self.reserved.iter().filter(|id| !is_chosen(id)).peekable();
        if reserved.peek().is_some() {
            // Upstream takes the first one that it sees, or none.
            if all {
                return reserved.copied().collect();
            }
            let fits = |id: &VolumeId| world.can_use(*id, node);
            return reserved.take(1).copied().filter(fits).collect();
        }
        let most = if all { MOST_EQUAL } else { 1 };
        let mut smallest: SmallVec<[VolumeId; 1]> = SmallVec::new();
        let mut of_smallest = None;
        for list in world.open(self.resolved.class, node) {
            let mut of_list = 0;
            for id in list {
                if is_chosen(id) || storage.assumed.is_taken(*id) {
                    continue;
                }
                let Some(known) = world.volumes.get(*id) else {
                    continue;
                };
                let volume = &known.volume;
                let order = of_smallest.map(|size_of| quantity_order(size(volume), size_of));
                if order == Some(Ordering::Greater) {
                    break;
                }
                if !self.can_take(volume, on) {
                    continue;
                }
                if order != Some(Ordering::Equal) {
                    smallest.clear();
                    of_smallest = Some(size(volume));
                }
                smallest.push(*id);
                of_list += 1;
                if of_list == most {
                    break;
                }
            }
        }
        // The first one of the text.
        smallest.sort_unstable();
        smallest.truncate(most);
        smallest
    }

    /// Why no volume can be made for it on a node.
    fn no_provision(&self, storage: &Storage, node: NodeId) -> Option<NoVolume> {
        let class = storage.world.class(self.resolved.class)?;
        if !class.provisions {
            return Some(NoVolume::NoProvisioner);
        }
        if !storage.world.sets.has(class.topology, node) {
            return Some(NoVolume::AllowedTopologies);
        }
        let request = self.resolved.spec().request.as_ref();
        if let (Some(capacity), Some(request)) = (&class.capacity, request) {
            let largest = capacity.get(node).copied().flatten();
            if largest.is_none_or(|largest| largest < request.value()) {
                return Some(NoVolume::StorageCapacity);
            }
        }
        None
    }
}

impl BindingState {
    /// Notes whether every node passes: bound volumes can be used everywhere, and the others can be made everywhere.
    pub(super) fn settle(&mut self, world: &StorageWorld) {
        let mut bound = self.bound.iter();
        let mut delayed = self.delayed.iter();
        let everywhere = Some(NodeSetBuilder::all());
        self.is_certain = bound.all(|of| of.nodes == everywhere)
            && delayed.all(|claim| {
                let class = world.class(claim.resolved.class);
                claim.selected.is_none()
                    && class.is_some_and(|class| {
                        class.provisions
                            && class.topology == NodeSetBuilder::all()
                            && class.capacity.is_none()
                    })
            });
    }

    /// The volumes of a node, or why it has none.
    ///
    /// # Errors
    /// All reasons.
    pub(super) fn find(
        &self,
        on: FitContext<'_>,
        storage: &Storage,
        node: NodeId,
    ) -> Result<NodeVolumes, BindingMisfit> {
        let mut misfit = BindingMisfit::default();
        let world = &storage.world;
        for of in &self.bound {
            let fits = of.nodes.is_some_and(|nodes| world.sets.has(nodes, node));
            if !fits {
                misfit.bound = Some(of.claim);
                misfit.is_missing = of.nodes.is_none();
                break;
            }
        }
        let mut found = NodeVolumes::default();
        misfit.unbound = self.find_delayed(on, storage, node, &mut found);
        if misfit == BindingMisfit::default() {
            Ok(found)
        } else {
            Err(misfit)
        }
    }

    /// The claims that take volumes on a node, smallest request first, and those for which volumes are made.
    ///
    /// # Errors
    /// The index of a claim that another node was selected for.
    fn parts(&self, node: NodeId) -> Result<(ClaimList<'_>, ClaimList<'_>), u16> {
        let (mut to_match, mut to_provision) = (ClaimList::new(), ClaimList::new());
        for claim in &self.delayed {
            match claim.selected {
                Some(selected) if selected == Some(node) => to_provision.push(claim),
                Some(_) => return Err(claim.claim),
                None => to_match.push(claim),
            }
        }
        if to_match.len() > 1 {
            // Stable, as an insertion sort is.
            to_match.sort_by(|a, b| {
                let [a, b] = [a, b].map(|claim| claim.resolved.spec().request.as_ref());
                quantity_order(a, b)
            });
        }
        Ok((to_match, to_provision))
    }

    fn find_delayed(
        &self,
        on: FitContext<'_>,
        storage: &Storage,
        node: NodeId,
        found: &mut NodeVolumes,
    ) -> Option<(u16, NoVolume)> {
        let (to_match, mut to_provision) = match self.parts(node) {
            Ok(parts) => parts,
            Err(claim) => return Some((claim, NoVolume::SelectedNode)),
        };
        for claim in to_match {
            let choices = claim.choices(on, storage, node, &found.bind, false);
            match choices.first() {
                Some(volume) => found.bind.push((claim.claim, *volume)),
                None => to_provision.push(claim),
            }
        }
        for claim in to_provision {
            if let Some(why) = claim.no_provision(storage, node) {
                return Some((claim.claim, why));
            }
            found.provision.push(claim.claim);
        }
        None
    }

    /// Whether a claim could take one of some volumes on some node.
    pub(super) fn could_take(
        &self,
        on: FitContext<'_>,
        world: &StorageWorld,
        volumes: &[VolumeId],
    ) -> bool {
        let mut waiting = self.delayed.iter().filter(|of| of.selected.is_none());
        waiting.any(|claim| {
            volumes.iter().any(|id| {
                let known = world.volumes.get(*id);
                let is_free = known.filter(|known| known.volume.claim.is_none());
                claim.reserved.contains(id)
                    || is_free.is_some_and(|known| claim.can_take(&known.volume, on))
            })
        })
    }
}

impl BindingState {
    /// What identifies a claim that gets its volume with the node, by its index.
    pub(super) fn delayed_key(&self, claim: u16) -> Option<ClaimKey> {
        let mut delayed = self.delayed.iter();
        let of = delayed.find(|delayed| delayed.claim == claim);
        of.map(|delayed| delayed.resolved.key)
    }
}
