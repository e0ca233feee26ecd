//! Steps of a queue in which a pod waits as before.

use rustc_hash::FxHashMap;
use schedscope_objects::id::PodId;
use schedscope_quota::queue::{QueueStepOutcome, SimulatedStep};

/// Of each step in which a pod waits as it did before, the first such step, from 1. O(steps).
pub(super) fn same_as(steps: &[SimulatedStep]) -> Vec<Option<usize>> {
    let mut waits: FxHashMap<PodId, usize> = FxHashMap::default();
    let first = steps.iter().enumerate().map(|(index, step)| {
        let is_waiting = matches!(
            step.outcome,
            QueueStepOutcome::Rejected(_) | QueueStepOutcome::NoNode(_)
        );
        if !is_waiting {
            waits.remove(&step.pod);
            return None;
        }
        let first = waits.entry(step.pod).or_insert(index);
        let is_same = |before: &SimulatedStep| {
            (&before.outcome, before.ineligible) == (&step.outcome, step.ineligible)
        };
        if steps.get(*first).is_some_and(is_same) && *first < index {
            return Some(*first + 1);
        }
        *first = index;
        None
    });
    first.collect()
}
