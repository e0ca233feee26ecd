//! The prioritizers: a score per feasible cluster, and how much each counts.

mod addon;
mod balance;
mod plan;
mod steady;

pub use plan::{PlannedPrioritizer, PrioritizerKind, PrioritizerPlan, WeightSource, built_ins};
pub(crate) use plan::{is_near_proposed, is_only_proposed};
use schedscope_objects::{id::ClusterId, objects::Objects, profile::Profile};
use schedscope_time::Timestamp;

pub use crate::{column::ScoreColumn, resource::ClusterResources};
use crate::{
    fleet::Fleet, recorded::RecordedDecisions, resource::go_trunc, resource_allocatable,
    resource_ratio, window::ValidityWindow,
};

/// The input of a prioritizer.
#[derive(Clone, Copy)]
pub(crate) struct ScoringInput<'a> {
    pub(crate) objects: &'a Objects,
    pub(crate) fleet: &'a Fleet,
    pub(crate) recorded: &'a RecordedDecisions,
    /// The feasible clusters, in the order of the text.
    pub(crate) feasible: &'a [ClusterId],
    pub(crate) now: Timestamp,
    pub(crate) profile: Profile,
}

/// The scores of one prioritizer; `None` where it does not score clusters one by one (`Spread`) or
/// does not exist. `amounts` holds at least what it needs.
pub(crate) fn score(
    kind: &PrioritizerKind,
    amounts: &ClusterResources,
    input: ScoringInput<'_>,
) -> Option<ScoreColumn> {
    match kind {
        PrioritizerKind::Steady => Some(steady::score(input)),
        PrioritizerKind::Balance => Some(balance::score(input)),
        PrioritizerKind::Allocatable(resource) => Some(resource_allocatable::score(
            *resource,
            amounts,
            input.feasible.len(),
            input.profile,
        )),
        PrioritizerKind::Ratio(resource) => Some(resource_ratio::score(
            *resource,
            &input.objects.clusters,
            input.feasible,
        )),
        PrioritizerKind::AddOn { resource, score } => Some(addon::score(*resource, *score, input)),
        PrioritizerKind::Spread | PrioritizerKind::Unknown | PrioritizerKind::AddOnMissing => None,
    }
}
