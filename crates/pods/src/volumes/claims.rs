//! The claims of a pod, and their objects.

use std::sync::Arc;

use schedscope_objects::{
    id::NodeId,
    names::{Names, Symbol},
    pod::{Disk, PodVolume, VolumeSource},
    storage::{ClaimSpec, PersistentVolumeClaim},
    words,
};
use smallvec::SmallVec;

use super::{
    Attachment, GivenVolume, Handle, LackingKind, Storage, StorageWorld, VolumeId,
    lacking::{lacking_kinds, measured_class},
};
use crate::snapshot::PodInfo;

/// What identifies a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimKey {
    /// By namespace and name.
    Named(Symbol, Symbol),
    /// A claim that a controller has still to make for a pod: the namespace, the name and the number of the pod, and
    /// the name of the volume.
    Made(Symbol, Symbol, Option<u32>, Symbol),
    /// A claim whose name nothing in the text has.
    Unknown(Symbol, Symbol),
}

#[derive(Clone, Debug)]
pub struct PodClaim {
    pub key: ClaimKey,
    /// Its name; `None`: nothing in the text has it.
    name: Option<Symbol>,
    /// Its index in the volumes of the pod.
    pub volume: u16,
    /// Whether it belongs to a generic ephemeral volume.
    pub is_ephemeral: bool,
    /// What a controller makes it of, where it has still to do so.
    template: Option<Arc<ClaimSpec>>,
}

/// The claims of a pod, and what is attached to its node for them.
#[derive(Clone, Debug, Default)]
pub struct PodVolumes {
    /// In the order of its volumes.
    pub claims: Box<[PodClaim]>,
    /// The volumes that count against limits, each once.
    pub attachments: Box<[Attachment]>,
    /// The first ephemeral claim that exists and that the pod does not control, by its index.
    pub foreign: Option<u16>,
    /// The kinds that could decide about them and that the text lacks.
    pub lacking: Box<[LackingKind]>,
    /// The class of the first one that gets its volume with the node, where nodes have free volumes or report their
    /// storage.
    pub measured: Option<Symbol>,
}

/// A claim with its object.
#[derive(Clone, Debug)]
pub struct ResolvedClaim {
    /// What identifies it.
    pub key: ClaimKey,
    /// Its class; empty: none.
    pub class: Symbol,
    object: ClaimObject,
    /// The volume that the volume controller or a run of a queue has given to it.
    given: Option<GivenVolume>,
    /// The API server may give it a class that the text does not have.
    may_have_default: bool,
}

#[derive(Clone, Debug)]
enum ClaimObject {
    Stored(Arc<PersistentVolumeClaim>),
    Made(Arc<ClaimSpec>),
}

impl ResolvedClaim {
    /// Its `spec`.
    pub fn spec(&self) -> &ClaimSpec {
        match &self.object {
            ClaimObject::Stored(claim) => &claim.spec,
            ClaimObject::Made(spec) => spec,
        }
    }

    /// The object; `None`: a controller has still to make it.
    pub fn stored(&self) -> Option<&PersistentVolumeClaim> {
        match &self.object {
            ClaimObject::Stored(claim) => Some(claim),
            ClaimObject::Made(_) => None,
        }
    }

    /// The name of its volume; empty: none, or one that is provisioned.
    pub fn volume(&self, world: &StorageWorld) -> Symbol {
        match self.given {
            Some(GivenVolume::Known(id)) => world.volumes.get(id).map(|known| known.volume.name),
            _ => None,
        }
        .unwrap_or(self.spec().volume)
    }

    pub fn state(&self, world: &StorageWorld) -> ClaimState {
        match self.given {
            Some(GivenVolume::Known(id)) => return ClaimState::Bound(Some(id)),
            Some(GivenVolume::New(node)) => return ClaimState::Provisioned(node),
            None => {}
        }
        let volume = self.spec().volume;
        if !volume.is_empty() && self.stored().is_some_and(|claim| claim.is_bound) {
            return match world.volume(volume) {
                None if !world.given.volumes => ClaimState::Open(OpenReason::Volume),
                known => ClaimState::Bound(known),
            };
        }
        match world.class(self.class) {
            Some(class) if class.class.waits_for_consumer && volume.is_empty() => {
                ClaimState::Delayed
            }
            None if (!self.class.is_empty() || self.may_have_default)
                && volume.is_empty()
                && !world.given.classes =>
            {
                ClaimState::Open(OpenReason::Class)
            }
            _ => ClaimState::Immediate,
        }
    }
}

impl StorageWorld {
    /// The names of the claims of a namespace, in any order.
    pub fn claims_of(&self, namespace: Symbol) -> impl Iterator<Item = Symbol> {
        let all = self.claims.keys();
        all.filter(move |(of, _)| *of == namespace)
            .map(|(_, name)| *name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// The text has no objects of the kind that would say.
    Open(OpenReason),
    /// It is bound to a volume; `None`: one that does not exist.
    Bound(Option<VolumeId>),
    /// It is bound to a volume that is provisioned for this node in a run of a queue; `None`: before a pod uses it.
    Provisioned(Option<NodeId>),
    /// It gets its volume with the node of its first pod.
    Delayed,
    /// It has to be bound before.
    Immediate,
}

/// The name of the claim of a volume; `pod`: the name of the pod.
pub fn claim_name(volume: &PodVolume, pod: &str, names: &Names) -> Option<String> {
    let name = &names[volume.name];
    match &volume.source {
        VolumeSource::Claim(claim) => Some(names[*claim].to_owned()),
        VolumeSource::Ephemeral(_) => Some(format!("{pod}-{name}")),
        VolumeSource::Template(template, _) => {
            let name = template.as_deref().unwrap_or(name);
            Some(format!("{name}-{pod}"))
        }
        VolumeSource::Disk(_) | VolumeSource::Inline => None,
    }
}

impl PodVolumes {
    /// The claims of a pod; `None`: it has none. O(volumes).
    pub fn new(info: &PodInfo, storage: &Storage, names: &Names) -> Option<Arc<Self>> {
        let volumes = info.pod.volumes.iter().enumerate();
        let world = &storage.world;
        let claims = volumes.filter_map(|volume| PodClaim::new(info, volume, world, names));
        let claims: Vec<PodClaim> = claims.collect();
        (!claims.is_empty()).then(|| Arc::new(Self::of(claims, info, storage)))
    }

    pub(super) fn of(claims: Vec<PodClaim>, info: &PodInfo, storage: &Storage) -> Self {
        let world = &storage.world;
        let mut attachments: SmallVec<[Attachment; 4]> = SmallVec::new();
        let mut foreign = None;
        for (at, claim) in (0..).zip(&claims) {
            let Some(resolved) = claim.resolve(storage) else {
                continue;
            };
            if claim.is_ephemeral && !is_of(&resolved, info) {
                foreign = foreign.or(Some(at));
            } else if let Some(found) = world.attachment(&resolved)
                && !attachments.contains(&found)
            {
                attachments.push(found);
            }
        }
        let mut new = Self {
            claims: claims.into(),
            attachments: attachments.into_boxed_slice(),
            foreign,
            lacking: Box::default(),
            measured: None,
        };
        new.lacking = lacking_kinds(&new, storage).into();
        new.measured = measured_class(&new, storage);
        new
    }

    /// The claims of a pod after the controller has made some of those of its ephemeral volumes. `None`: it makes none.
    /// O(volumes).
    pub(super) fn made(
        &self,
        info: &PodInfo,
        storage: &Storage,
        is_made: impl Fn(&PodClaim) -> bool,
    ) -> Option<Self> {
        let is_made = |claim: &PodClaim| claim.is_ephemeral && is_made(claim);
        if !self.claims.iter().any(is_made) {
            return None;
        }
        let mut claims = self.claims.to_vec();
        for claim in claims.iter_mut().filter(|claim| is_made(claim)) {
            let volume = info.pod.volumes.get(usize::from(claim.volume))?;
            if let VolumeSource::Ephemeral(template) = &volume.source {
                let number = info.replica.map(|replica| replica.number);
                claim.key = ClaimKey::Made(info.pod.namespace, info.pod.name, number, volume.name);
                claim.template = Some(Arc::clone(template));
            }
        }
        Some(Self::of(claims, info, storage))
    }
}

words! {
    /// Why an answer does not know a volume of a pod. A kind: the text has no object of it, and no empty list.
    pub enum OpenReason {
        /// The claim is not in the text.
        Claim = "PersistentVolumeClaim",
        /// The volume of the claim is not in the text.
        Volume = "PersistentVolume",
        /// The class of the claim is not in the text.
        Class = "StorageClass",
        /// Volumes of this kind are not modelled.
        NotModelled = "not-modelled",
        /// The volume of the claim is provisioned for the node of an earlier pod, and the text does not say which other
        /// nodes can use it.
        Provisioned = "provisioned",
        /// The volume of the claim is provisioned before its pod is scheduled, and the text does not say for which
        /// nodes.
        Immediate = "immediate",
    }
}

/// A volume of a pod that an answer does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenVolume {
    /// Its index in the volumes of the pod.
    pub volume: u16,
    pub why: OpenReason,
    /// The node for which it is provisioned.
    pub provisioned_for: Option<NodeId>,
}

/// Whether a claim that the pod names refuses it on every node, whatever its other volumes are.
fn is_refused(info: &PodInfo, claims: &[PodClaim], storage: &Storage) -> bool {
    claims.iter().any(|claim| {
        let volume = info.pod.volumes.get(usize::from(claim.volume));
        let is_named = volume.is_some_and(|of| matches!(of.source, VolumeSource::Claim(_)));
        is_named
            && match claim.resolve(storage) {
                None => storage.world.given.claims,
                Some(found) => found
                    .stored()
                    .is_some_and(|claim| claim.is_lost || claim.deleting),
            }
    })
}

/// The volumes of a pod about which the text does not say enough, or which are not modelled, in order; none if another
/// one refuses the pod. `storage`: `None`: the text says nothing about volumes. O(volumes).
pub fn open_volumes(info: &PodInfo, storage: Option<&Storage>) -> Box<[OpenVolume]> {
    let claims = info.volumes.as_deref().map_or(&[][..], |of| &of.claims);
    if storage.is_some_and(|storage| is_refused(info, claims, storage)) {
        return Box::default();
    }
    let because = |why| Some((why, None));
    let why = |at: u16, volume: &PodVolume| match &volume.source {
        // In-tree volumes are translated to those of CSI drivers, which is not modelled.
        VolumeSource::Inline
        | VolumeSource::Disk(Disk::ElasticBlockStore(_) | Disk::GcePersistentDisk(..)) => {
            because(OpenReason::NotModelled)
        }
        VolumeSource::Disk(_) => None,
        VolumeSource::Claim(_) | VolumeSource::Ephemeral(_) | VolumeSource::Template(..) => {
            let claim = claims.iter().find(|claim| claim.volume == at);
            let known = claim.zip(storage);
            let known = known.filter(|(claim, storage)| claim.is_known(&storage.world));
            let Some((claim, storage)) = known else {
                return because(OpenReason::Claim);
            };
            let resolved = claim.resolve(storage)?;
            match resolved.state(&storage.world) {
                ClaimState::Open(why) => because(why),
                ClaimState::Provisioned(node) => {
                    let why = match node {
                        Some(_) => OpenReason::Provisioned,
                        None => OpenReason::Immediate,
                    };
                    let world = &storage.world;
                    let is_certain = world.is_everywhere(node, resolved.class)
                        || node.is_none() && world.has_one_node();
                    (!is_certain).then_some((why, node))
                }
                _ => None,
            }
        }
    };
    let volumes = (0..).zip(&info.pod.volumes);
    let open = volumes.filter_map(|(volume, of)| {
        let (why, provisioned_for) = why(volume, of)?;
        Some(OpenVolume {
            volume,
            why,
            provisioned_for,
        })
    });
    open.collect()
}

/// Whether a claim of a generic ephemeral volume is controlled by the pod.
pub(super) fn is_of(claim: &ResolvedClaim, info: &PodInfo) -> bool {
    let Some(claim) = claim.stored() else {
        return true;
    };
    let owner = claim.owner.filter(|owner| owner.controls);
    owner.is_some_and(|owner| {
        owner.uid == info.pod.uid && (!owner.uid.is_empty() || owner.name == info.pod.name)
    })
}

impl PodClaim {
    fn new(
        info: &PodInfo,
        (at, volume): (usize, &PodVolume),
        world: &StorageWorld,
        names: &Names,
    ) -> Option<Self> {
        let namespace = info.pod.namespace;
        let (template, is_ephemeral) = match &volume.source {
            VolumeSource::Claim(name) => {
                let key = ClaimKey::Named(namespace, *name);
                return Some(Self {
                    key,
                    name: Some(*name),
                    volume: at as u16,
                    is_ephemeral: false,
                    template: None,
                });
            }
            VolumeSource::Ephemeral(template) => (template, true),
            VolumeSource::Template(_, template) => (template, false),
            VolumeSource::Disk(_) | VolumeSource::Inline => return None,
        };
        let name = claim_name(volume, &info.name(names), names)?;
        let name = names.get(&name);
        let existing = name.filter(|name| world.claim(namespace, *name).is_some());
        // The API server has stored the pod, so that the controller has had its turn.
        let is_new = info.replica.is_some() || info.pod.is_new();
        let number = info.replica.map(|replica| replica.number);
        let made = ClaimKey::Made(namespace, info.pod.name, number, volume.name);
        let key = match existing {
            Some(name) => ClaimKey::Named(namespace, name),
            None if is_new => made,
            None => ClaimKey::Unknown(namespace, volume.name),
        };
        Some(Self {
            key,
            name,
            volume: at as u16,
            is_ephemeral,
            template: (key == made).then(|| Arc::clone(template)),
        })
    }

    /// Whether the text says enough about claims for this one: it has claims, or classes and the template by which a
    /// `StatefulSet`'s controller makes it.
    pub(super) fn is_known(&self, world: &StorageWorld) -> bool {
        let is_made = self.template.is_some() && !self.is_ephemeral;
        world.given.claims || world.given.classes && is_made
    }

    /// The name by which the pod counts as a user of the claim; `None`: nothing else can name the claim. A claim of an
    /// ephemeral volume does not count.
    pub fn used_name(&self) -> Option<Symbol> {
        self.name.filter(|_| !self.is_ephemeral)
    }

    /// Its object; `None`: the text does not have it, and no controller makes it.
    pub fn resolve(&self, storage: &Storage) -> Option<ResolvedClaim> {
        let world = &storage.world;
        let (object, class, is_new) = match (self.key, &self.template) {
            (ClaimKey::Named(namespace, name), _) => {
                let claim = Arc::clone(world.claim(namespace, name)?);
                let class = world.class_of(&claim);
                let is_new = claim.is_new();
                (ClaimObject::Stored(claim), class, is_new)
            }
            (_, Some(template)) => {
                let class = template.class.unwrap_or(world.default_class);
                (ClaimObject::Made(Arc::clone(template)), class, true)
            }
            (_, None) => return None,
        };
        let made = |object: &ClaimObject| {
            let is_first =
                matches!(object, ClaimObject::Made(spec) if world.is_bound_first(spec, class));
            is_first.then_some(GivenVolume::New(None))
        };
        let given = storage.assumed.given(self.key);
        let given = given.or_else(|| world.given_first(self.key));
        let given = given.or_else(|| made(&object));
        let mut resolved = ResolvedClaim {
            key: self.key,
            class,
            object,
            given,
            may_have_default: false,
        };
        resolved.may_have_default = is_new && resolved.spec().class.is_none();
        Some(resolved)
    }
}

impl Attachment {
    /// The volume of a claim that a driver has still to make.
    pub(super) fn own(driver: Symbol, claim: ClaimKey) -> Self {
        Self {
            driver,
            handle: Handle::Own(claim),
        }
    }
}
