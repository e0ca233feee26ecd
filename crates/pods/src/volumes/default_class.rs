//! The class of claims that name none.

use std::{cmp::Reverse, sync::Arc};

use rustc_hash::FxHashSet;
use schedscope_objects::{
    names::{Names, Symbol},
    storage::{ClaimSpec, PersistentVolume, PersistentVolumeClaim, StorageClass},
};

use super::{
    ResolvedClaim, StorageWorld,
    volume_binding::{quantity_order, size},
};

/// The default class; empty: there is none. O(classes).
///
/// Source: `GetDefaultClass` in `pkg/volume/util/storageclass.go` of Kubernetes 1.35.
pub fn default_class(classes: &[Arc<StorageClass>], names: &Names) -> Symbol {
    // The newest one; one without a time is still to be created. Of several, the first by name.
    let defaults = classes.iter().filter(|class| class.is_default);
    let default = defaults.min_by_key(|class| {
        let is_stored = class.created.is_some();
        (is_stored, Reverse(class.created), &names[class.name])
    });
    default.map(|class| class.name).unwrap_or_default()
}

impl StorageWorld {
    /// Finds the default class.
    pub(super) fn set_default_class(&mut self, classes: &[Arc<StorageClass>], names: &Names) {
        self.default_class = default_class(classes, names);
    }

    /// Lists the claims without a class to which the volume controller binds a volume without a class; to the others
    /// it gives the default class.
    ///
    /// Source: `syncUnboundClaim` and `assignDefaultStorageClass` in
    /// `pkg/controller/volume/persistentvolume/pv_controller.go` of Kubernetes 1.35.
    pub(super) fn list_classless(&mut self, names: &Names) {
        if self.default_class.is_empty() {
            return;
        }
        let volumes = self.volumes.iter().map(|known| &*known.volume);
        let volumes: Vec<_> = volumes.filter(|volume| volume.class.is_empty()).collect();
        let mut classless = FxHashSet::default();
        for (key, claim) in &self.claims {
            let of = (&claim.spec, claim.uid);
            if claim.spec.class.is_none()
                && volumes.iter().any(|volume| serves(volume, *key, of, names))
            {
                classless.insert(*key);
            }
        }
        self.classless = classless;
    }

    /// The first `Released` volume of the text that a claim would get if it were available.
    pub fn released(&self, claim: &ResolvedClaim) -> Option<Symbol> {
        let mut volumes = self.volumes.iter().map(|known| &*known.volume);
        let found = volumes.find(|volume| {
            volume.is_released && volume.class == claim.class && suits(volume, claim.spec())
        });
        found.map(|volume| volume.name)
    }

    /// The class in force of a stored claim: one that names none and has no volume gets the default class.
    pub(super) fn class_of(&self, claim: &PersistentVolumeClaim) -> Symbol {
        let key = (claim.namespace, claim.name);
        // A new claim gets it before a controller sees the claim.
        let is_found = !claim.is_new() && self.classless.contains(&key);
        let has_volume = !claim.spec.volume.is_empty() || is_found;
        let default = if has_volume {
            Symbol::EMPTY
        } else {
            self.default_class
        };
        claim.spec.class.unwrap_or(default)
    }
}

/// Whether the volume controller can bind a claim without a class to a volume without one.
fn serves(
    volume: &PersistentVolume,
    key: (Symbol, Symbol),
    (spec, uid): (&ClaimSpec, Symbol),
    names: &Names,
) -> bool {
    let is_its = volume
        .claim
        .map(|of| (of.namespace, of.name) == key && (of.uid.is_empty() || of.uid == uid));
    let is_selected = || match &spec.selector {
        None => true,
        Some(selector) => selector
            .compile(names)
            .is_ok_and(|selector| selector.matches(volume.labels.as_slice(), names)),
    };
    is_its.unwrap_or_else(|| (volume.is_available || !volume.has_phase) && is_selected())
        && suits(volume, spec)
}

/// Whether a volume is as a claim asks for.
fn suits(volume: &PersistentVolume, spec: &ClaimSpec) -> bool {
    let mut modes = spec.access_modes.iter();
    quantity_order(size(volume), spec.request.as_ref()).is_ge()
        && volume.is_block == spec.is_block
        && volume.attributes_class == spec.attributes_class
        && !volume.deleting
        && modes.all(|mode| volume.access_modes.contains(mode))
}
