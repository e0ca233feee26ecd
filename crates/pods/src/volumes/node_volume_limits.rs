//! `NodeVolumeLimits`: how many volumes of a driver can be attached to a node.
//!
//! Source: `plugins/nodevolumelimits/csi.go` of Kubernetes 1.35.

use rustc_hash::FxHashMap;
use schedscope_objects::{names::Symbol, storage::CsiNode};
use smallvec::SmallVec;

use super::{ClaimKey, PodVolumes, Storage, VolumeMisfit};

/// A volume that is attached to a node for a claim. Equal ones count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attachment {
    /// The CSI driver.
    pub driver: Symbol,
    /// The volume.
    pub handle: Handle,
}

/// A volume of a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// `volumeHandle` of a `PersistentVolume`.
    Csi(Symbol),
    /// The volume that the driver makes for a claim.
    Own(ClaimKey),
}

/// The limit of a driver, and how many of its volumes a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DriverLimit {
    driver: Symbol,
    limit: i64,
    /// The volumes of the pods on the node, and what is attached without a pod that uses it.
    held: i64,
}

/// The use of a volume on a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AttachmentUse {
    pods: u32,
    /// A `VolumeAttachment` names it.
    is_attached: bool,
}

/// The limits of a node, and the volumes on it.
///
/// INVARIANT: `held` is the number of the volumes of a driver in `uses`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeAttachments {
    limits: SmallVec<[DriverLimit; 2]>,
    uses: FxHashMap<Attachment, AttachmentUse>,
    /// How many pods on the node have an ephemeral claim that they do not control.
    foreign: u32,
}

impl NodeAttachments {
    /// The limits of a `CSINode`; `None`: it has none.
    pub fn new(node: &CsiNode) -> Option<Self> {
        let mut new = Self::default();
        for of in &node.drivers {
            if let Some(limit) = of.limit {
                new.limits.retain(|known| known.driver != of.name);
                new.limits.push(DriverLimit {
                    driver: of.name,
                    limit: i64::from(limit),
                    held: 0,
                });
            }
        }
        (!new.limits.is_empty()).then_some(new)
    }

    fn limit(&mut self, driver: Symbol) -> Option<&mut DriverLimit> {
        self.limits.iter_mut().find(|known| known.driver == driver)
    }

    /// Counts a `VolumeAttachment`.
    pub fn attach(&mut self, attachment: Attachment) {
        let used = self.uses.entry(attachment).or_default();
        let is_new = *used == AttachmentUse::default();
        used.is_attached = true;
        if let Some(limit) = self.limit(attachment.driver).filter(|_| is_new) {
            limit.held += 1;
        }
    }

    /// Counts a pod in or out.
    pub fn change(&mut self, pod: &PodVolumes, comes: bool) {
        let step = |count: u32| {
            if comes {
                count + 1
            } else {
                count.saturating_sub(1)
            }
        };
        if pod.foreign.is_some() {
            self.foreign = step(self.foreign);
        }
        for attachment in &pod.attachments {
            let used = self.uses.entry(*attachment).or_default();
            let before = *used != AttachmentUse::default();
            used.pods = step(used.pods);
            let after = *used != AttachmentUse::default();
            if !after {
                self.uses.remove(attachment);
            }
            if before != after
                && let Some(limit) = self.limit(attachment.driver)
            {
                limit.held += if after { 1 } else { -1 };
            }
        }
    }

    /// Whether a pod on the node has an ephemeral claim that it does not control: upstream fails then.
    pub fn has_foreign(&self) -> bool {
        self.foreign > 0
    }

    /// The volumes that a node has.
    pub(super) fn attachments(&self) -> impl Iterator<Item = Attachment> {
        self.uses.keys().copied()
    }

    /// Whether some new volumes exceed a limit. A volume that is attached without a pod that uses it counts twice: as
    /// attached, and as new. O(volumes).
    pub(super) fn misfit(&self, new: &NewAttachments) -> Option<VolumeMisfit> {
        let is_new = |attachment: &&Attachment| {
            let used = self.uses.get(attachment);
            used.is_none_or(|used| used.pods == 0)
        };
        self.limits.iter().find_map(|limit| {
            let known = new.known.iter().filter(|one| one.driver == limit.driver);
            let fresh = new.fresh.iter().filter(|one| **one == limit.driver);
            let known = known.filter(is_new);
            let is_attached = |one: &&Attachment| self.uses.contains_key(one);
            let twice = known.clone().filter(is_attached).count() as i64;
            let count = (fresh.count() + known.count()) as i64;
            (count > 0 && limit.held + count > limit.limit).then_some(VolumeMisfit::Limit {
                driver: limit.driver,
                limit: limit.limit,
                held: limit.held,
                new: count,
                twice,
            })
        })
    }

    /// The limits by driver, with the volumes that are held.
    pub fn limits(&self) -> impl Iterator<Item = (Symbol, i64, i64)> {
        let limits = self.limits.iter();
        limits.map(|limit| (limit.driver, limit.limit, limit.held))
    }
}

/// The volumes that a pod adds to its node.
#[derive(Clone, Debug, Default)]
pub(super) struct NewAttachments {
    /// The drivers of those that no node has.
    fresh: SmallVec<[Symbol; 2]>,
    /// Those that some node has.
    known: SmallVec<[Attachment; 1]>,
}

impl NewAttachments {
    pub(super) fn new(storage: &Storage, attachments: &[Attachment]) -> Self {
        let mut new = Self::default();
        for attachment in attachments {
            if storage.is_attached(*attachment) {
                new.known.push(*attachment);
            } else {
                new.fresh.push(attachment.driver);
            }
        }
        new
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fresh.is_empty() && self.known.is_empty()
    }
}
