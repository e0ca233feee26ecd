//! What CEL expressions gave, computed elsewhere: an input column per expression.
//!
//! The engine does not know CEL. Whoever does evaluates each expression of a placement over all
//! clusters and hands the columns over; without them a placement that needs CEL has no decision
//! (and says so).

/// What one expression gave for one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CelVerdict {
    /// `true`.
    True,
    /// `false`.
    False,
    /// A runtime error or no boolean: no match.
    Error,
}

/// The columns of all expressions that were evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CelVerdicts {
    /// Equal revisions mean equal columns. Whoever evaluates counts up when clusters, scores or
    /// expressions change.
    pub revision: u64,
    /// One column per distinct expression.
    pub columns: Vec<CelColumn>,
}

/// One expression over all clusters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelColumn {
    /// The expression, as written.
    pub expression: String,
    /// A verdict per cluster, by index in
    /// [`Objects::clusters`](crate::kube::objects::Objects::clusters); or the text of the error
    /// that compiling it gave. A missing verdict counts as [`CelVerdict::Error`].
    pub result: Result<Vec<CelVerdict>, String>,
}

impl CelVerdicts {
    /// The column of an expression.
    pub fn column(&self, expression: &str) -> Option<&CelColumn> {
        self.columns
            .iter()
            .find(|column| column.expression == expression)
    }
}
