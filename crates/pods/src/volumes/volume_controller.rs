//! What the volume controller gives to new claims before their pods are scheduled.
//!
//! A claim that a cluster has stored and that is not bound yet is left as the text shows it. One that is still to be
//! created is bound as soon as it exists, unless its class waits for the pod.
//!
//! Source: `syncUnboundClaim` in `pkg/controller/volume/persistentvolume/pv_controller.go`, `index.go` there and
//! `FindMatchingVolume` in `component-helpers/storage/volume/pv_helpers.go` of Kubernetes 1.35.

use std::sync::Arc;

use schedscope_objects::{
    names::{Names, Symbol},
    storage::{ClaimSpec, PersistentVolume, PersistentVolumeClaim},
};

use super::{
    ClaimKey, GivenVolume, StorageWorld, VolumeId,
    node_sets::NodeSetId,
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
            let given = if claim.spec.volume.is_empty() {
                self.found_first(claim, class, names)
            } else {
                self.named_first(claim, class).map(GivenVolume::Known)
            };
            if let Some(given) = given {
                if let GivenVolume::Known(id) = given {
                    self.take(id);
                }
                self.bound_first.insert(key, given);
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
    /// modes the smallest one, else a new one.
    fn found_first(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> Option<GivenVolume> {
        let known = self.class(class);
        let waits = known.is_some_and(|known| known.class.waits_for_consumer);
        if waits || !self.knows_class(&claim.spec) {
            return None;
        }
        let key = ClaimKey::Named(claim.namespace, claim.name);
        let mut modes = claim.spec.access_modes.iter();
        let mut reserved = self.reserved(key, claim.uid).filter(|id| {
            let known = self.volumes.get(*id);
            known.is_some_and(|known| {
                is_like(&known.volume, claim)
                    && modes.all(|mode| known.volume.access_modes.contains(mode))
                    && !self.taken_first.contains(id)
            })
        });
        let volume = reserved
            .next()
            .or_else(|| self.smallest(claim, class, names));
        let new = || {
            let provisions = known.is_some_and(|known| known.provisions);
            provisions.then_some(GivenVolume::New(None))
        };
        volume.map(GivenVolume::Known).or_else(new)
    }

    fn smallest(
        &self,
        claim: &PersistentVolumeClaim,
        class: Symbol,
        names: &Names,
    ) -> Option<VolumeId> {
        let spec = &claim.spec;
        let selector = match &spec.selector {
            Some(selector) => Some(selector.compile(names).ok()?),
            None => None,
        };
        let serves = |volume: &PersistentVolume| {
            let mut modes = spec.access_modes.iter();
            is_like(volume, claim)
                && modes.all(|mode| volume.access_modes.contains(mode))
                && selector
                    .as_ref()
                    .is_none_or(|of| of.matches(volume.labels.as_slice(), names))
        };
        let lists = self.open.get(&class)?;
        let mut sets: Vec<&NodeSetId> = lists.keys().collect();
        sets.sort_unstable();
        let mut best: Option<(VolumeId, &PersistentVolume)> = None;
        for id in sets.into_iter().filter_map(|set| lists.get(set)).flatten() {
            let Some(known) = self.volumes.get(*id) else {
                continue;
            };
            let volume = &*known.volume;
            let is_better = best.is_none_or(|(other, of)| {
                let modes = volume.access_modes.len().cmp(&of.access_modes.len());
                let order = modes.then_with(|| quantity_order(size(volume), size(of)));
                order.then(id.cmp(&other)).is_lt()
            });
            if is_better && serves(volume) {
                best = Some((*id, volume));
            }
        }
        best.map(|(id, _)| id)
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
