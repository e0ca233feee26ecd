//! Spread: clusters are selected one by one over topology domains within a max skew.

mod answer;

pub use answer::{
    ClusterSpread, SpreadCandidate, SpreadCandidatePage, SpreadConstraintSummary, SpreadDomain,
    SpreadDomains, SpreadEnd, SpreadSkews, SpreadStep, SpreadStepDomain, SpreadSummary,
    SpreadTermSummary,
};
