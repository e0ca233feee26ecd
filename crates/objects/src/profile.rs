//! The scheduler whose behaviour is reproduced.

use schedscope_options::words;
use serde::Serialize;

use crate::taint::LongSeconds;

/// The scheduler whose behaviour is reproduced: `Upstream`: the program in production today, with its faults;
/// `Proposal`: the same with the proposals of the design documents and without those faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Profile {
    /// The program in production today, with its faults.
    Upstream,
    /// The same with the proposals of the design documents: `Spread`, `ResourceRatio…`, any resource name, the
    /// short form of a prioritizer's configuration; and without overflow where the hub's arithmetic overflows.
    #[default]
    Proposal,
}

words! {
    Profile { "Upstream" = Upstream, "Proposal" = Proposal, }
}

impl Profile {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Upstream => Self::Proposal,
            Self::Proposal => Self::Upstream,
        }
    }

    /// How `tolerationSeconds` beyond 292 years are treated.
    pub fn long_seconds(self) -> LongSeconds {
        match self {
            Self::Upstream => LongSeconds::Wrap,
            Self::Proposal => LongSeconds::Saturate,
        }
    }
}
