//! `VolumeRestrictions`: disks that one pod of a node may use, and claims that one pod of the cluster may use.
//!
//! Source: `plugins/volumerestrictions/volume_restrictions.go` of Kubernetes 1.35.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Symbol,
    pod::{Disk, VolumeSource},
};
use smallvec::SmallVec;

use super::{ClaimKey, PodClaim, Storage, VolumeDelta, VolumeMisfit};
use crate::{
    fit::{Fault, FitContext},
    snapshot::PodInfo,
};

/// The access mode of a claim that one pod may use.
pub(super) const READ_WRITE_ONCE_POD: &str = "ReadWriteOncePod";

/// What is counted for the pod.
#[derive(Clone, Debug, Default)]
pub(super) struct RestrictionState {
    /// The pod has disks.
    pub(super) has_disks: bool,
    /// The names of its claims that one pod may use, with the number of volumes of other pods that name each.
    claims: SmallVec<[(Symbol, i64); 1]>,
    /// Upstream counts the claims that are in use, and not their users.
    is_faulty: bool,
}

/// The disks of a pod.
fn disks(info: &PodInfo) -> impl Iterator<Item = &Disk> {
    info.pod
        .volumes
        .iter()
        .filter_map(|volume| match &volume.source {
            VolumeSource::Disk(disk) => Some(disk),
            _ => None,
        })
}

/// The claims of a pod that one pod may use, by namespace and name, each once.
fn exclusive_claims<'a>(
    on: FitContext<'a>,
    storage: &'a Storage,
) -> impl Iterator<Item = (Symbol, Symbol)> {
    let mode = on.names.get(READ_WRITE_ONCE_POD);
    let claims = on.pod.volumes.iter().flat_map(|volumes| &volumes.claims);
    claims.filter_map(move |claim| {
        let ClaimKey::Named(namespace, name) = claim.key else {
            return None;
        };
        let of = storage.world.claim(namespace, name)?;
        let is_of_one = !claim.is_ephemeral && of.spec.access_modes.contains(&mode?);
        is_of_one.then_some((namespace, name))
    })
}

/// Whether a pod has a claim that one pod may use. O(claims).
pub fn has_exclusive_claim(on: FitContext<'_>) -> bool {
    let storage = on.snapshot.storage.as_deref();
    storage.is_some_and(|storage| exclusive_claims(on, storage).next().is_some())
}

impl RestrictionState {
    /// `None`: the plugin is out of the cycle.
    pub(super) fn new(on: FitContext<'_>, storage: Option<&Storage>) -> Option<Self> {
        let mut state = Self {
            has_disks: disks(on.pod).next().is_some(),
            claims: SmallVec::new(),
            is_faulty: on.faults.has(Fault::ReadWriteOncePod),
        };
        if let Some(storage) = storage {
            for (namespace, name) in exclusive_claims(on, storage) {
                if state.claims.iter().all(|(known, _)| *known != name) {
                    let users = i64::from(storage.users(namespace, name));
                    state.claims.push((name, users));
                }
            }
        }
        // Upstream then looks at no pod that is nominated, either.
        let is_skipped = if state.is_faulty {
            state.conflicts() == 0
        } else {
            state.claims.is_empty()
        };
        (state.has_disks || !is_skipped).then_some(state)
    }

    /// How many claims are in use, as upstream counts them.
    fn conflicts(&self) -> i64 {
        let used = self.claims.iter().filter(|(_, users)| *users > 0);
        used.count() as i64
    }

    /// Counts the volumes of a pod that comes or leaves and that name one of the claims. Upstream compares the names
    /// alone, so that a claim of another namespace counts.
    pub(super) fn change(
        &self,
        delta: &mut SmallVec<[i64; 1]>,
        (on, info): (FitContext<'_>, &PodInfo),
        comes: bool,
    ) {
        if self.claims.is_empty() || (!self.is_faulty && info.pod.namespace != on.pod.pod.namespace)
        {
            return;
        }
        delta.resize(self.claims.len(), 0);
        let claims = info.volumes.iter().flat_map(|volumes| &volumes.claims);
        for name in claims.filter_map(PodClaim::used_name) {
            let at = self.claims.iter().position(|(known, _)| *known == name);
            if let Some(slot) = at.and_then(|at| delta.get_mut(at)) {
                *slot += if comes { 1 } else { -1 };
            }
        }
    }

    /// The same, permanently.
    pub(super) fn apply(&mut self, pod: (FitContext<'_>, &PodInfo), comes: bool) {
        let mut delta = SmallVec::new();
        self.change(&mut delta, pod, comes);
        for ((_, users), more) in self.claims.iter_mut().zip(delta) {
            *users += more;
        }
    }

    /// Whether another pod uses a claim that one pod may use.
    fn is_in_use(&self, delta: &[i64]) -> bool {
        if self.is_faulty {
            return self.conflicts() + delta.iter().sum::<i64>() > 0;
        }
        let mut users = self.claims.iter().enumerate();
        users.any(|(at, (_, users))| users + delta.get(at).copied().unwrap_or(0) > 0)
    }

    pub(super) fn misfit(
        &self,
        on: FitContext<'_>,
        node: NodeId,
        delta: Option<&VolumeDelta>,
    ) -> Option<VolumeMisfit> {
        if self.has_disks
            && let Some(pod) = Self::disk_conflict(on, node, delta)
        {
            return Some(VolumeMisfit::Disk(pod));
        }
        let delta = delta.map_or(&[][..], |delta| &delta.users);
        self.is_in_use(delta)
            .then_some(VolumeMisfit::ReadWriteOncePod)
    }

    /// The first pod of a node with a disk that conflicts.
    fn disk_conflict(
        on: FitContext<'_>,
        node: NodeId,
        delta: Option<&VolumeDelta>,
    ) -> Option<PodId> {
        let of_node = on
            .snapshot
            .nodes
            .get(node)?
            .pods
            .iter()
            .map(|bound| bound.pod);
        let is_out = |pod: &PodId| delta.is_some_and(|delta| delta.out.contains(pod));
        let extra = delta.into_iter().flat_map(|delta| &delta.extra).copied();
        let mut pods = of_node.filter(|pod| !is_out(pod)).chain(extra);
        pods.find(|pod| {
            let other = on.snapshot.pods.get(*pod);
            other.is_some_and(|other| {
                disks(on.pod).any(|disk| disks(other).any(|used| disk.conflicts(used)))
            })
        })
    }
}
