//! Two parameters over their ranges.

use schedscope_objects::diagnostic::ObjectName;
use serde::Serialize;

use super::sweep::SweptParameter;
use crate::{missing::MissingInput, not_looked_at::NotLookedAt, placement::integer::Integer};

/// The selection for every pair of values of two parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SweepGridAnswer {
    /// The placement.
    pub object: ObjectName,
    /// What goes from row to row.
    pub rows: GridAxis,
    /// What goes from column to column.
    pub columns: GridAxis,
    /// The rows, in the order of their values. Those next to each other with the same outcomes are one.
    pub grid: Vec<GridRows>,
    /// The outcomes by their numbers; at most `limit`. Number 0 is the decision as it is.
    pub outcomes: Vec<GridOutcome>,
    /// The number of all outcomes.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
    /// Whether all pairs were tried: of each parameter at most 1,000 values are, and at most 5,000 pairs, with more
    /// than 10,000 clusters fewer; then those around the values in force.
    pub complete: bool,
    /// What this answer depends on and the text lacks; empty: nothing.
    pub missing_inputs: Vec<MissingInput>,
    /// What of the text is not modelled and can change this answer; empty: nothing.
    pub not_looked_at: Vec<NotLookedAt>,
}

/// A parameter of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GridAxis {
    /// What is swept: `weight`, `count` or `max-skew`.
    pub parameter: SweptParameter,
    /// The prioritizer, or the topology key; empty for `count`.
    pub subject: String,
    /// The value in force; `null`: all clusters.
    pub in_force: Option<Integer>,
    /// The first value.
    pub from: Integer,
    /// The last value.
    pub to: Integer,
}

/// Rows of a grid with the same outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GridRows {
    /// The first value of the rows.
    pub from: Integer,
    /// The last value of the rows.
    pub to: Integer,
    /// The outcomes along the columns, side by side.
    pub runs: Vec<GridRun>,
}

/// Columns of a row with one outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GridRun {
    /// The first value of the columns.
    pub from: Integer,
    /// The last value of the columns.
    pub to: Integer,
    /// The number of the outcome.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub outcome: usize,
}

/// A selection that some pairs of values have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GridOutcome {
    /// The number of selected clusters.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub selected: usize,
    /// Whether clusters are scored at all; `false`: the placement is misconfigured there.
    pub decided: bool,
    /// How many pairs have it.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub cells: usize,
    /// The clusters that the decision as it is does not select, by name; at most `limit`.
    #[serde(rename = "in")]
    #[cfg_attr(feature = "types", ts(rename = "in"))]
    pub comes: Vec<String>,
    /// The clusters that only the decision as it is selects, by name; at most `limit`.
    pub out: Vec<String>,
}
