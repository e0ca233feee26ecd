//! The options of a decision, as callers give them.

pub use schedscope_objects::profile::Profile;
use schedscope_objects::{by_name::ByName, words::Word};
pub use schedscope_placement::{CandidateMode, DecisionOptions, Wanted};
use serde::{Deserialize, Deserializer, de::Error};

/// What is to be decided: which placement, at what time, by which scheduler, and what if.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields))]
pub struct DecideOptions {
    /// Which placement: its index in `Reading::placements`, from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub placement: usize,
    /// The clock, RFC 3339, such as `2025-06-01T12:00:00Z`: taints are tolerated for a time, and scores
    /// expire.
    pub now: String,
    /// Which scheduler answers; default: `Proposal`.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// Which clusters the placement may choose from; default: `auto`.
    #[serde(default, deserialize_with = "candidate_mode")]
    pub candidates: Option<CandidateMode>,
    /// What if: weights by prioritizer, such as `{ Steady: 3 }`, over what the text says. The hub allows -10
    /// to 10; other values of 32 bits are computed with.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, number>"))]
    pub weights: Option<ByName<i32>>,
    /// What if: how many clusters are wanted; null: all; default: as many as the text says.
    #[serde(default, deserialize_with = "wanted")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<WantedNumber>"))]
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
    pub fn read(self) -> Result<DecisionOptions, InvalidNow> {
        let now = self.now.parse().map_err(|_| InvalidNow {
            text: self.now.clone(),
        })?;
        Ok(DecisionOptions {
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

/// How many clusters are wanted; `null`: all. Absent where that is allowed: as many as the placement says.
#[cfg(feature = "types")]
#[derive(ts_rs::TS)]
#[ts(rename = "Wanted", type = "number | null")]
pub struct WantedNumber;

fn candidate_mode<'de, D: Deserializer<'de>>(from: D) -> Result<Option<CandidateMode>, D::Error> {
    let word = Option::<String>::deserialize(from)?;
    let mode = |word: String| {
        CandidateMode::of(&word).ok_or_else(|| D::Error::custom("not a mode of candidates"))
    };
    word.map(mode).transpose()
}

/// `null`: all. (Absent means as many as the placement says.)
fn wanted<'de, D: Deserializer<'de>>(from: D) -> Result<Wanted, D::Error> {
    let number = Option::<i64>::deserialize(from)?;
    Ok(number.map_or(Wanted::All, Wanted::Exactly))
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
    }

    #[test]
    fn a_clock_that_is_no_time_is_an_error() {
        let text = "{\"placement\": 0, \"now\": \"noon\"}";
        let options: DecideOptions = serde_json::from_str(text).expect("options");
        let error = options.read().expect_err("no time");
        assert_eq!(error.to_string(), "`noon` is no RFC 3339 time");
    }
}
