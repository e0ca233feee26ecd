//! What decides about the volumes of a pod and is not known: kinds of which a text has no object, and the scores of
//! storage.

use schedscope_objects::{names::Symbol, words};

use super::{
    ClaimState, NodeSetId, PodVolumes, ResolvedClaim, Storage, StorageWorld,
    node_sets::NodeSetBuilder,
};

words! {
    /// A kind of which the text has no object, and no empty list, though objects of it could decide where a pod fits:
    /// the answer is that of a cluster without them.
    pub enum LackingKind {
        /// One that exists could serve a claim that waits for its pod.
        Volumes = "PersistentVolume",
        /// The nodes may have limits of attached volumes.
        CsiNodes = "CSINode",
        /// The driver that makes the volume of a claim may look at the storage that is left.
        Drivers = "CSIDriver",
        /// The driver that makes the volume of a claim looks at the storage that is left.
        Capacities = "CSIStorageCapacity",
    }
}

/// The kinds that could decide about the volumes of a pod and that the text lacks, each once. O(claims).
pub(super) fn lacking_kinds(volumes: &PodVolumes, storage: &Storage) -> Vec<LackingKind> {
    let world = &storage.world;
    let given = world.given;
    let mut lacking = Vec::new();
    // Without claims the text says nothing, and the answer says that.
    if !given.claims {
        return lacking;
    }
    let mut attached = volumes.attachments.iter();
    if !given.csi_nodes && attached.any(|of| world.may_have_limit(of.driver)) {
        lacking.push(LackingKind::CsiNodes);
    }
    for claim in &volumes.claims {
        if let Some(claim) = claim.resolve(storage)
            && claim.state(world) == ClaimState::Delayed
        {
            of_delayed(&claim, world, &mut lacking);
        }
    }
    lacking.sort_unstable_by_key(|kind| *kind as u8);
    lacking.dedup();
    lacking
}

/// The kinds that could decide about a claim that gets its volume with the node.
fn of_delayed(claim: &ResolvedClaim, world: &StorageWorld, lacking: &mut Vec<LackingKind>) {
    let given = world.given;
    let selected = claim.stored().and_then(|claim| claim.selected_node);
    let Some(class) = world.class(claim.class) else {
        return;
    };
    let is_everywhere = |set: NodeSetId| set == NodeSetBuilder::all();
    // A volume that exists matters only where none can be made.
    let is_limited =
        !class.provisions || !is_everywhere(class.topology) || class.capacity.is_some();
    if !given.volumes && is_limited && selected.is_none() {
        lacking.push(LackingKind::Volumes);
    }
    if !class.provisions || claim.spec().request.is_none() {
        return;
    }
    if class.capacity.is_some() {
        if !given.capacities {
            lacking.push(LackingKind::Capacities);
        }
    } else if !given.drivers && world.may_check_capacity(&class.class) {
        lacking.push(LackingKind::Drivers);
    }
}

/// The class of the first claim that gets its volume with the node, where nodes differ in the volumes that are free or
/// in the storage that they report. O(claims).
pub(super) fn measured_class(volumes: &PodVolumes, storage: &Storage) -> Option<Symbol> {
    let world = &storage.world;
    let claims = volumes.claims.iter();
    let mut delayed = claims.filter_map(|claim| {
        let resolved = claim.resolve(storage)?;
        (resolved.state(world) == ClaimState::Delayed).then_some(resolved)
    });
    let measured = delayed.find(|claim| {
        let uid = claim.stored().map(|claim| claim.uid).unwrap_or_default();
        let class = world.class(claim.class);
        class.is_some_and(|class| class.capacity.is_some())
            || world.has_open(claim.class)
            || world.reserved(claim.key, uid).next().is_some()
    });
    measured.map(|claim| claim.class)
}
