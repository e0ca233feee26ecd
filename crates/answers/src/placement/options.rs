//! The options of a decision, as callers give them.

use schedscope_objects::by_name::ByName;
pub use schedscope_objects::profile::Profile;
use schedscope_options::{Clock, Key, options};
pub use schedscope_placement::{CandidateMode, DecisionOptions, Wanted};

options! {
    /// What is to be decided: which placement, at what time, by which scheduler, and what if.
    pub struct DecideOptions {
        /// Which placement: its index in `Reading.placements`, from 0, or its name, `namespace/name` or
        /// `name`. Default: the only one there is.
        placement: Option<Key>,
        /// The clock, RFC 3339, such as `2025-06-01T12:00:00Z`: taints are tolerated for a time, and
        /// scores expire. Needed in JSON; in JavaScript the time of the call where it is absent.
        now: Clock [needed],
        /// Which scheduler answers.
        profile: Profile,
        /// Which clusters the placement may choose from.
        candidates: CandidateMode,
        /// What if: weights by prioritizer, such as `{ Steady: 3 }`, over what the text says. The hub
        /// allows -10 to 10; other values of 32 bits are computed with. Default: as the text says.
        weights: ByName<i32>,
        /// What if: how many clusters are wanted; `null`: all. Default: as many as the text says.
        number_of_clusters: Wanted,
        /// How many names of selected clusters `selected` lists at most. `report` lists all.
        limit: usize = 100,
    }
}

impl DecideOptions {
    /// The placement at `placement` as it is, at `now` (RFC 3339), by the default profile.
    pub fn new(placement: impl Into<Key>, now: impl Into<String>) -> Self {
        Self {
            placement: Some(placement.into()),
            now: Clock(now.into()),
            ..Self::default()
        }
    }

    /// The engine's options, for the placement at an index.
    ///
    /// # Errors
    /// `now` is no RFC 3339 time.
    pub fn read(self, placement: usize) -> Result<DecisionOptions, InvalidNow> {
        let now = self.now.0.parse().map_err(|_| InvalidNow {
            text: self.now.0.clone(),
        })?;
        Ok(DecisionOptions {
            placement,
            now,
            profile: self.profile,
            candidates: self.candidates,
            weights: self.weights,
            number_of_clusters: self.number_of_clusters,
            cel: None,
        })
    }
}

/// The clock that was given is no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidNow {
    /// What was given.
    pub text: String,
}

impl std::fmt::Display for InvalidNow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is no RFC 3339 time", self.text)
    }
}

impl std::error::Error for InvalidNow {}
