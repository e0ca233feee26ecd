//! Why the volumes of a pod keep it from a node.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::NodeId, names::Names, namespaced_name::NamespacedName, order, words};
use schedscope_options::misspelt::{is_misspelt_name, nearest};
use schedscope_pods::{
    fit::{CycleState, Faults, Filter, FitContext},
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{
        ClaimKey, NoVolume, OpenReason, ResolvedClaim, StorageWorld, VolumeMisfit, VolumeRefusal,
        VolumeState, claim_of,
    },
};

use super::{
    nearest_volume::{NearestVolume, topology},
    volume_ties::VolumeTieAnswer,
};

/// Why the volumes of a pod keep it from a node. Which fields there are depends on the plugin.
#[answer(Default, Eq)]
pub struct VolumeMisfitAnswer {
    /// The first `PersistentVolumeClaim` that is in the way. Absent: no single one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<NamespacedName>,
    /// The name of the `PersistentVolume` that the claim is bound to. Absent: it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// Where that volume can be used: the terms of its node affinity, of which one has to match, or its labels of
    /// zones. Requirements of a term are joined by `and`: `key=value1|value2`, `key NotIn [value]`, `key Exists`.
    /// Absent: anywhere, or nowhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub topology: Vec<String>,
    /// The class of a claim without a volume. Absent: it has none, or it is bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage_class: Option<String>,
    /// Why a claim gets no volume on the node. Absent: it does not wait for its first pod.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<NoVolume>,
    /// The node that the claim names in `volume.kubernetes.io/selected-node`. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected_node: Option<String>,
    /// Whether the input lacks that node. Absent: it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub lacks_selected: bool,
    /// The volume that lacks least of what the claim asks for on the node. Absent: none is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestVolume>,
    /// The claims that get any one of several volumes, if with others the pod passes the filters of volumes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeTieAnswer>>")]
    pub ties: Vec<VolumeTieAnswer>,
    /// A pod that uses the disk, or the claim that only one pod may use. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod: Option<NamespacedName>,
    /// The limit of a CSI driver that is exceeded. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<VolumeLimitAnswer>,
    /// The CSI driver that the node does not have, and that its `CSIDriver` requires. Absent for other reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

/// The limit of a CSI driver on a node, in volumes.
#[answer(Eq)]
pub struct VolumeLimitAnswer {
    /// The driver.
    pub driver: String,
    /// The number of volumes that it can attach to the node.
    pub limit: i64,
    /// The number of volumes of pods on the node, and of those that are attached without such a pod.
    pub held: i64,
    /// The number of volumes that the pod adds.
    pub new: i64,
    /// The number of those that are attached to the node without a pod that uses them: kube-scheduler counts them
    /// twice, in `held` and in `new`. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub twice: Option<i64>,
}

impl VolumeMisfitAnswer {
    /// A misfit of a pod, with names.
    pub fn new(
        misfit: &VolumeMisfit,
        snapshot: &ClusterSnapshot,
        names: &Names,
        (pod, node): (&PodInfo, NodeId),
    ) -> Self {
        let ties = || open_ties(snapshot, names, (pod, node));
        let by = |claim: u16, is_zone| Self::of_claim((claim, is_zone), snapshot, names, pod);
        let of_claim = |claim: u16| by(claim, false);
        match misfit {
            VolumeMisfit::Disk(other) => {
                let other = snapshot.pods.get(*other);
                Self {
                    pod: other.map(|other| other.namespaced_name(names)),
                    ..Self::default()
                }
            }
            VolumeMisfit::ReadWriteOncePod => user(snapshot, names, pod),
            VolumeMisfit::Limit {
                driver,
                limit,
                held,
                new,
                twice,
            } => Self {
                limit: Some(VolumeLimitAnswer {
                    driver: names[*driver].to_owned(),
                    limit: *limit,
                    held: *held,
                    new: *new,
                    twice: (*twice > 0).then_some(*twice),
                }),
                ..Self::default()
            },
            VolumeMisfit::NoDriver(driver) => Self {
                driver: Some(names[*driver].to_owned()),
                ..Self::default()
            },
            VolumeMisfit::Foreign => Self::default(),
            VolumeMisfit::Binding(binding) => match (binding.bound, binding.unbound) {
                (Some(claim), _) => Self {
                    ties: ties(),
                    ..of_claim(claim)
                },
                (None, Some((claim, why))) => Self {
                    why: Some(why),
                    ties: ties(),
                    ..of_claim(claim).with_detail((claim, why), snapshot, names, (pod, node))
                },
                (None, None) => Self::default(),
            },
            VolumeMisfit::Zone(claim) => Self {
                ties: ties(),
                ..by(*claim, true)
            },
            VolumeMisfit::Refused(refusal, _) => of_claim(refusal.claim()),
        }
    }

    /// The volume that keeps a pod from every node but `own`, as on the first of them: one that can be used elsewhere
    /// only. `None`: there is none, or no other node. O(nodes x volumes).
    pub fn of_others(
        own: Option<NodeId>,
        snapshot: &ClusterSnapshot,
        names: &Names,
        pod: &PodInfo,
    ) -> Option<Self> {
        let on = FitContext {
            snapshot,
            pod,
            names,
            faults: Faults::default(),
        };
        let state = VolumeState::new(on)?;
        let mut first = None;
        for node in snapshot.nodes.ids().filter(|node| Some(*node) != own) {
            match state.misfit(on, node, None) {
                Some(misfit @ (VolumeMisfit::Binding(_) | VolumeMisfit::Zone(_))) => {
                    first.get_or_insert((misfit, node));
                }
                _ => return None,
            }
        }
        let (misfit, node) = first?;
        let answer = Self::new(&misfit, snapshot, names, (pod, node));
        (!answer.topology.is_empty()).then_some(answer)
    }

    /// With what the reason is about: the selected node, or the volume that lacks least.
    fn with_detail(
        mut self,
        (claim, why): (u16, NoVolume),
        snapshot: &ClusterSnapshot,
        names: &Names,
        (pod, node): (&PodInfo, NodeId),
    ) -> Self {
        let Some((claim, storage)) = resolved(claim, snapshot, pod) else {
            return self;
        };
        match why {
            NoVolume::SelectedNode => {
                let selected = claim.stored().and_then(|claim| claim.selected_node);
                self.lacks_selected = selected.is_some_and(|name| snapshot.node(name).is_none());
                self.selected_node = selected.map(|name| names[name].to_owned());
            }
            NoVolume::NoProvisioner => {
                self.nearest = NearestVolume::of(&claim, storage, Some(node), names);
            }
            NoVolume::AllowedTopologies | NoVolume::StorageCapacity => {}
        }
        self
    }

    /// `is_zone`: the labels of its volume are in the way.
    fn of_claim(
        (claim, is_zone): (u16, bool),
        snapshot: &ClusterSnapshot,
        names: &Names,
        pod: &PodInfo,
    ) -> Self {
        let mut answer = Self {
            claim: claim_named(pod, claim, names),
            ..Self::default()
        };
        let Some((resolved, storage)) = resolved(claim, snapshot, pod) else {
            return answer;
        };
        let name = resolved.volume(storage);
        if name.is_empty() {
            let class = Some(resolved.class).filter(|class| !class.is_empty());
            answer.storage_class = class.map(|class| names[class].to_owned());
            return answer;
        }
        answer.volume = Some(names[name].to_owned());
        let known = storage.volume(name);
        if let Some(known) = known.and_then(|id| storage.volumes.get(id)) {
            answer.topology = topology(known, names, is_zone);
        }
        answer
    }
}

fn resolved<'s>(
    claim: u16,
    snapshot: &'s ClusterSnapshot,
    pod: &PodInfo,
) -> Option<(ResolvedClaim, &'s StorageWorld)> {
    let storage = snapshot.storage.as_ref()?;
    let claim = pod.volumes.as_ref()?.claims.get(usize::from(claim))?;
    Some((claim.resolve(storage)?, &*storage.world))
}

/// A claim of a pod, by its index.
pub(super) fn claim_named(pod: &PodInfo, claim: u16, names: &Names) -> Option<NamespacedName> {
    Some(NamespacedName {
        namespace: names[pod.pod.namespace].to_owned(),
        name: claim_of(pod, claim, names)?,
    })
}

/// The choices of volumes on a node, if they decide whether the pod passes.
fn open_ties(
    snapshot: &ClusterSnapshot,
    names: &Names,
    (pod, node): (&PodInfo, NodeId),
) -> Vec<VolumeTieAnswer> {
    let on = FitContext {
        snapshot,
        pod,
        names,
        faults: Faults::default(),
    };
    let ties = VolumeState::new(on).map(|state| state.node_ties(on, node));
    let ties = ties.filter(|ties| ties.decide);
    ties.map_or_else(Vec::new, |ties| VolumeTieAnswer::all(&ties.claims, on))
}

/// The first claim that one pod may use and another one uses, with that pod. O(pods).
fn user(snapshot: &ClusterSnapshot, names: &Names, pod: &PodInfo) -> VolumeMisfitAnswer {
    let mode = names.get("ReadWriteOncePod");
    let claims = pod.volumes.iter().flat_map(|volumes| &volumes.claims);
    for claim in claims {
        let ClaimKey::Named(namespace, name) = claim.key else {
            continue;
        };
        let world = snapshot.storage.as_ref().map(|storage| &storage.world);
        let of = world.and_then(|world| world.claim(namespace, name));
        let is_of_one =
            of.is_some_and(|of| mode.is_some_and(|mode| of.spec.access_modes.contains(&mode)));
        let uses = |other: &PodInfo| {
            let mut claims = other.volumes.iter().flat_map(|volumes| &volumes.claims);
            other.pod.namespace == namespace && claims.any(|of| of.used_name() == Some(name))
        };
        let mut nodes = snapshot.nodes.iter();
        let holder = nodes.find_map(|node| {
            let pods = node.pods.iter();
            let mut infos = pods.filter_map(|bound| snapshot.pods.get(bound.pod));
            infos.find(|info| uses(info))
        });
        if let Some(pod) = holder.filter(|_| is_of_one && !claim.is_ephemeral) {
            return VolumeMisfitAnswer {
                claim: Some(NamespacedName::new(namespace, name, names)),
                pod: Some(pod.namespaced_name(names)),
                ..VolumeMisfitAnswer::default()
            };
        }
    }
    VolumeMisfitAnswer::default()
}

words! {
    /// Why a claim is not bound that has to be bound before its pod is scheduled.
    pub enum UnboundReason {
        /// Its class binds volumes immediately, and the volume controller has not bound one.
        Immediate = "immediate",
        /// The text has classes, but not the one that the claim names.
        NoClass = "no-class",
        /// It names no class, and the text has no default class.
        NoDefaultClass = "no-default-class",
        /// Its `storageClassName` is empty: it gets only a volume without a class.
        EmptyClass = "empty-class",
        /// It names a volume, and is not bound to it yet.
        NamedVolume = "named-volume",
    }
}

impl UnboundReason {
    fn of(claim: &ResolvedClaim, world: &StorageWorld) -> Self {
        let spec = claim.spec();
        if !spec.volume.is_empty() {
            Self::NamedVolume
        } else if !claim.class.is_empty() && world.class(claim.class).is_none() {
            Self::NoClass
        } else if !claim.class.is_empty() {
            Self::Immediate
        } else if spec.class.is_some() {
            Self::EmptyClass
        } else {
            Self::NoDefaultClass
        }
    }
}

/// Why the volumes of a pod keep it from every node.
#[answer(Eq)]
pub struct VolumeRefusalAnswer {
    /// The plugin that refuses the pod.
    #[ts(type = "string")]
    pub plugin: Filter,
    /// The message of Kubernetes.
    pub reason: String,
    /// The name of the `PersistentVolumeClaim`.
    pub claim: NamespacedName,
    /// The class that the claim names. Absent: it names none, or does not exist.
    #[serde(rename = "storageClass", skip_serializing_if = "Option::is_none")]
    pub storage_class: Option<String>,
    /// The kind of the object that the input lacks: the claim or its volume. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(inline)]
    pub lacks: Option<OpenReason>,
    /// A claim of a similar name, if this one is not in the input. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// Why the claim is not bound. Absent: that is not what keeps the pod from every node.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(inline)]
    pub unbound: Option<UnboundReason>,
    /// A `Released` `PersistentVolume` that the claim would get if it were available: `claimRef` still names a deleted
    /// claim. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<String>,
    /// The `PersistentVolume` that lacks least of what the claim asks for, or the one that it names. Absent: none is
    /// left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestVolume>,
}

impl VolumeRefusalAnswer {
    /// A refusal of a pod, with names.
    pub fn new(
        refusal: VolumeRefusal,
        snapshot: &ClusterSnapshot,
        names: &Names,
        pod: &PodInfo,
    ) -> Self {
        let of = VolumeMisfitAnswer::of_claim((refusal.claim(), false), snapshot, names, pod);
        let unbound = match refusal {
            VolumeRefusal::Unbound(claim) => resolved(claim, snapshot, pod),
            _ => None,
        };
        let claim = of.claim.unwrap_or_default();
        let is_missing = matches!(refusal, VolumeRefusal::NoClaim(_));
        Self {
            near: is_missing
                .then(|| near_claim(&claim.name, snapshot, names, pod))
                .flatten(),
            released: unbound.as_ref().and_then(|(claim, world)| {
                let is_open = claim.spec().volume.is_empty();
                let volume = world.released(claim).filter(|_| is_open)?;
                Some(names[volume].to_owned())
            }),
            nearest: unbound.as_ref().and_then(|(claim, world)| {
                let class = world.class(claim.class);
                let is_made =
                    claim.spec().volume.is_empty() && class.is_some_and(|class| class.provisions);
                let nearest = || NearestVolume::of(claim, world, None, names);
                (!is_made).then(nearest).flatten()
            }),
            unbound: unbound.map(|(claim, world)| UnboundReason::of(&claim, world)),
            plugin: refusal.plugin(pod),
            reason: refusal.text(pod, names),
            claim,
            storage_class: of.storage_class,
            lacks: match refusal {
                VolumeRefusal::NoClaim(_) => Some(OpenReason::Claim),
                VolumeRefusal::NoVolume(..) => Some(OpenReason::Volume),
                _ => None,
            },
        }
    }
}

/// The name of a claim of the pod's namespace that a name is most likely a misspelling of. O(claims).
fn near_claim(
    name: &str,
    snapshot: &ClusterSnapshot,
    names: &Names,
    pod: &PodInfo,
) -> Option<String> {
    let world = &snapshot.storage.as_ref()?.world;
    let claims = world.claims_of(pod.pod.namespace);
    let claims = claims.map(|claim| &names[claim]);
    let mut claims: Vec<&str> = claims.filter(|of| is_misspelt_name(name, of)).collect();
    order::sort(&mut claims, Ord::cmp);
    nearest(name, &claims).map(str::to_owned)
}

/// The volumes that the claims of a pod get on a node.
#[answer(Eq)]
pub struct NodeVolumesAnswer {
    /// The claims that are bound to `PersistentVolume`s of the input.
    pub bind: Vec<ClaimVolume>,
    /// The claims for which volumes are made there.
    pub provision: Vec<NamespacedName>,
    /// Those of them that get any one of several volumes. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeTieAnswer>>")]
    pub ties: Vec<VolumeTieAnswer>,
    /// Whether the pod may not fit with others of these volumes. Absent: it fits in any case.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub may_fail: bool,
}

/// A claim with the volume that it gets.
#[answer(Eq)]
pub struct ClaimVolume {
    /// The name of the `PersistentVolumeClaim`.
    pub claim: NamespacedName,
    /// The name of the `PersistentVolume`; of equal ones, the first one of the input.
    pub volume: String,
}

impl NodeVolumesAnswer {
    /// The volumes of a node; `None`: no claim gets one there.
    pub fn new(state: &CycleState<'_>, node: NodeId) -> Option<Self> {
        let on = state.on;
        let volumes = state.volumes.as_ref()?;
        let found = volumes.find(on, node).filter(|found| !found.is_empty())?;
        let world = &on.snapshot.storage.as_ref()?.world;
        let ties = volumes.node_ties(on, node);
        let claim = |claim: u16| claim_named(on.pod, claim, on.names).unwrap_or_default();
        let bind = found.bind.iter().map(|(index, id)| {
            let known = world.volumes.get(*id);
            let volume = known.map_or("", |known| &on.names[known.volume.name]);
            ClaimVolume {
                claim: claim(*index),
                volume: volume.to_owned(),
            }
        });
        Some(Self {
            ties: VolumeTieAnswer::all(&ties.claims, on),
            may_fail: ties.decide,
            bind: bind.collect(),
            provision: found.provision.iter().map(|of| claim(*of)).collect(),
        })
    }
}
