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
    storage::{ClaimSpec, PersistentVolume, PersistentVolumeClaim},
};

use super::{
    ClaimKey, GivenVolume, StorageWorld, VolumeId,
    volume_binding::{quantity_order, size},
};

impl StorageWorld {
    /// Binds the new claims, in the order of the text. O(claims x volumes of their class).
    pub(super) fn bind_new_claims(&mut self, claims: &[Arc<PersistentVolumeClaim>], names: &Names) {
        for claim in claims.iter().filter(|claim| claim.is_new()) {
            let key = (claim.namespace, claim.name);
            if claim.is_bound || self.bound_first.contains_key(&key) {
                continue;
            }
            let class = self.class_of(claim);
            let (given, any_of) = if claim.spec.volume.is_empty() {
                self.found_first(claim, class, names)
            } else {
                let given = self.named_first(claim, class);
                (given.map(GivenVolume::Known), Vec::new())
            };
            if let Some(given) = given {
                if let GivenVolume::Known(id) = given {
                    self.take(id);
                }
                self.bound_first.insert(key, given);
            }
            if any_of.len() > 1 {
                self.controller_ties.insert(key, any_of);
            }
        }
    }

    /// What the volume controller gives to a new claim.
    pub(super) fn given_first(&self, claim: ClaimKey) -> Option<GivenVolume> {
        match claim {
            ClaimKey::Named(namespace, name) => self.bound_first.get(&(namespace, name)).copied(),
            _ => None,
        }
    }

    /// The volumes of which the volume controller gives a new claim any one, ascending; empty: there is no choice.
    pub(super) fn controller_tie(&self, claim: ClaimKey) -> &[VolumeId] {
        let tie = match claim {
            ClaimKey::Named(namespace, name) => self.controller_ties.get(&(namespace, name)),
            _ => None,
        };
        tie.map_or(&[], Vec::as_slice)
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
    /// modes the smallest one, else a new one. Also all volumes that upstream may take: of equal ones any.
    fn found_first(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> (Option<GivenVolume>, Vec<VolumeId>) {
        let known = self.class(class);
        let waits = known.is_some_and(|known| known.class.waits_for_consumer);
        if waits || !self.knows_class(&claim.spec) {
            return (None, Vec::new());
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
        let mut equal: Vec<VolumeId> = reserved.collect();
        let mut volume = equal.first().copied();
        if volume.is_none() {
            (volume, equal) = self.smallest(claim, class, names);
        }
        let new = || {
            let provisions = known.is_some_and(|known| known.provisions);
            provisions.then_some(GivenVolume::New(None))
        };
        (volume.map(GivenVolume::Known).or_else(new), equal)
    }

    /// The first of the smallest volumes of a class, and all that a claim may get: the equal ones, also those that an
    /// earlier claim has taken which may get another one as well.
    fn smallest(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> (Option<VolumeId>, Vec<VolumeId>) {
        let none = (None, Vec::new());
        let spec = &claim.spec;
        let selector = match spec.selector.as_ref().map(|of| of.compile(names)) {
            Some(Ok(selector)) => Some(selector),
            Some(Err(_)) => return none,
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
        let serving: Vec<_> = open.flatten().filter_map(serves).collect();
        let best = serving
            .iter()
            .min_by(|(id, one), (other, two)| order(one, two).then(id.cmp(other)));
        let Some((best, of)) = best else {
            return none;
        };
        let taken = self.controller_ties.values().flatten();
        let taken = taken
            .filter(|id| self.taken_first.contains(*id))
            .filter_map(serves);
        let equal = serving.iter().copied().chain(taken);
        let equal = equal.filter(|(_, volume)| order(volume, of).is_le());
        let mut equal: Vec<VolumeId> = equal.map(|(id, _)| id).collect();
        equal.sort_unstable();
        equal.dedup();
        (Some(*best), equal)
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
