//! Answers about a run of spread: in short, step by step, and as part of a report.

mod answer;
mod blocked;
mod details;
mod domain_column;
mod inputs;
mod notes;
mod report;
mod truncate;

pub use answer::{
    ClusterSpread, SpreadCandidate, SpreadCandidatesAnswer, SpreadConstraintSummary, SpreadCounts,
    SpreadDomain, SpreadDomainsAnswer, SpreadSkewsAnswer, SpreadStepAnswer, SpreadStepDomain,
    SpreadSummary, SpreadTermSummary,
};
pub(crate) use details::{constraint_path, summary};
pub(crate) use notes::notes;
pub use report::SpreadReport;
pub use schedscope_placement::spread::SpreadEnd;
