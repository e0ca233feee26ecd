//! The prioritizers: a score per feasible cluster, and how much each counts.

mod addon;
mod balance;
mod column;
mod plan;
mod resource;
mod resource_allocatable;
mod resource_ratio;
mod steady;

pub(crate) use column::Column;
pub use plan::Source;
pub(crate) use plan::{Entry, Kind, Plan};
pub(crate) use resource::Amounts;

use super::{filter::taint_toleration::Window, fleet::Fleet, history::History, options::Profile};
use crate::kube::{objects::Objects, time::Timestamp};

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
        Kind::Allocatable(resource) => Some(resource_allocatable::score(*resource, amounts, world)),
        Kind::Ratio(resource) => Some(resource_ratio::score(*resource, amounts, world)),
        Kind::AddOn { resource, score } => Some(addon::score(*resource, *score, world)),
        Kind::Spread | Kind::Unknown | Kind::AddOnMissing => None,
    }
}

/// A float as Go makes it an integer on amd64: toward zero; what is not a number or does not fit is
/// the smallest integer.
fn go_trunc(value: f64) -> i64 {
    // Both bounds are exact doubles.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}

/// A resource's score from its formula: `Upstream` takes it as it comes; in `Proposal` what is not a
/// number is no score, and scores stay within [-100, 100].
fn resource_score(value: f64, profile: Profile) -> Option<i64> {
    match profile {
        Profile::Upstream => Some(go_trunc(value)),
        Profile::Proposal if value.is_nan() => None,
        Profile::Proposal => Some(go_trunc(value.clamp(-100.0, 100.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_become_integers_as_in_go() {
        for (value, expect) in [
            (0.9, 0),
            (-0.9, 0),
            (-99.999, -99),
            (f64::NAN, i64::MIN),
            (f64::INFINITY, i64::MIN),
            (f64::NEG_INFINITY, i64::MIN),
            (9_223_372_036_854_775_808.0, i64::MIN),
            (9_223_372_036_854_774_784.0, 9_223_372_036_854_774_784),
            (-9_223_372_036_854_775_808.0, i64::MIN),
        ] {
            assert_eq!(go_trunc(value), expect, "{value}");
        }
    }

    #[test]
    fn resource_scores_by_profile() {
        use Profile::{Proposal, Upstream};
        for (value, upstream, proposal) in [
            (12.7, Some(12), Some(12)),
            (-250.0, Some(-250), Some(-100)),
            (f64::INFINITY, Some(i64::MIN), Some(100)),
            (f64::NEG_INFINITY, Some(i64::MIN), Some(-100)),
            (f64::NAN, Some(i64::MIN), None),
        ] {
            assert_eq!(resource_score(value, Upstream), upstream, "{value}");
            assert_eq!(resource_score(value, Proposal), proposal, "{value}");
        }
    }
}
