//! The volumes, claims, classes and drivers of a text.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{
    Objects,
    id::{IdVec, NodeId},
    ids,
    kind::ObjectKind,
    names::{Names, Symbol},
    order,
    storage::{
        ClaimReference, CsiDriver, CsiNode, CsiStorageCapacity, PersistentVolume,
        PersistentVolumeClaim, StorageClass, VolumeAttachment,
    },
};

use super::{
    Attachment, ClaimKey, GivenVolume, Handle, ResolvedClaim,
    node_sets::{NodeSetBuilder, NodeSetId, NodeSets},
    node_volume_limits::NodeAttachments,
    volume_binding::{quantity_order, size},
    volume_controller::ControllerTie,
    volume_zone,
};
use crate::node::NodeInfo;

ids! {
    /// A `PersistentVolume`.
    pub struct VolumeId;
}

/// The provisioner of classes without dynamic provisioning.
pub(super) const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";

/// The objects of a text that volumes depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct StorageObjects<'a> {
    volumes: &'a [Arc<PersistentVolume>],
    claims: &'a [Arc<PersistentVolumeClaim>],
    classes: &'a [Arc<StorageClass>],
    csi_nodes: &'a [Arc<CsiNode>],
    drivers: &'a [Arc<CsiDriver>],
    capacities: &'a [Arc<CsiStorageCapacity>],
    attachments: &'a [Arc<VolumeAttachment>],
    given: GivenKinds,
}

/// The kinds of which a text has objects, or an empty list: it is taken to have all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct GivenKinds {
    /// `PersistentVolumeClaim`.
    pub claims: bool,
    /// `PersistentVolume`.
    pub volumes: bool,
    /// `StorageClass`.
    pub classes: bool,
    /// `CSINode`.
    pub csi_nodes: bool,
    /// `CSIDriver`.
    pub drivers: bool,
    /// `CSIStorageCapacity`.
    pub capacities: bool,
}

impl GivenKinds {
    /// Those of a text.
    pub fn of(objects: &Objects) -> Self {
        let is_given = |is_empty: bool, kind: ObjectKind| {
            let name = objects.names.get(kind.name());
            !is_empty || name.is_some_and(|name| objects.none_of.contains(&name))
        };
        Self {
            claims: is_given(
                objects.persistent_volume_claims.is_empty(),
                ObjectKind::PersistentVolumeClaim,
            ),
            volumes: is_given(
                objects.persistent_volumes.is_empty(),
                ObjectKind::PersistentVolume,
            ),
            classes: is_given(objects.storage_classes.is_empty(), ObjectKind::StorageClass),
            csi_nodes: is_given(objects.csi_nodes.is_empty(), ObjectKind::CsiNode),
            drivers: is_given(objects.csi_drivers.is_empty(), ObjectKind::CsiDriver),
            capacities: is_given(
                objects.csi_storage_capacities.is_empty(),
                ObjectKind::CsiStorageCapacity,
            ),
        }
    }
}

impl<'a> StorageObjects<'a> {
    /// Those of a text.
    pub fn of(objects: &'a Objects) -> Self {
        Self {
            volumes: &objects.persistent_volumes,
            claims: &objects.persistent_volume_claims,
            classes: &objects.storage_classes,
            csi_nodes: &objects.csi_nodes,
            drivers: &objects.csi_drivers,
            capacities: &objects.csi_storage_capacities,
            attachments: &objects.volume_attachments,
            given: GivenKinds::of(objects),
        }
    }

    /// Whether nothing about volumes is known.
    pub fn is_empty(&self) -> bool {
        self.given == GivenKinds::default()
    }
}

/// A `PersistentVolume`, with the nodes that can use it.
#[derive(Clone, Debug)]
pub struct KnownVolume {
    pub volume: Arc<PersistentVolume>,
    /// The nodes that match its node affinity.
    pub nodes: NodeSetId,
    /// The nodes in its zones; `None`: it has no label of a zone or region.
    pub zone: Option<NodeSetId>,
}

/// A `StorageClass`, with the nodes on which its volumes can be made.
#[derive(Clone, Debug)]
pub struct KnownClass {
    pub class: Arc<StorageClass>,
    /// Whether somebody makes volumes of the class.
    pub provisions: bool,
    /// The nodes that its `allowedTopologies` match.
    pub topology: NodeSetId,
    /// The largest volume that can be made on each node, in bytes; `None`: its driver has no storage capacity.
    pub capacity: Option<IdVec<NodeId, Option<i64>>>,
}

/// The available volumes of a class, by the nodes that can use them; each list by capacity, then in the order of the
/// text.
type OpenVolumes = FxHashMap<NodeSetId, Vec<VolumeId>>;

/// The volumes, claims, classes and drivers of a text.
#[derive(Clone, Debug, Default)]
pub struct StorageWorld {
    /// The kinds that the text has.
    pub given: GivenKinds,
    /// In the order of the text.
    pub volumes: IdVec<VolumeId, KnownVolume>,
    /// The sets of nodes.
    pub sets: NodeSets,
    by_name: FxHashMap<Symbol, VolumeId>,
    pub(super) claims: FxHashMap<(Symbol, Symbol), Arc<PersistentVolumeClaim>>,
    classes: FxHashMap<Symbol, KnownClass>,
    /// The class of claims that name none; empty: there is none.
    pub(super) default_class: Symbol,
    /// The stored claims without a class for which a volume without a class is free.
    pub(super) classless: FxHashSet<(Symbol, Symbol)>,
    /// What the volume controller gives to new claims.
    pub(super) bound_first: FxHashMap<(Symbol, Symbol), GivenVolume>,
    /// The volumes of which some new claims get any one.
    pub(super) controller_ties: FxHashMap<(Symbol, Symbol), ControllerTie>,
    /// Whether a claim may get any one of several volumes at all.
    pub(super) may_tie: bool,
    /// The volumes among them.
    pub(super) taken_first: FxHashSet<VolumeId>,
    /// The drivers of each node.
    csi_nodes: FxHashMap<NodeId, Arc<CsiNode>>,
    /// Whether there are `CSINode`s of nodes that are not there.
    has_other_csi_nodes: bool,
    /// [`NO_PROVISIONER`], where a class names it.
    no_provisioner: Option<Symbol>,
    /// The volumes whose `claimRef` names a claim, by its namespace and name, in the order of the text.
    pub(super) reserved: FxHashMap<(Symbol, Symbol), Vec<VolumeId>>,
    pub(super) open: FxHashMap<Symbol, OpenVolumes>,
    /// The sets of open volumes that a node is in, but that of all nodes.
    sets_of: IdVec<NodeId, Vec<NodeSetId>>,
    /// The drivers on nodes, and the classes for which a driver reports the storage that is left.
    on_nodes: FxHashSet<Symbol>,
    measured: FxHashSet<Symbol>,
    /// The drivers whose volumes are mounted without being attached.
    mounted_directly: FxHashSet<Symbol>,
    /// The nodes with each driver that pods with its volumes require.
    required: FxHashMap<Symbol, NodeSetId>,
}

impl StorageWorld {
    /// The storage of some objects; `node`: the node of a name. Also the limits of the nodes. O(objects x nodes) at
    /// worst, where every volume has a rule of its own about nodes.
    pub fn new(
        objects: &StorageObjects<'_>,
        nodes: &IdVec<NodeId, NodeInfo>,
        node: &dyn Fn(Symbol) -> Option<NodeId>,
        names: &Names,
    ) -> (Self, IdVec<NodeId, Option<Box<NodeAttachments>>>) {
        let drivers = objects.drivers.iter();
        let mounted_directly = drivers.filter(|driver| driver.is_mounted_directly);
        let mut world = Self {
            mounted_directly: mounted_directly.map(|driver| driver.name).collect(),
            given: objects.given,
            no_provisioner: names.get(NO_PROVISIONER),
            sets_of: IdVec::from(vec![Vec::new(); nodes.len()]),
            ..Self::default()
        };
        let mut sets = NodeSetBuilder::new(nodes, names);
        for claim in objects.claims {
            let key = (claim.namespace, claim.name);
            world.claims.insert(key, Arc::clone(claim));
        }
        world.add_classes(objects, &mut sets, names);
        let drivers = objects.csi_nodes.iter().flat_map(|of| &of.drivers);
        world.on_nodes = drivers.map(|driver| driver.name).collect();
        world.measured = objects.capacities.iter().map(|of| of.class).collect();
        let zones = volume_zone::ZoneLabels::new(names);
        for volume in objects.volumes {
            let known = KnownVolume {
                nodes: sets.affinity(volume.node_affinity.as_deref()),
                zone: zones.of(volume, &mut sets, names),
                volume: Arc::clone(volume),
            };
            let id = world.volumes.push(known);
            world.by_name.insert(volume.name, id);
        }
        if world.given.csi_nodes {
            world.add_required_drivers(objects, node, &mut sets);
        }
        world.sets = sets.finish();
        world.list_volumes();
        world.list_classless(names);
        world.bind_new_claims(objects.claims, names);
        for of in objects.csi_nodes {
            match node(of.name) {
                Some(node) => {
                    world.csi_nodes.insert(node, Arc::clone(of));
                }
                None => world.has_other_csi_nodes = true,
            }
        }
        let limits = world.limits(objects, nodes, node);
        (world, limits)
    }

    fn add_classes(
        &mut self,
        objects: &StorageObjects<'_>,
        sets: &mut NodeSetBuilder<'_>,
        names: &Names,
    ) {
        let checking = objects.drivers.iter().filter(|of| of.checks_capacity);
        let checking: FxHashSet<Symbol> = checking.map(|driver| driver.name).collect();
        for class in objects.classes {
            let capacity = checking.contains(&class.provisioner).then(|| {
                let mut largest = IdVec::from(vec![None; self.sets_of.len()]);
                let capacities = objects.capacities.iter();
                for of in capacities.filter(|of| of.class == class.name) {
                    let bytes = of.maximum_volume_size.as_ref().or(of.capacity.as_ref());
                    let bytes = bytes.map(schedscope_quantity::Quantity::value);
                    for node in sets.selected(of.node_topology.as_ref()) {
                        if let Some(slot) = largest.get_mut(node) {
                            *slot = bytes.max(*slot);
                        }
                    }
                }
                largest
            });
            let known = KnownClass {
                provisions: !class.provisioner.is_empty()
                    && names[class.provisioner] != *NO_PROVISIONER,
                topology: sets.topologies(&class.allowed_topologies),
                capacity,
                class: Arc::clone(class),
            };
            self.classes.insert(class.name, known);
        }
        self.set_default_class(objects.classes, names);
    }

    /// The nodes without a `CSINode` have no driver.
    fn add_required_drivers(
        &mut self,
        objects: &StorageObjects<'_>,
        node: &dyn Fn(Symbol) -> Option<NodeId>,
        sets: &mut NodeSetBuilder<'_>,
    ) {
        for driver in objects.drivers.iter().filter(|driver| driver.is_required) {
            let has = |of: &&Arc<CsiNode>| of.drivers.iter().any(|of| of.name == driver.name);
            let nodes = objects.csi_nodes.iter().filter(has);
            let nodes = nodes.filter_map(|of| node(of.name)).collect();
            self.required.insert(driver.name, sets.push(nodes));
        }
    }

    /// Whether a node can have a limit of the volumes of a driver: not of volumes without a provisioner.
    pub(super) fn may_have_limit(&self, driver: Symbol) -> bool {
        Some(driver) != self.no_provisioner
    }

    /// Whether the driver of a class may look at the storage that is left, as far as a text without `CSIDriver` says:
    /// not if no node has the driver.
    pub(super) fn may_check_capacity(&self, class: &StorageClass) -> bool {
        !self.given.csi_nodes
            || self.on_nodes.contains(&class.provisioner)
            || self.measured.contains(&class.name)
    }

    /// The nodes with a driver, where pods with its volumes require it; `None`: they do not.
    pub(super) fn with_driver(&self, driver: Symbol) -> Option<NodeSetId> {
        self.required.get(&driver).copied()
    }

    /// Lists the volumes that claims can take.
    fn list_volumes(&mut self) {
        let Self {
            volumes,
            open,
            reserved,
            sets,
            sets_of,
            claims,
            ..
        } = self;
        let bound = claims.values().filter(|claim| claim.is_bound);
        let bound: FxHashSet<Symbol> = bound.map(|claim| claim.spec.volume).collect();
        let is_free = |volume: &PersistentVolume| {
            let is_new = !volume.has_phase && !bound.contains(&volume.name);
            !volume.deleting && (volume.is_available || is_new)
        };
        for (id, known) in volumes.entries() {
            let volume = &known.volume;
            if let Some(claim) = &volume.claim {
                let key = (claim.namespace, claim.name);
                reserved.entry(key).or_default().push(id);
            } else if is_free(volume) {
                let of_class = open.entry(volume.class).or_default();
                of_class.entry(known.nodes).or_default().push(id);
            }
        }
        let mut used: FxHashSet<NodeSetId> = FxHashSet::default();
        for of_class in open.values_mut() {
            for (set, list) in of_class.iter_mut() {
                used.insert(*set);
                let capacity = |id: VolumeId| volumes.get(id).map(|one| size(&one.volume));
                order::sort(list, |a, b| match (capacity(*a), capacity(*b)) {
                    (Some(one), Some(two)) => quantity_order(one, two).then(a.cmp(b)),
                    _ => a.cmp(b),
                });
            }
        }
        let mut used: Vec<NodeSetId> = used.into_iter().collect();
        used.sort_unstable();
        for set in used {
            for node in sets.nodes(set).into_iter().flatten() {
                if let Some(of_node) = sets_of.get_mut(*node) {
                    of_node.push(set);
                }
            }
        }
    }

    /// The limits of the nodes, with what is attached to them.
    fn limits(
        &self,
        objects: &StorageObjects<'_>,
        nodes: &IdVec<NodeId, NodeInfo>,
        node: &dyn Fn(Symbol) -> Option<NodeId>,
    ) -> IdVec<NodeId, Option<Box<NodeAttachments>>> {
        let mut limits = IdVec::from(vec![None; nodes.len()]);
        for csi_node in objects.csi_nodes {
            let slot = node(csi_node.name).and_then(|node| limits.get_mut(node));
            if let Some(slot) = slot {
                *slot = NodeAttachments::new(csi_node).map(Box::new);
            }
        }
        for attachment in objects.attachments {
            let volume = self.volume(attachment.volume);
            let volume = volume.and_then(|id| self.volumes.get(id));
            let csi = volume.and_then(|known| known.volume.csi);
            let slot = node(attachment.node).and_then(|node| limits.get_mut(node));
            if let (Some(csi), Some(Some(slot))) = (csi, slot) {
                slot.attach(Attachment {
                    driver: attachment.attacher,
                    handle: Handle::Csi(csi.handle),
                });
            }
        }
        limits
    }

    /// Whether the volumes of a driver are mounted without being attached.
    pub(super) fn is_mounted_directly(&self, driver: Symbol) -> bool {
        self.mounted_directly.contains(&driver)
    }

    /// The volume of a name.
    pub fn volume(&self, name: Symbol) -> Option<VolumeId> {
        self.by_name.get(&name).copied()
    }

    /// Whether a node matches the node affinity of a volume.
    pub(crate) fn can_use(&self, volume: VolumeId, node: NodeId) -> bool {
        let known = self.volumes.get(volume);
        known.is_some_and(|known| self.sets.has(known.nodes, node))
    }

    /// The claim of a namespace and a name.
    pub fn claim(&self, namespace: Symbol, name: Symbol) -> Option<&Arc<PersistentVolumeClaim>> {
        self.claims.get(&(namespace, name))
    }

    /// The class of a name.
    pub fn class(&self, name: Symbol) -> Option<&KnownClass> {
        self.classes.get(&name)
    }

    /// The labels of nodes that say where volumes of a class can be used which are provisioned for a node; empty:
    /// everywhere. `None`: the text does not say.
    pub fn topology_keys(&self, node: NodeId, class: Symbol) -> Option<&[Symbol]> {
        let provisioner = self.class(class)?.class.provisioner;
        let mut drivers = self.csi_nodes.get(&node)?.drivers.iter();
        let driver = drivers.find(|driver| driver.name == provisioner)?;
        Some(&driver.topology_keys)
    }

    /// Whether what is provisioned for any node is provisioned for the only one: a `CSINode` of another node shows that
    /// the cluster has had others, as where nodes are lost.
    pub(super) fn has_one_node(&self) -> bool {
        self.sets_of.len() == 1 && !self.has_other_csi_nodes
    }

    /// Whether every node can use a volume of a class that is provisioned for a node; `None`: for any node.
    pub(super) fn is_everywhere(&self, node: Option<NodeId>, class: Symbol) -> bool {
        let is_without_keys = |node| {
            let keys = self.topology_keys(node, class);
            keys.map(<[Symbol]>::is_empty)
        };
        if let Some(node) = node {
            return is_without_keys(node) == Some(true);
        }
        let nodes = self.csi_nodes.keys().copied();
        let mut known = nodes.filter_map(is_without_keys).peekable();
        known.peek().is_some() && known.all(|is_without| is_without)
    }

    /// The nodes that may use a volume of a class that is provisioned for a node; `None`: for any node.
    pub(super) fn reachable(&self, node: Option<NodeId>, class: Symbol) -> NodeSetId {
        let topology = self.class(class).map(|known| known.topology);
        let topology = topology.filter(|_| !self.is_everywhere(node, class));
        topology.unwrap_or_else(NodeSetBuilder::all)
    }

    /// The volumes whose `claimRef` names a claim, in the order of the text.
    pub fn reserved(&self, claim: ClaimKey, uid: Symbol) -> impl Iterator<Item = VolumeId> {
        let key = match claim {
            ClaimKey::Named(namespace, name) => Some((namespace, name)),
            _ => None,
        };
        let list = key.and_then(|key| self.reserved.get(&key));
        let is_its = move |id: &VolumeId| {
            let reference = self.volumes.get(*id).and_then(|one| one.volume.claim);
            let of = |of: ClaimReference| of.uid.is_empty() || of.uid == uid;
            reference.is_some_and(of)
        };
        list.into_iter().flatten().copied().filter(is_its)
    }

    /// Whether a class has available volumes.
    pub(super) fn has_open(&self, class: Symbol) -> bool {
        self.open.contains_key(&class)
    }

    /// The available volumes of a class that a node can use, in lists by capacity.
    pub fn open(&self, class: Symbol, node: NodeId) -> impl Iterator<Item = &[VolumeId]> {
        let of_class = self.open.get(&class);
        let of_node = of_class.and_then(|_| self.sets_of.get(node));
        let sets = of_node.into_iter().flatten().copied();
        let sets = [NodeSetBuilder::all()].into_iter().chain(sets);
        let lists = sets.filter_map(move |set| of_class?.get(&set));
        lists.map(Vec::as_slice)
    }

    /// What is attached to a node for a claim; `None`: nothing that counts.
    pub(super) fn attachment(&self, claim: &ResolvedClaim) -> Option<Attachment> {
        let volume = claim.volume(self);
        let known = self.volume(volume).filter(|_| !volume.is_empty());
        if let Some(known) = known.and_then(|id| self.volumes.get(id)) {
            let csi = known.volume.csi?;
            if csi.driver.is_empty() || csi.handle.is_empty() {
                return None;
            }
            return Some(Attachment {
                driver: csi.driver,
                handle: Handle::Csi(csi.handle),
            });
        }
        let class = self.class(claim.class)?;
        let provisioner = class.class.provisioner;
        (!provisioner.is_empty()).then(|| Attachment::own(provisioner, claim.key))
    }
}
