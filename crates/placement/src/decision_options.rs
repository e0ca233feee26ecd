//! The input of a decision besides the objects: the placement, the time, the profile, and hypothetical changes.

use std::sync::Arc;

use schedscope_objects::{
    Profile, by_name::ByName, names::Names, placement::SpreadConstraint, words,
};
#[cfg(feature = "types")]
use schedscope_options::types::Shape;
use schedscope_options::{Argument, Fault, Source, nullable};
use schedscope_time::Timestamp;

use crate::cel::CelVerdicts;

schedscope_options::words! { CandidateMode { "auto" = Auto, "sets" = Sets, "given" = Given, } }

words! {
    /// The clusters that a placement may choose from. `sets`: those of bound cluster sets, as on the hub. `given`:
    /// all clusters, also those being deleted. `auto`: as `sets` if the text has any cluster set or binding, else
    /// all clusters.
    #[derive(Default)]
    pub enum CandidateMode {
        /// By sets where there is any set or binding, else all clusters.
        #[default]
        Auto = "auto",
        /// Always by sets, as the hub does.
        Sets = "sets",
        /// Every cluster is a candidate: sets, deletion and the annotation that disables scheduling are ignored.
        Given = "given",
    }
}

/// The number of wanted clusters; `null`: all. Absent, where that is allowed: the number of the placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "number | null"))]
pub enum Wanted {
    /// As many as the placement says.
    #[default]
    AsWritten,
    All,
    /// This number.
    Exactly(i64),
}

impl Wanted {
    /// The number in force, over what the placement says; `None`: all.
    pub fn over(self, written: Option<i64>) -> Option<i64> {
        match self {
            Self::AsWritten => written,
            Self::All => None,
            Self::Exactly(number) => Some(number),
        }
    }
}

impl Argument for Wanted {
    const TAKES_NULL: bool = true;

    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        Ok(nullable(from)?.map_or(Self::All, Self::Exactly))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        i64::shape().or("null")
    }
}

/// The placement to decide, and hypothetical changes.
#[derive(Clone, Debug)]
pub struct DecisionOptions {
    /// Index in [`Objects::placements`](schedscope_objects::objects::Objects::placements).
    pub placement: usize,
    /// The time at which to decide.
    pub now: Timestamp,
    /// Which scheduler's behaviour to reproduce.
    pub profile: Profile,
    /// Which clusters the placement may choose from.
    pub candidates: CandidateMode,
    /// What if: weights by prioritizer name, over those of the placement. A name that the placement does not
    /// configure is added; a name that no prioritizer has is misconfigured unless its weight is 0.
    pub weights: ByName<i32>,
    /// What if: how many clusters.
    pub number_of_clusters: Wanted,
    /// What if: max skews by spread constraint, over those of the placement: a constraint's topology key, which may be
    /// that of several, or its index.
    pub max_skews: ByName<i32>,
    /// The verdicts of CEL expressions; `None`: none was evaluated.
    pub cel: Option<Arc<CelVerdicts>>,
}

impl DecisionOptions {
    /// The placement at an index as it is written, in the default profile.
    pub fn new(placement: usize, now: Timestamp) -> Self {
        Self {
            placement,
            now,
            profile: Profile::default(),
            candidates: CandidateMode::default(),
            weights: ByName::default(),
            number_of_clusters: Wanted::AsWritten,
            max_skews: ByName::default(),
            cel: None,
        }
    }
}

/// Whether a name is that of a spread constraint: its topology key, or its index.
pub fn names_constraint(name: &str, term: &SpreadConstraint, names: &Names) -> bool {
    names[term.topology_key] == *name || term.index.to_string() == name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wanted_number_overrides_the_placement() {
        assert_eq!(Wanted::AsWritten.over(Some(7)), Some(7));
        assert_eq!(Wanted::All.over(Some(7)), None);
        assert_eq!(Wanted::Exactly(3).over(Some(7)), Some(3));
    }
}
