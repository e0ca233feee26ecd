//! What the volume controller gives to new claims before their pods are scheduled.
//!
//! A claim that a cluster has stored and that is not bound yet is left as the text shows it. One that is still to be
//! created is bound as soon as it exists, unless its class waits for the pod.
//!
//! Source: `syncUnboundClaim` in `pkg/controller/volume/persistentvolume/pv_controller.go`, `index.go` there and
//! `FindMatchingVolume` in `component-helpers/storage/volume/pv_helpers.go` of Kubernetes 1.35.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    names::{Names, Symbol},
    order,
    storage::{ClaimSpec, PersistentVolume, PersistentVolumeClaim},
};

use super::{
    ClaimKey, GivenVolume, StorageWorld, VolumeId,
    volume_binding::{quantity_order, size},
};

/// What the volume controller may give to a new claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ControllerTie {
    /// It gives any one of these volumes, ascending.
    pub(super) any_of: Vec<VolumeId>,
    /// Or none of them: earlier claims may take all.
    pub(super) or_none: bool,
}

impl StorageWorld {
    /// Binds the new claims, in the order of the text. O(claims x volumes of their class).
    pub(super) fn bind_new_claims(&mut self, claims: &[Arc<PersistentVolumeClaim>], names: &Names) {
        for claim in claims.iter().filter(|claim| claim.is_new()) {
            let key = (claim.namespace, claim.name);
            if claim.is_bound || self.bound_first.contains_key(&key) {
                continue;
            }
            let class = self.class_of(claim);
            let (given, tie) = if claim.spec.volume.is_empty() {
                self.found_first(claim, class, names)
            } else {
                let given = self.named_first(claim, class);
                (given.map(GivenVolume::Known), ControllerTie::default())
            };
            if let Some(given) = given {
                if let GivenVolume::Known(id) = given {
                    self.take(id);
                }
                self.bound_first.insert(key, given);
            }
            if tie.any_of.len() > usize::from(!tie.or_none) {
                self.controller_ties.insert(key, tie);
            }
        }
        self.note_ties();
    }

    /// What the volume controller gives to a new claim.
    pub(super) fn given_first(&self, claim: ClaimKey) -> Option<GivenVolume> {
        match claim {
            ClaimKey::Named(namespace, name) => self.bound_first.get(&(namespace, name)).copied(),
            _ => None,
        }
    }

    /// The volumes among which the volume controller's choice for a new claim is not defined; `None`: it is defined.
    pub(super) fn controller_tie(&self, claim: ClaimKey) -> Option<&ControllerTie> {
        match claim {
            ClaimKey::Named(namespace, name) => self.controller_ties.get(&(namespace, name)),
            _ => None,
        }
    }

    /// Whether a claim that a controller makes is bound before its pod is scheduled, to a volume that is not known.
    /// `class`: the one in force.
    pub(super) fn is_bound_first(&self, spec: &ClaimSpec, class: Symbol) -> bool {
        let known = self.class(class);
        let waits = known.is_some_and(|known| known.class.waits_for_consumer);
        let provisions = known.is_some_and(|known| known.provisions);
        self.knows_class(spec) && !waits && (provisions || self.has_open(class))
    }

    /// Whether the text says of which class a claim is, and whether that class waits.
    fn knows_class(&self, spec: &ClaimSpec) -> bool {
        self.given.classes || spec.class == Some(Symbol::EMPTY)
    }

    /// The volume that a new claim names; `None`: it cannot have it.
    fn named_first(&self, claim: &PersistentVolumeClaim, class: Symbol) -> Option<VolumeId> {
        let id = self.volume(claim.spec.volume)?;
        let volume = &self.volumes.get(id)?.volume;
        let mut modes = claim.spec.access_modes.iter();
        let can = match volume.claim {
            Some(_) => is_reserved(volume, claim),
            None => {
                volume.class == class
                    && is_like(volume, claim)
                    && modes.all(|mode| volume.access_modes.contains(mode))
            }
        };
        (can && !self.taken_first.contains(&id)).then_some(id)
    }

    /// A volume for a new claim that names none: one that is reserved for it, else of those with the fewest access
    /// modes the smallest one, else a new one. Also what upstream may take instead.
    fn found_first(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> (Option<GivenVolume>, ControllerTie) {
        let known = self.class(class);
        let waits = known.is_some_and(|known| known.class.waits_for_consumer);
        if waits || !self.knows_class(&claim.spec) {
            return Default::default();
        }
        let key = ClaimKey::Named(claim.namespace, claim.name);
        let reserved = self.reserved(key, claim.uid).filter(|id| {
            let known = self.volumes.get(*id);
            let mut modes = claim.spec.access_modes.iter();
            known.is_some_and(|known| {
                is_like(&known.volume, claim)
                    && modes.all(|mode| known.volume.access_modes.contains(mode))
                    && !self.taken_first.contains(id)
            })
        });
        let mut tie = ControllerTie {
            any_of: reserved.collect(),
            or_none: false,
        };
        let mut volume = tie.any_of.first().copied();
        if volume.is_none() {
            (volume, tie) = self.smallest(claim, class, names);
        }
        let new = || {
            let provisions = known.is_some_and(|known| known.provisions);
            provisions.then_some(GivenVolume::New(None))
        };
        (volume.map(GivenVolume::Known).or_else(new), tie)
    }

    /// The first of the smallest volumes of a class, and what the claim may get instead: equal ones, and those that
    /// earlier claims may take or leave.
    fn smallest(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> (Option<VolumeId>, ControllerTie) {
        let spec = &claim.spec;
        let selector = match spec.selector.as_ref().map(|of| of.compile(names)) {
            Some(Ok(selector)) => Some(selector),
            Some(Err(_)) => return Default::default(),
            None => None,
        };
        let serves = |id: &VolumeId| {
            let volume = &self.volumes.get(*id)?.volume;
            let mut modes = spec.access_modes.iter();
            let serves = volume.class == class
                && is_like(volume, claim)
                && modes.all(|mode| volume.access_modes.contains(mode))
                && selector
                    .as_ref()
                    .is_none_or(|of| of.matches(volume.labels.as_slice(), names));
            serves.then_some((*id, &**volume))
        };
        let order = |one: &PersistentVolume, two: &PersistentVolume| {
            let modes = one.access_modes.len().cmp(&two.access_modes.len());
            modes.then_with(|| quantity_order(size(one), size(two)))
        };
        let open = self
            .open
            .get(&class)
            .into_iter()
            .flat_map(FxHashMap::values);
        let ties = || self.controller_ties.values();
        let taken = ties().flat_map(|tie| &tie.any_of);
        let taken = taken.filter(|id| self.taken_first.contains(*id));
        let serving = open.flatten().chain(taken).filter_map(serves);
        let mut serving: Vec<(VolumeId, &PersistentVolume)> = serving.collect();
        order::sort(&mut serving, |(id, one), (other, two)| {
            order(one, two).then(id.cmp(other))
        });
        serving.dedup_by_key(|(id, _)| *id);
        let is_free = |(id, _): &&(VolumeId, _)| !self.taken_first.contains(id);
        let volume = serving.iter().find(is_free).map(|(id, _)| *id);
        let serve = |id: &VolumeId| serving.iter().any(|(other, _)| other == id);
        // Each earlier claim takes at most one of these volumes.
        let earlier = ties().filter(|tie| tie.any_of.iter().any(serve)).count();
        let last = serving.get(earlier).map(|(_, volume)| *volume);
        let within = serving
            .iter()
            .filter(|(_, volume)| last.is_none_or(|last| order(volume, last).is_le()));
        let mut any_of: Vec<VolumeId> = within.map(|(id, _)| *id).collect();
        any_of.sort_unstable();
        let or_none = last.is_none();
        (volume, ControllerTie { any_of, or_none })
    }

    /// Takes a volume out of the lists of those that are free.
    fn take(&mut self, id: VolumeId) {
        let Some(known) = self.volumes.get(id) else {
            return;
        };
        let class = known.volume.class;
        self.taken_first.insert(id);
        if let Some(lists) = self.open.get_mut(&class)
            && let Some(list) = lists.get_mut(&known.nodes)
        {
            list.retain(|other| *other != id);
            if lists.values().all(Vec::is_empty) {
                self.open.remove(&class);
            }
        }
    }
}

/// Whether a volume is reserved for a claim.
fn is_reserved(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    volume.claim.is_some_and(|of| {
        (of.namespace, of.name) == (claim.namespace, claim.name)
            && (of.uid.is_empty() || of.uid == claim.uid)
    })
}

/// Whether a volume is large enough for a claim, and has its mode and its attributes.
fn is_like(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    quantity_order(size(volume), claim.spec.request.as_ref()).is_ge()
        && volume.is_block == claim.spec.is_block
        && volume.attributes_class == claim.spec.attributes_class
        && !volume.deleting
}
