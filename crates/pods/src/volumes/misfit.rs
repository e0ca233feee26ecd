//! Why the volumes of a pod keep it from a node, or from all.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::{Names, Symbol},
};

use super::{BindingMisfit, PodClaim, claim_name};
use crate::{
    fit::{Filter, FitCode, Misfit, MisfitReason},
    snapshot::{ClusterSnapshot, PodInfo},
};

/// Why the volumes of a pod keep it from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeMisfit {
    /// A pod on the node uses a disk of the pod.
    Disk(PodId),
    /// Another pod uses a claim that only one pod may use.
    ReadWriteOncePod,
    /// The node can attach no more volumes of a driver.
    Limit {
        driver: Symbol,
        /// How many volumes it can attach there.
        limit: i64,
        /// The volumes of the pods on the node, and those that are attached without such a pod.
        held: i64,
        /// The volumes that the pod adds.
        new: i64,
        /// Those of them that are held already, attached without a pod that uses them: they count twice.
        twice: i64,
    },
    /// The node does not have a driver that its `CSIDriver` requires.
    NoDriver(Symbol),
    /// Upstream fails: a pod on the node has an ephemeral claim that it does not control.
    Foreign,
    /// A claim has no volume there.
    Binding(BindingMisfit),
    /// The node is not in the zone or region of the volume of a claim, given by its index.
    Zone(u16),
    /// The pod is refused before nodes are filtered.
    Refused(VolumeRefusal, Filter),
}

impl VolumeMisfit {
    /// The filter that rejects the node.
    pub fn filter(&self) -> Filter {
        match self {
            Self::Disk(_) | Self::ReadWriteOncePod => Filter::VolumeRestrictions,
            Self::Limit { .. } | Self::NoDriver(_) | Self::Foreign => Filter::NodeVolumeLimits,
            Self::Binding(_) => Filter::VolumeBinding,
            Self::Zone(_) => Filter::VolumeZone,
            Self::Refused(_, filter) => *filter,
        }
    }

    /// Whether preemption could help.
    pub fn code(&self) -> FitCode {
        match self {
            Self::Disk(_) | Self::ReadWriteOncePod | Self::Limit { .. } | Self::NoDriver(_) => {
                FitCode::Unschedulable
            }
            Self::Foreign | Self::Binding(_) | Self::Zone(_) | Self::Refused(..) => {
                FitCode::UnschedulableAndUnresolvable
            }
        }
    }

    /// Its reasons, in Kubernetes' order.
    pub fn each_reason(&self, visit: &mut dyn FnMut(MisfitReason)) {
        use VolumeReason as Of;
        let mut visit = |reason| visit(MisfitReason::Volumes(reason));
        match self {
            Self::Disk(_) => visit(Of::Disk),
            Self::ReadWriteOncePod => visit(Of::ReadWriteOncePod),
            Self::Limit { .. } => visit(Of::Limit),
            Self::NoDriver(driver) => visit(Of::NoDriver(*driver)),
            Self::Foreign => visit(Of::Foreign),
            Self::Zone(_) => visit(Of::Zone),
            Self::Refused(refusal, _) => visit(Of::Refused(*refusal)),
            Self::Binding(misfit) => {
                use super::NoVolume::StorageCapacity;
                let of_unbound = misfit.unbound.map(|(_, why)| why == StorageCapacity);
                if misfit.bound.is_some() && !misfit.is_missing {
                    visit(Of::NodeAffinity);
                }
                match of_unbound {
                    Some(true) => visit(Of::StorageCapacity),
                    Some(false) => visit(Of::NoVolume),
                    None => {}
                }
                if misfit.is_missing {
                    visit(Of::MissingVolume);
                }
            }
        }
    }
}

/// One reason why the volumes of a pod keep it from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeReason {
    /// A disk conflicts.
    Disk,
    /// A claim that one pod may use is in use.
    ReadWriteOncePod,
    /// A limit of attached volumes.
    Limit,
    /// The driver is not on the node.
    NoDriver(Symbol),
    /// Upstream fails.
    Foreign,
    /// The volume of a bound claim is elsewhere.
    NodeAffinity,
    /// A claim gets no volume.
    NoVolume,
    /// There is too little storage.
    StorageCapacity,
    /// The volume of a bound claim does not exist.
    MissingVolume,
    /// The zone of a volume is another.
    Zone,
    /// The pod is refused before nodes are filtered.
    Refused(VolumeRefusal),
}

impl VolumeReason {
    /// Whether `VolumeBinding` has this reason for a node.
    pub fn is_of_binding(self) -> bool {
        matches!(
            self,
            Self::NodeAffinity | Self::NoVolume | Self::StorageCapacity | Self::MissingVolume
        )
    }

    /// Kubernetes' message about a pod.
    pub fn text(self, pod: &PodInfo, names: &Names) -> String {
        let text = match self {
            Self::Refused(refusal) => return refusal.text(pod, names),
            Self::Disk => "node(s) had no available disk",
            Self::ReadWriteOncePod => {
                "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use \
                 by another pod"
            }
            Self::Limit => "node(s) exceed max volume count",
            Self::NoDriver(driver) => {
                return format!("{} CSI driver is not installed on the node", &names[driver]);
            }
            Self::Foreign => "pod is not owner",
            Self::NodeAffinity => "node(s) didn't match PersistentVolume's node affinity",
            Self::NoVolume => "node(s) didn't find available persistent volumes to bind",
            Self::StorageCapacity => "node(s) did not have enough free storage",
            Self::MissingVolume => {
                "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"
            }
            Self::Zone => "node(s) had no available volume zone",
        };
        text.to_owned()
    }
}

/// Why the volumes of a pod keep it from every node, so that no node is filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeRefusal {
    /// The claim does not exist; by its index.
    NoClaim(u16),
    /// The claim of an ephemeral volume does not exist yet.
    EphemeralClaim(u16),
    /// The volume of the claim was lost.
    Lost(u16, Symbol),
    /// The claim is being deleted.
    Deleting(u16),
    /// The pod does not control the claim of its ephemeral volume.
    NotOwner(u16),
    /// A claim has to be bound before the pod is scheduled.
    Unbound(u16),
    /// The volume of a bound claim does not exist.
    NoVolume(u16, Symbol),
}

impl VolumeRefusal {
    /// The index of the claim.
    pub fn claim(self) -> u16 {
        match self {
            Self::NoClaim(claim)
            | Self::EphemeralClaim(claim)
            | Self::Lost(claim, _)
            | Self::Deleting(claim)
            | Self::NotOwner(claim)
            | Self::Unbound(claim)
            | Self::NoVolume(claim, _) => claim,
        }
    }

    /// The plugin that refuses the pod.
    pub fn plugin(self, pod: &PodInfo) -> Filter {
        let off = |filter: Filter| pod.filters_off.has(filter);
        match self {
            Self::NoClaim(_) if !off(Filter::VolumeRestrictions) => Filter::VolumeRestrictions,
            Self::NoVolume(..) => Filter::VolumeZone,
            _ => Filter::VolumeBinding,
        }
    }

    /// Kubernetes' message about a pod.
    pub fn text(self, pod: &PodInfo, names: &Names) -> String {
        let claim = claim_of(pod, self.claim(), names).unwrap_or_default();
        match self {
            Self::NoClaim(_) => format!("persistentvolumeclaim \"{claim}\" not found"),
            Self::EphemeralClaim(_) => format!(
                "waiting for ephemeral volume controller to create the persistentvolumeclaim \"{claim}\""
            ),
            Self::Lost(_, volume) => format!(
                "persistentvolumeclaim \"{claim}\" bound to non-existent persistentvolume \"{}\"",
                &names[volume]
            ),
            Self::Deleting(_) => format!("persistentvolumeclaim \"{claim}\" is being deleted"),
            Self::NotOwner(_) => not_owner(pod, self.claim(), names),
            Self::Unbound(_) => "pod has unbound immediate PersistentVolumeClaims".to_owned(),
            Self::NoVolume(_, volume) => {
                format!("persistentvolume \"{}\" not found", &names[volume])
            }
        }
    }
}

/// The message that a pod does not control the claim of its ephemeral volume.
pub(super) fn not_owner(pod: &PodInfo, claim: u16, names: &Names) -> String {
    let claim = claim_of(pod, claim, names).unwrap_or_default();
    let namespace = &names[pod.pod.namespace];
    format!(
        "PVC {namespace}/{claim} was not created for pod {} (pod is not owner)",
        pod.key(names)
    )
}

/// The name of a claim of a pod, by its index.
pub fn claim_of(pod: &PodInfo, claim: u16, names: &Names) -> Option<String> {
    let volumes = pod.volumes.as_ref()?;
    let claim: &PodClaim = volumes.claims.get(usize::from(claim))?;
    let volume = pod.pod.volumes.get(usize::from(claim.volume))?;
    claim_name(volume, &pod.name(names), names)
}

/// The error with which a filter fails on one of the filtered nodes, which come with why the pod does not fit them:
/// upstream ends the cycle then, also if other nodes fit.
pub fn filter_error<'m>(
    mut misfits: impl Iterator<Item = (NodeId, &'m Misfit)>,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Option<String> {
    let failed = Misfit::Volumes(VolumeMisfit::Foreign);
    let (node, _) = misfits.find(|(_, misfit)| **misfit == failed)?;
    let mut pods = snapshot.nodes.get(node)?.pods.iter();
    pods.find_map(|bound| foreign_claim_error(snapshot.pods.get(bound.pod)?, names))
}

/// The error with which `NodeVolumeLimits` fails on a node with a pod that has an ephemeral claim that it does not
/// control; `None`: it has no such claim.
pub fn foreign_claim_error(pod: &PodInfo, names: &Names) -> Option<String> {
    let claim = pod.volumes.as_ref()?.foreign?;
    let error = not_owner(pod, claim, names);
    Some(format!(
        "running \"NodeVolumeLimits\" filter plugin: {error}"
    ))
}
