//! What all trials of changes of a pod share.

use schedscope_quota::cycle::Cycle;

use super::{PodCluster, rooms::Rooms};
use crate::Edit;

/// What all trials share, and how many more are allowed.
#[derive(Debug)]
pub(super) struct Counts {
    /// Edits are applied to it and reverted if that is faster than counting again.
    pub(super) cluster: PodCluster,
    pub(super) left: usize,
    /// How many of the decisions are reserved for joint edits.
    pub(super) kept: usize,
    /// What a decision counts as if everything is counted again.
    pub(super) each: usize,
    /// What a decision in the counted cluster counts as.
    pub(super) counted: usize,
    /// What bounds of quotas cannot change; `None` if not computed yet.
    pub(super) rooms: Option<OfBounds>,
    /// The pods that the cycle evicts without edits, as `namespace/name`.
    pub(super) evicted: Vec<String>,
    /// The first edits that met the want, with the cluster and the cycle that were computed for them.
    pub(super) verified: Option<(Vec<Edit>, PodCluster, Cycle)>,
}

/// What all cycles that differ only in bounds of quotas share.
#[derive(Debug)]
pub(super) struct OfBounds {
    /// `None` if nothing can be predicted.
    pub(super) rooms: Option<Rooms>,
    /// If the pod is bound without evictions: whether that fails the want. `None` if not known yet.
    pub(super) bound_fails: Option<bool>,
}

impl Counts {
    /// `joint`: the number of joint candidates.
    pub(super) fn new(cluster: PodCluster, steps: usize, joint: usize) -> Self {
        let size = cluster.snapshot.pods.len() + cluster.snapshot.nodes.len();
        let (each, counted) = (1 + size / 1000, 1 + size / 4000);
        let kept = (steps / 4).min(joint.saturating_mul(counted + each));
        Self {
            cluster,
            left: steps - kept,
            kept,
            each,
            counted,
            rooms: None,
            evicted: Vec::new(),
            verified: None,
        }
    }
}
