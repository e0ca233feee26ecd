//! Label and claim selectors.

use super::names::Symbol;

/// `matchLabels` and `matchExpressions`, `ANDed`; empty: matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSelector {
    /// `matchLabels`: key and value pairs, distinct keys.
    pub match_labels: Vec<(Symbol, Symbol)>,
    /// `matchExpressions`, in order.
    pub match_expressions: Vec<Requirement>,
}

/// `matchExpressions[]`, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// `key`.
    pub key: Symbol,
    /// `operator`: `In`, `NotIn`, `Exists`, `DoesNotExist` (and `Gt`, `Lt` in node selectors); kept
    /// as written.
    pub operator: String,
    /// `values`, in order.
    pub values: Vec<Symbol>,
}
