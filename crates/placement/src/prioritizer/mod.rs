//! The prioritizers: a score per feasible cluster, and how much each counts.

mod addon;
mod balance;
mod plan;
mod steady;

pub use plan::Source;
pub(crate) use plan::{Entry, Kind, Plan};
use schedscope_objects::{objects::Objects, profile::Profile, time::Timestamp};

pub(crate) use crate::{column::Column, resource::Amounts};
use crate::{
    fleet::Fleet, history::History, resource::go_trunc, resource_allocatable, resource_ratio,
    window::Window,
};

/// What a prioritizer may look at.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub(crate) objects: &'a Objects,
    pub(crate) fleet: &'a Fleet,
    pub(crate) history: &'a History,
    /// The feasible clusters, in the order of the text.
    pub(crate) feasible: &'a [u32],
    pub(crate) now: Timestamp,
    pub(crate) profile: Profile,
}

/// The scores of one prioritizer; `None` where it does not score clusters one by one (`Spread`) or
/// does not exist. `amounts` holds at least what it needs.
pub(crate) fn score(kind: &Kind, amounts: &Amounts, world: World<'_>) -> Option<Column> {
    match kind {
        Kind::Steady => Some(steady::score(world)),
        Kind::Balance => Some(balance::score(world)),
        Kind::Allocatable(resource) => Some(resource_allocatable::score(
            *resource,
            amounts,
            world.feasible.len(),
            world.profile,
        )),
        Kind::Ratio(resource) => Some(resource_ratio::score(
            *resource,
            amounts,
            world.feasible.len(),
            world.profile,
        )),
        Kind::AddOn { resource, score } => Some(addon::score(*resource, *score, world)),
        Kind::Spread | Kind::Unknown | Kind::AddOnMissing => None,
    }
}
