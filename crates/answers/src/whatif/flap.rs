//! How often a decision changes when scores are noisy.

use schedscope_objects::diagnostic::ObjectName;
use schedscope_options::{Fraction, options};
pub use schedscope_whatif::placement::lines::NotLinear;
use serde::Serialize;

use crate::{
    missing::MissingInput, not_looked_at::NotLookedAt, placement::DecideOptions,
    placement::integer::Integer,
};

options! {
    /// Options of `flap`.
    pub struct FlapOptions {
        ..decide: DecideOptions,
        /// How often the decision is made again.
        ticks: usize [1..=10_000] = 100,
        /// By how many points a score differs from the one of the text at most, up or down.
        noise: u32 [0..=200] = 5,
        /// The seed of the noise.
        seed: u32,
        /// The share of ticks that may change the decision. Default: 0.1.
        rate: Option<Fraction>,
    }
}

/// How often a decision changes when the scores of add-ons and of resources are noisy, under each weight of Steady.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FlapAnswer {
    /// The placement.
    pub object: ObjectName,
    /// The prioritizers with noise: there is none on a score that has expired.
    pub prioritizers: Vec<String>,
    /// The weight of Steady in force.
    pub weight: i32,
    /// How often the decision was made again; less than asked with many clusters, at most 2,000,000 scores.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub ticks: usize,
    /// The share of ticks that may change the decision.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub rate: f64,
    /// The weights of Steady, from 0 to 10, with the one in force.
    pub weights: Vec<FlapWeight>,
    /// The smallest weight of Steady from 0 to 10 with which no more ticks change the decision; `null`: none.
    pub smallest: Option<i32>,
    /// Why there is no answer; `null`: there is.
    pub reason: Option<NotLinear>,
    /// What this answer depends on and the text lacks; empty: nothing.
    pub missing_inputs: Vec<MissingInput>,
    /// What of the text is not modelled and can change this answer; empty: nothing.
    pub not_looked_at: Vec<NotLookedAt>,
}

/// The changes under one weight of Steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FlapWeight {
    /// The weight.
    pub weight: i32,
    /// The number of ticks that changed the decision.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub changes: usize,
    /// The number of clusters that came in, over all ticks.
    pub moved: Integer,
}
