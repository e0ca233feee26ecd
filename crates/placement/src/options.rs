//! What a caller asks: which placement, at what time, in which profile, and what if.

use std::sync::Arc;

use schedscope_objects::{by_name::ByName, time::Timestamp};
use schedscope_options::{Argument, Clock, Key, Source, options, words};
use serde::Serialize;

use crate::cel::CelVerdicts;

#[cfg(feature = "types")]
use schedscope_options::types::Shape;

pub use schedscope_objects::profile::Profile;

/// Which clusters a placement may choose from: those of bound cluster `sets`, as on the hub; those that are
/// `given`, all of them, deleted ones too; `auto`: by sets where the text has any set or binding, else
/// all clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum CandidateMode {
    /// By sets where there is any set or binding, else all clusters.
    #[default]
    Auto,
    /// Always by sets, as the hub does.
    Sets,
    /// Every cluster goes straight to the filters; neither sets nor deletion nor the annotation
    /// that disables scheduling are looked at.
    Given,
}

/// How many clusters are wanted; `null`: all. Absent where that is allowed: as many as the placement says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "number | null"))]
pub enum Wanted {
    /// As many as the placement says. (In JSON: the field is absent.)
    #[default]
    AsWritten,
    /// All. (In JSON: null.)
    All,
    /// So many. (In JSON: a number.)
    Exactly(i64),
}

impl Wanted {
    /// The number in force; `None`: all.
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

    fn read(from: &mut dyn Source) -> Option<Self> {
        if from.is_null() {
            return Some(Self::All);
        }
        i64::read(from).map(Self::Exactly)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        i64::shape().or("null")
    }
}

words! {
    CandidateMode { "auto" = Auto, "sets" = Sets, "given" = Given, }
}

/// One question to the engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Index in [`Objects::placements`](schedscope_objects::objects::Objects::placements).
    pub placement: usize,
    /// The clock.
    pub now: Timestamp,
    /// Which scheduler answers.
    pub profile: Profile,
    /// Which clusters the placement may choose from.
    pub candidates: CandidateMode,
    /// What if: weights by prioritizer name, over what the placement says. A name that the
    /// placement does not configure is added; one that no prioritizer has is misconfigured unless
    /// its weight is 0.
    pub weights: ByName<i32>,
    /// What if: how many clusters.
    pub number_of_clusters: Wanted,
    /// What CEL expressions gave, per expression and cluster; `None`: nobody evaluated any.
    pub cel: Option<Arc<CelVerdicts>>,
}

impl Options {
    /// The placement at `placement` as it is, by the default profile.
    pub fn new(placement: usize, now: Timestamp) -> Self {
        Self {
            placement,
            now,
            profile: Profile::default(),
            candidates: CandidateMode::default(),
            weights: ByName::default(),
            number_of_clusters: Wanted::AsWritten,
            cel: None,
        }
    }
}

options! {
    /// What is to be decided: which placement, at what time, by which scheduler, and what if.
    pub struct DecideOptions {
        /// Which placement: its index in `Reading.placements`, from 0, or its name, `namespace/name` or
        /// `name`. Default: the only one there is.
        placement: Option<Key>,
        /// The clock, RFC 3339, such as `2025-06-01T12:00:00Z`: taints are tolerated for a time, and
        /// scores expire.
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
    pub fn read(self, placement: usize) -> Result<Options, InvalidNow> {
        let now = self.now.0.parse().map_err(|_| InvalidNow {
            text: self.now.0.clone(),
        })?;
        Ok(Options {
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
