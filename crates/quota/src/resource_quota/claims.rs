//! The claims that are created for new pods. The API server refuses one that a `ResourceQuota` does not allow; then a
//! `StatefulSet` does not create its pod, and any other pod waits for its claim.
//!
//! Source: `pkg/quota/v1/evaluator/core/persistent_volume_claims.go` and `createPersistentVolumeClaims` in
//! `pkg/controller/statefulset/stateful_pod_control.go` of Kubernetes 1.35.

use schedscope_objects::{
    cluster_context::{QuotaScope, ScopeName},
    names::{Names, Symbol},
    objects::Objects,
    pod::{PodVolume, VolumeSource},
    storage::ClaimSpec,
};
use schedscope_pods::{
    snapshot::PodInfo,
    volumes::{claim_name, default_class},
};
use schedscope_quantity::Quantity;

/// What a claim uses of a key of `spec.hard`, of all claims or of those of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClaimUse {
    class: Option<Symbol>,
    is_storage: bool,
}

/// The claims of a namespace, as far as a quota counts them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Claims {
    known: Vec<KnownClaim>,
    default_class: Symbol,
    scopes: Box<[QuotaScope]>,
}

#[derive(Clone, Debug, PartialEq)]
struct KnownClaim {
    name: String,
    /// What is still to be created; `None`: it is counted.
    new: Option<ClaimSpec>,
}

impl ClaimUse {
    /// What all claims request.
    pub(super) const STORAGE: Self = Self {
        class: None,
        is_storage: true,
    };

    /// The meaning of a key; `None`: it does not count claims.
    pub(super) fn of(key: &str, names: &Names) -> Option<Self> {
        let (class, key) = match key.split_once(".storageclass.storage.k8s.io/") {
            // A claim of a class that the text does not mention does not count.
            Some((class, key)) => (Some(names.get(class).unwrap_or_default()), key),
            None => (None, key.strip_prefix("count/").unwrap_or(key)),
        };
        let is_storage = key == "requests.storage";
        (is_storage || key == "persistentvolumeclaims").then_some(Self { class, is_storage })
    }

    fn amount(self, spec: &ClaimSpec, claims: &Claims) -> i64 {
        let class = spec.class.unwrap_or(claims.default_class);
        let is_in = |scope: &QuotaScope| {
            scope.name == Some(ScopeName::VolumeAttributesClass) && scope.has(spec.attributes_class)
        };
        if !claims.scopes.iter().all(is_in)
            || self.class.is_some_and(|of| of.is_empty() || of != class)
        {
            return 0;
        }
        if self.is_storage {
            spec.request.as_ref().map_or(0, Quantity::value)
        } else {
            1
        }
    }
}

impl Claims {
    /// Those of a namespace. O(claims of all namespaces + classes).
    pub(super) fn new(objects: &Objects, namespace: Symbol, scopes: &[QuotaScope]) -> Self {
        let all = objects.persistent_volume_claims.iter();
        let own = all.filter(|claim| claim.namespace == namespace);
        Self {
            known: own
                .map(|claim| KnownClaim {
                    name: objects.names[claim.name].to_owned(),
                    new: claim.is_new().then(|| claim.spec.clone()),
                })
                .collect(),
            default_class: default_class(&objects.storage_classes, &objects.names),
            scopes: scopes.into(),
        }
    }

    /// What the stored claims of the text use.
    pub(super) fn stored(&self, of: ClaimUse, objects: &Objects, namespace: Symbol) -> i64 {
        let all = objects.persistent_volume_claims.iter();
        let own = all.filter(|claim| claim.namespace == namespace && !claim.is_new());
        own.map(|claim| of.amount(&claim.spec, self))
            .fold(0, i64::saturating_add)
    }

    /// What each claim uses that is created for a pod, with its volume.
    pub(super) fn amounts<'a>(
        &'a self,
        of: ClaimUse,
        info: &'a PodInfo,
        names: &'a Names,
    ) -> impl Iterator<Item = (i64, Symbol)> + 'a {
        info.pod.volumes.iter().filter_map(move |volume| {
            let (name, template) = claim_of(volume, info, names)?;
            let known = self.known.iter().find(|claim| claim.name == name);
            let spec = match known {
                Some(known) => known.new.as_ref(),
                None => template,
            };
            Some((of.amount(spec?, self), volume.name))
        })
    }

    /// What the claims use that are created for a pod, and the first of its volumes with one.
    pub(super) fn created(
        &self,
        of: ClaimUse,
        info: &PodInfo,
        names: &Names,
    ) -> (i64, Option<Symbol>) {
        let amounts = self.amounts(of, info, names);
        let used = amounts.filter(|(amount, _)| *amount > 0);
        used.fold((0, None), |(sum, first), (amount, volume)| {
            (amount.saturating_add(sum), first.or(Some(volume)))
        })
    }

    /// The claims of a pod exist from now on.
    pub(super) fn create(&mut self, info: &PodInfo, names: &Names) {
        for volume in &info.pod.volumes {
            let Some((name, template)) = claim_of(volume, info, names) else {
                continue;
            };
            match self.known.iter_mut().find(|claim| claim.name == name) {
                Some(claim) => claim.new = None,
                None if template.is_some() => self.known.push(KnownClaim { name, new: None }),
                None => {}
            }
        }
    }
}

/// The name of a volume's claim, and the template that it is made of.
fn claim_of<'v>(
    volume: &'v PodVolume,
    info: &PodInfo,
    names: &Names,
) -> Option<(String, Option<&'v ClaimSpec>)> {
    let template = match &volume.source {
        VolumeSource::Ephemeral(spec) | VolumeSource::Template(_, spec) => Some(&**spec),
        _ => None,
    };
    Some((claim_name(volume, &info.name(names), names)?, template))
}
