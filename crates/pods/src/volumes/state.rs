//! What the filters of volumes have in common in one cycle.

use schedscope_objects::{
    id::{NodeId, PodId},
    kubernetes_version::VersionedRule,
    names::Symbol,
};
use smallvec::SmallVec;

use super::{
    ClaimState, NodeAttachments, NodeVolumeTies, NodeVolumes, PodVolumes, Storage, VolumeId,
    VolumeMisfit, VolumeRefusal, VolumeTie,
    claims::is_of,
    node_sets::NodeSetId,
    node_volume_limits::NewAttachments,
    volume_binding::{BindingState, BoundClaim, DelayedClaim},
    volume_controller::ControllerTie,
    volume_restrictions::RestrictionState,
};
use crate::fit::{Filter, FitContext, is_on};

/// What the filters of volumes have in common in one cycle: Kubernetes makes it in `PreFilter`. A plugin that
/// Kubernetes would skip has nothing.
#[derive(Clone, Debug, Default)]
pub struct VolumeState {
    /// Why the pod is refused before nodes are filtered.
    pub refusal: Option<VolumeRefusal>,
    restrictions: Option<RestrictionState>,
    /// The volumes of the pod that count against limits.
    limited: NewAttachments,
    /// The drivers of these volumes that a node must have, with the nodes that have them.
    drivers: SmallVec<[(Symbol, NodeSetId); 1]>,
    pub(super) binding: Option<BindingState>,
    /// The nodes in the zones of the volumes, with the index of the claim.
    zones: SmallVec<[(u16, NodeSetId); 1]>,
    /// The claims about which the text does not say enough, by index.
    open: SmallVec<[u16; 1]>,
}

/// The pods of a node, with some counted in or out.
#[derive(Clone, Debug, Default)]
pub struct VolumeDelta {
    pub(super) out: SmallVec<[PodId; 8]>,
    pub(super) extra: SmallVec<[PodId; 2]>,
    /// What is added to the users of each claim that one pod may use.
    pub(super) users: SmallVec<[i64; 1]>,
    /// The volumes on the node; `None`: as they are.
    attachments: Option<Box<NodeAttachments>>,
}

impl VolumeState {
    /// The state for a pod; `None`: no filter of volumes looks at it. O(volumes).
    pub fn new(on: FitContext<'_>) -> Option<Box<Self>> {
        if on.pod.pod.volumes.is_empty() {
            return None;
        }
        let storage = on.snapshot.storage.as_deref();
        let volumes = on.pod.volumes.as_deref();
        let with = |filter| is_on(on.pod, filter);
        let mut state = Self::default();
        if with(Filter::VolumeRestrictions) {
            state.restrictions = RestrictionState::new(on, storage);
        }
        if let (Some(storage), Some(volumes)) = (storage, volumes) {
            state.refusal = state.resolve(on, storage, volumes);
            if with(Filter::NodeVolumeLimits) {
                state.limited = NewAttachments::new(storage, &volumes.attachments);
                if on.snapshot.version.has(VersionedRule::RequiredDrivers) {
                    let drivers = volumes.attachments.iter().map(|of| of.driver);
                    let with = |driver| Some((driver, storage.world.with_driver(driver)?));
                    state.drivers = drivers.filter_map(with).collect();
                }
            }
        }
        let has = state.refusal.is_some()
            || state.restrictions.is_some()
            || !state.limited.is_empty()
            || state.binding.is_some()
            || !state.zones.is_empty()
            || !state.open.is_empty();
        has.then(|| Box::new(state))
    }

    /// Looks at the claims; returns why they refuse the pod.
    fn resolve(
        &mut self,
        on: FitContext<'_>,
        storage: &Storage,
        volumes: &PodVolumes,
    ) -> Option<VolumeRefusal> {
        let with = |filter| is_on(on.pod, filter);
        let (restricts, binds) = (
            with(Filter::VolumeRestrictions),
            with(Filter::VolumeBinding),
        );
        let world = &storage.world;
        let claims = || (0..).zip(&volumes.claims);
        if restricts && world.given.claims {
            let mut direct = claims().filter(|(_, claim)| !claim.is_ephemeral);
            let missing = direct.find(|(_, claim)| claim.resolve(storage).is_none());
            if let Some((at, _)) = missing {
                return Some(VolumeRefusal::NoClaim(at));
            }
        }
        let mut binding = BindingState::default();
        let mut unbound = None;
        for (at, claim) in claims() {
            let Some(resolved) = claim.resolve(storage) else {
                if !world.given.claims {
                    self.open.push(at);
                } else if binds {
                    return Some(if claim.is_ephemeral {
                        VolumeRefusal::EphemeralClaim(at)
                    } else {
                        VolumeRefusal::NoClaim(at)
                    });
                }
                continue;
            };
            // The claim that a controller would make may be there already.
            if !claim.is_known(world) {
                self.open.push(at);
            }
            if binds && let Some(stored) = resolved.stored() {
                if stored.is_lost {
                    return Some(VolumeRefusal::Lost(at, stored.spec.volume));
                }
                if stored.deleting {
                    return Some(VolumeRefusal::Deleting(at));
                }
                if claim.is_ephemeral && !is_of(&resolved, on.pod) {
                    return Some(VolumeRefusal::NotOwner(at));
                }
            }
            match resolved.state(world) {
                ClaimState::Open(_) if self.open.last() == Some(&at) => {}
                ClaimState::Open(_) => self.open.push(at),
                ClaimState::Bound(volume) => {
                    let known = volume.and_then(|id| world.volumes.get(id));
                    let nodes = known.map(|known| known.nodes);
                    binding.bound.push(BoundClaim { claim: at, nodes });
                }
                ClaimState::Provisioned(node) => {
                    let nodes = Some(world.reachable(node, resolved.class));
                    binding.bound.push(BoundClaim { claim: at, nodes });
                }
                ClaimState::Immediate => unbound = unbound.or(Some(at)),
                ClaimState::Delayed => {
                    let claim = DelayedClaim::new(on, storage, (at, resolved));
                    binding.delayed.push(claim);
                }
            }
        }
        if binds {
            if let Some(at) = unbound {
                return Some(VolumeRefusal::Unbound(at));
            }
            binding.settle(world);
            self.binding = Some(binding);
        }
        if !with(Filter::VolumeZone) {
            return None;
        }
        self.zones(storage, volumes)
    }

    /// Collects the zones of the volumes; returns why a claim refuses the pod.
    fn zones(&mut self, storage: &Storage, volumes: &PodVolumes) -> Option<VolumeRefusal> {
        let world = &storage.world;
        for (at, claim) in (0..).zip(&volumes.claims) {
            let name = claim
                .resolve(storage)
                .map(|claim| claim.volume(world))
                .filter(|name| !name.is_empty() && !claim.is_ephemeral);
            let Some(name) = name.filter(|_| !self.open.contains(&at)) else {
                continue;
            };
            let Some(volume) = world.volume(name) else {
                return Some(VolumeRefusal::NoVolume(at, name));
            };
            let zone = world.volumes.get(volume).and_then(|known| known.zone);
            self.zones.extend(zone.map(|zone| (at, zone)));
        }
        None
    }

    /// The claims about which the text does not say enough, by index.
    pub fn open(&self) -> &[u16] {
        &self.open
    }

    /// The misfit of every node, if the pod is refused.
    pub fn refused(&self, on: FitContext<'_>) -> Option<VolumeMisfit> {
        let refusal = self.refusal?;
        Some(VolumeMisfit::Refused(refusal, refusal.plugin(on.pod)))
    }

    /// Whether a node passes, and if not, why.
    pub fn misfit(
        &self,
        on: FitContext<'_>,
        node: NodeId,
        delta: Option<&VolumeDelta>,
    ) -> Option<VolumeMisfit> {
        if let Some(refused) = self.refused(on) {
            return Some(refused);
        }
        if let Some(state) = &self.restrictions
            && let Some(misfit) = state.misfit(on, node, delta)
        {
            return Some(misfit);
        }
        let storage = on.snapshot.storage.as_deref()?;
        if !self.limited.is_empty() {
            let mut drivers = self.drivers.iter();
            if let Some((driver, _)) =
                drivers.find(|(_, nodes)| !storage.world.sets.has(*nodes, node))
            {
                return Some(VolumeMisfit::NoDriver(*driver));
            }
            let changed = delta.and_then(|delta| delta.attachments.as_deref());
            let limits = changed.or_else(|| storage.attachments(node));
            if let Some(limits) = limits {
                if limits.has_foreign() {
                    return Some(VolumeMisfit::Foreign);
                }
                if let Some(misfit) = limits.misfit(&self.limited) {
                    return Some(misfit);
                }
            }
        }
        if let Some(binding) = self.binding.as_ref().filter(|of| !of.is_certain)
            && let Err(misfit) = binding.find(on, storage, node)
        {
            return Some(VolumeMisfit::Binding(misfit));
        }
        let mut zones = self.zones.iter();
        let outside = zones.find(|(_, zone)| !storage.world.sets.has(*zone, node));
        outside.map(|(claim, _)| VolumeMisfit::Zone(*claim))
    }

    /// Whether a node as it is passes; what costs least is asked first.
    pub fn accepts(&self, on: FitContext<'_>, node: NodeId) -> bool {
        let Some(storage) = on.snapshot.storage.as_deref() else {
            return self.misfit(on, node, None).is_none();
        };
        let world = &storage.world;
        let bound = self.binding.iter().flat_map(|binding| &binding.bound);
        let sets = bound.filter_map(|of| of.nodes);
        let mut sets = sets.chain(self.zones.iter().map(|(_, zone)| *zone));
        sets.all(|set| world.sets.has(set, node)) && self.misfit(on, node, None).is_none()
    }

    /// The volumes that the claims of the pod get on a node; `None`: `VolumeBinding` rejects it.
    pub fn find(&self, on: FitContext<'_>, node: NodeId) -> Option<NodeVolumes> {
        let storage = on.snapshot.storage.as_deref()?;
        self.binding.as_ref()?.find(on, storage, node).ok()
    }

    /// Whether a claim may get any one of several volumes on some node. `claims`: those of the pod.
    pub fn may_tie(&self, storage: &Storage, claims: &PodVolumes) -> bool {
        let binding = self.binding.as_ref();
        let may_tie = binding.is_some_and(|binding| binding.may_tie(&storage.world));
        may_tie || self.has_controller_tie(storage, claims)
    }

    /// Whether the choice of volumes may decide whether some node passes.
    pub fn may_decide(&self, storage: &Storage, claims: &PodVolumes) -> bool {
        let binding = self.binding.as_ref();
        let may_decide = binding.is_some_and(|binding| binding.may_decide(&storage.world));
        may_decide || self.has_controller_tie(storage, claims)
    }

    fn has_controller_tie(&self, storage: &Storage, claims: &PodVolumes) -> bool {
        let mut keys = claims.claims.iter().map(|claim| claim.key);
        let may_bind = matches!(self.refusal, None | Some(VolumeRefusal::Unbound(_)));
        may_bind && keys.any(|key| storage.world.controller_tie(key).is_some())
    }

    /// What Kubernetes leaves open about the volumes that the claims of the pod get on a node.
    pub fn node_ties(&self, on: FitContext<'_>, node: NodeId) -> NodeVolumeTies {
        let of = self.binding.as_ref().zip(on.snapshot.storage.as_deref());
        let (Some((binding, storage)), Some(volumes)) = (of, on.pod.volumes.as_deref()) else {
            return NodeVolumeTies::default();
        };
        let world = &storage.world;
        let of_claim = |claim: u16| volumes.claims.get(usize::from(claim));
        let tie = |claim: u16| world.controller_tie(of_claim(claim)?.key);
        let mut ties = binding.ties(on, storage, node);
        // Volumes that are not open.
        let is_sure = |claim: u16| tie(claim).is_none();
        let mut bound = binding.bound.iter();
        let mut zones = self.zones.iter();
        let is_out = bound
            .any(|of| is_sure(of.claim) && !of.nodes.is_some_and(|set| world.sets.has(set, node)))
            || zones.any(|(claim, set)| is_sure(*claim) && !world.sets.has(*set, node));
        for of in &binding.bound {
            let Some(ControllerTie { any_of, or_none }) = tie(of.claim) else {
                continue;
            };
            let direct = of_claim(of.claim).is_some_and(|claim| !claim.is_ephemeral);
            let reaches = |id: &VolumeId| {
                let zone = world.volumes.get(*id).and_then(|known| known.zone);
                let zone = zone.filter(|_| direct && is_on(on.pod, Filter::VolumeZone));
                world.can_use(*id, node) && zone.is_none_or(|set| world.sets.has(set, node))
            };
            ties.can_pass &= any_of.iter().any(reaches);
            ties.can_fail |= *or_none || !any_of.iter().all(reaches);
            ties.claims.push(VolumeTie {
                claim: of.claim,
                any_of: any_of.clone(),
                or_new: false,
            });
        }
        ties.claims.sort_unstable_by_key(|tie| tie.claim);
        NodeVolumeTies {
            claims: ties.claims,
            decide: ties.can_pass && ties.can_fail && !is_out,
        }
    }

    /// The claim that refuses the pod because it is not bound, if the volume controller may bind it as well.
    pub(crate) fn unbound_tie(&self, on: FitContext<'_>) -> Option<VolumeTie> {
        let Some(VolumeRefusal::Unbound(claim)) = self.refusal else {
            return None;
        };
        let of = on.pod.volumes.as_ref()?.claims.get(usize::from(claim))?;
        let tie = on.snapshot.storage.as_ref()?.world.controller_tie(of.key)?;
        Some(VolumeTie {
            claim,
            any_of: tie.any_of.clone(),
            or_new: false,
        })
    }

    /// Whether the claims of the pod could take one of some volumes.
    pub fn could_take(&self, on: FitContext<'_>, volumes: &[VolumeId]) -> bool {
        let of = self.binding.as_ref().zip(on.snapshot.storage.as_deref());
        of.is_some_and(|(binding, storage)| binding.could_take(on, &storage.world, volumes))
    }

    /// The pods of a node as they are; `None`: no filter looks at them.
    pub fn no_delta(&self) -> Option<Box<VolumeDelta>> {
        let looks = self.restrictions.is_some() || !self.limited.is_empty();
        looks.then(Box::default)
    }

    /// Adds or removes a pod on another node permanently.
    pub fn apply(&mut self, on: FitContext<'_>, pod: PodId, comes: bool) {
        if let (Some(state), Some(info)) = (&mut self.restrictions, on.snapshot.pods.get(pod)) {
            state.apply((on, info), comes);
        }
    }

    /// Counts a pod in or out on a node, as the dry run of preemption does it.
    pub fn change(
        &self,
        delta: &mut VolumeDelta,
        on: FitContext<'_>,
        (node, pod): (NodeId, PodId),
        comes: bool,
    ) {
        let Some(info) = on.snapshot.pods.get(pod) else {
            return;
        };
        if info.pod.volumes.is_empty() {
            return;
        }
        if let Some(state) = &self.restrictions {
            state.change(&mut delta.users, (on, info), comes);
            if state.has_disks {
                let is_on_node = info.node() == Some(node);
                if comes == is_on_node {
                    delta.out.retain(|other| *other != pod);
                    delta.extra.retain(|other| *other != pod);
                } else if comes {
                    delta.extra.push(pod);
                } else {
                    delta.out.push(pod);
                }
            }
        }
        if self.limited.is_empty() {
            return;
        }
        let limits = on
            .snapshot
            .storage
            .as_ref()
            .and_then(|storage| storage.attachments(node));
        if let (Some(volumes), Some(limits)) = (&info.volumes, limits) {
            let changed = delta
                .attachments
                .get_or_insert_with(|| Box::new(limits.clone()));
            changed.change(volumes, comes);
        }
    }
}
