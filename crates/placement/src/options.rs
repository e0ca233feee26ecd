//! What a caller asks: which placement, at what time, in which profile, and what if.

use std::sync::Arc;

pub use schedscope_objects::profile::Profile;
use schedscope_objects::{by_name::ByName, time::Timestamp};
use serde::{Deserialize, Serialize};

use crate::cel::CelVerdicts;

/// Which clusters a placement may choose from: those of bound cluster `sets`, as on the hub; those that are
/// `given`, all of them, deleted ones too; `auto`: by sets where the text has any set or binding, else
/// all clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Option::<i64>::deserialize(deserializer)?;
        Ok(number.map_or(Self::All, Self::Exactly))
    }
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

/// What is to be decided: which placement, at what time, by which scheduler, and what if.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
pub struct DecideOptions {
    /// Which placement: its index in [`Reading::placements`](schedscope_scenario::Reading), from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub placement: usize,
    /// The clock, RFC 3339, such as `2025-06-01T12:00:00Z`: taints are tolerated for a time, and scores
    /// expire.
    pub now: String,
    /// Which scheduler answers; default: `Proposal`.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// Which clusters the placement may choose from; default: `auto`.
    #[serde(default)]
    pub candidates: Option<CandidateMode>,
    /// What if: weights by prioritizer, such as `{ Steady: 3 }`, over what the text says. The hub allows -10
    /// to 10; other values of 32 bits are computed with.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, number>"))]
    pub weights: Option<ByName<i32>>,
    /// What if: how many clusters are wanted; null: all; default: as many as the text says.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Wanted>"))]
    pub number_of_clusters: Wanted,
}

impl DecideOptions {
    /// The placement at `placement` as it is, at `now` (RFC 3339), by the default profile.
    pub fn new(placement: usize, now: impl Into<String>) -> Self {
        Self {
            placement,
            now: now.into(),
            profile: None,
            candidates: None,
            weights: None,
            number_of_clusters: Wanted::AsWritten,
        }
    }

    /// The engine's options.
    ///
    /// # Errors
    /// `now` is no RFC 3339 time.
    pub fn read(self) -> Result<Options, InvalidNow> {
        let now = self.now.parse().map_err(|_| InvalidNow {
            text: self.now.clone(),
        })?;
        Ok(Options {
            placement: self.placement,
            now,
            profile: self.profile.unwrap_or_default(),
            candidates: self.candidates.unwrap_or_default(),
            weights: self.weights.unwrap_or_default(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Wanted) {
        let text = format!("{{\"placement\": 0, \"now\": \"2025-06-01T12:00:00Z\"{text}}}");
        let options: DecideOptions = serde_json::from_str(&text).expect("options");
        assert_eq!(options.read().expect("options").number_of_clusters, expect);
    }

    #[test]
    fn absent_null_and_a_number_are_three_things() {
        check("", Wanted::AsWritten);
        check(", \"numberOfClusters\": null", Wanted::All);
        check(", \"numberOfClusters\": 3", Wanted::Exactly(3));
        assert_eq!(Wanted::AsWritten.over(Some(7)), Some(7));
        assert_eq!(Wanted::All.over(Some(7)), None);
        assert_eq!(Wanted::Exactly(3).over(Some(7)), Some(3));
    }

    #[test]
    fn a_clock_that_is_no_time_is_an_error() {
        let text = "{\"placement\": 0, \"now\": \"noon\"}";
        let options: DecideOptions = serde_json::from_str(text).expect("options");
        let error = options.read().expect_err("no time");
        assert_eq!(error.to_string(), "`noon` is no RFC 3339 time");
    }
}
