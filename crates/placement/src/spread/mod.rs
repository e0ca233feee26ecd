//! Spread: clusters are selected one by one over topology domains within a max skew.
//!
//! 1. `topology`: which cluster lies in which domain.
//! 2. `bracket`: the domains that have something to decide.
//! 3. `tournament` with `front`: the picks, in near-linear time; `score` has the formulas.
//! 4. `run`: a finished run, which keeps picks only.
//! 5. `moment`, `skews`, `details`, `outline` and `places`: any step of it again, on demand.
//!
//! The hub of today has the fields of this policy and no implementation.
//!
//! Source: "Spread policy".

mod answer;
pub mod bracket;
mod details;
mod front;
pub mod moment;
mod notes;
mod outline;
pub mod picks;
mod places;
mod report;
mod run;
pub mod score;
mod skews;
pub mod topology;
pub mod tournament;

pub use answer::{
    ClusterSpread, SpreadCandidate, SpreadCandidatePage, SpreadConstraintSummary, SpreadDomain,
    SpreadDomains, SpreadEnd, SpreadSkews, SpreadStep, SpreadStepDomain, SpreadSummary,
    SpreadTermSummary,
};
pub(crate) use notes::{notes, path};
pub use report::SpreadReport;
pub(crate) use run::{Ground, Run};
pub(crate) use topology::MOST_TERMS;
