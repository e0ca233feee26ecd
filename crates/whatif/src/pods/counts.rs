//! What is counted once for all trials of changes of a pod.

use schedscope_quota::cycle::Cycle;

use super::{PodWorld, rooms::Rooms};
use crate::Edit;

/// What is counted once for all trials, and how many more there may be.
#[derive(Debug)]
pub(super) struct Counts {
    /// Edits are made in it and taken back where that is quicker than counting anew.
    pub(super) world: PodWorld,
    pub(super) left: usize,
    /// How many of the decisions are kept for edits that belong together.
    pub(super) kept: usize,
    /// As how many a decision counts for which all is counted anew.
    pub(super) each: usize,
    /// As how many a decision in the counted world counts.
    pub(super) counted: usize,
    /// What bounds of quotas cannot change; `None`: not looked at yet.
    pub(super) rooms: Option<OfBounds>,
    /// The pods that the cycle evicts as the input is, as `namespace/name`.
    pub(super) evicted: Vec<String>,
    /// The first edits that met the want, with the nodes and pods that were counted for it, and the cycle.
    pub(super) verified: Option<(Vec<Edit>, PodWorld, Cycle)>,
}

/// What is known of all cycles that differ in bounds of quotas.
#[derive(Debug)]
pub(super) struct OfBounds {
    /// `None`: nothing before each cycle.
    pub(super) rooms: Option<Rooms>,
    /// Where the pod is bound without evictions: whether that fails the want. `None`: not known yet.
    pub(super) bound_fails: Option<bool>,
}

impl Counts {
    /// `joint`: how many candidates of several edits there are.
    pub(super) fn new(world: PodWorld, steps: usize, joint: usize) -> Self {
        let size = world.snapshot.pods.len() + world.snapshot.nodes.len();
        let (each, counted) = (1 + size / 1000, 1 + size / 4000);
        let kept = (steps / 4).min(joint.saturating_mul(counted + each));
        Self {
            world,
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
