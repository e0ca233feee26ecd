//! Whose faults to keep.

use schedscope_options::words;
use serde::Serialize;

use crate::taint::LongSeconds;

/// Which scheduler answers: `Upstream`, the hub or the scheduler of today, exactly, with its faults; or
/// `Proposal`, the same with what the design documents ask for, and without those faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Profile {
    /// The hub of today, exactly.
    Upstream,
    /// The hub of today with what the design documents ask for: `Spread`, `ResourceRatio…`, any
    /// resource name, the short form of a prioritizer's configuration; and sane arithmetic where
    /// the hub's overflows.
    #[default]
    Proposal,
}

words! {
    Profile { "Upstream" = Upstream, "Proposal" = Proposal, }
}

impl Profile {
    /// What becomes of `tolerationSeconds` beyond 292 years.
    pub fn long_seconds(self) -> LongSeconds {
        match self {
            Self::Upstream => LongSeconds::Wrap,
            Self::Proposal => LongSeconds::Saturate,
        }
    }
}
