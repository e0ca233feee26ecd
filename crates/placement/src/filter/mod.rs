//! The filters: which candidates are feasible.

pub mod predicate;
pub mod taint_toleration;

/// Why a filter could not judge any cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// The placement is misconfigured; the text is upstream's.
    Misconfigured(String),
    /// A CEL expression was not evaluated by anybody.
    CelNotEvaluated {
        /// The predicate that needs it.
        predicate: usize,
        expression: usize,
    },
}
