//! The outcome of a decision, and the status with which the scheduler ends.

use schedscope_objects::{placement::Placement, words};

use crate::{decision_options::CandidateMode, spread::topology::MAX_TERMS};

/// The outcome of a decision as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The scheduler ran; its [`SchedulerStatus`] says how it ended.
    Scheduled,
    /// The hub does not touch the placement.
    Skipped {
        /// Why.
        reason: SkipReason,
    },
    /// The hub stops with an error before it schedules, and touches nothing.
    SyncError {
        /// The hub's text.
        message: String,
    },
    /// The placement is not valid, or an input is missing: no decision is defined.
    Invalid(InvalidPlacement),
}

/// Why no decision is defined for a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidPlacement {
    /// The number of clusters is negative.
    NegativeNumberOfClusters {
        /// The number.
        wanted: i64,
    },
    /// A CEL expression was not evaluated.
    CelNotEvaluated {
        /// Index of the predicate.
        predicate: usize,
        /// Index of the expression in it.
        expression: usize,
    },
    /// There are more spread constraints than [`MAX_TERMS`](crate::spread::topology::MAX_TERMS).
    TooManySpreadConstraints {
        /// How many there are.
        count: usize,
    },
    /// The max skew of a spread constraint is below 1.
    MaxSkewTooSmall {
        /// Index of the constraint in the placement.
        constraint: usize,
        max_skew: i32,
    },
}

words! {
    /// Why the hub leaves a placement alone. `deleting`: it is being deleted; `scheduling-disabled`: its annotation
    /// disables scheduling.
    pub enum SkipReason {
        /// It is being deleted.
        Deleting = "deleting",
        /// Its annotation disables scheduling.
        SchedulingDisabled = "scheduling-disabled",
    }
}

words! {
    /// The status code of the scheduler. `Success`. `Warning`: decided, and `message` describes a problem.
    /// `Misconfigured`: the placement has a fault, and its decisions are emptied. `Error`: another fault.
    #[derive(Default)]
    pub enum SchedulerStatusCode {
        /// Decided without a warning.
        #[default]
        Success = "Success",
        /// Decided; `message` describes a problem.
        Warning = "Warning",
        /// The placement has a fault; its decisions are emptied.
        Misconfigured = "Misconfigured",
        /// Another fault.
        Error = "Error",
    }
}

/// The status with which the scheduler ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchedulerStatus {
    /// How it ended.
    pub code: SchedulerStatusCode,
    /// The plugin that ended it; empty for the scheduler itself.
    pub plugin: String,
    /// Upstream's text. Empty where no decision is defined: upstream knows no such case.
    pub message: String,
    /// The index of the prioritizer's configuration that is at fault; `None` if another field is.
    pub configuration: Option<usize>,
}

/// The first fault in the spread constraints that the API would reject, if there is one.
pub(crate) fn invalid_spread(placement: &Placement) -> Option<Outcome> {
    let terms = &placement.spec.spread_constraints;
    if terms.len() > MAX_TERMS {
        let count = terms.len();
        return Some(Outcome::Invalid(
            InvalidPlacement::TooManySpreadConstraints { count },
        ));
    }
    let term = terms.iter().find(|term| term.max_skew < 1)?;
    Some(Outcome::Invalid(InvalidPlacement::MaxSkewTooSmall {
        constraint: term.index,
        max_skew: term.max_skew,
    }))
}

/// Why nothing of a placement is touched, if so.
pub(crate) fn untouched(placement: &Placement, mode: CandidateMode) -> Option<Outcome> {
    let reason = match mode {
        CandidateMode::Given => return None,
        _ if placement.deleting => SkipReason::Deleting,
        _ if placement.scheduling_disabled => SkipReason::SchedulingDisabled,
        _ => return None,
    };
    Some(Outcome::Skipped { reason })
}
