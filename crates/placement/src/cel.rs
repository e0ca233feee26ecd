//! What CEL expressions gave, computed elsewhere: an input column per expression.
//!
//! The engine does not know CEL. Whoever does evaluates each expression of a placement over all
//! clusters and hands the columns over; without them a placement that needs CEL has no decision
//! (and says so).

use std::fmt;

use schedscope_objects::id::{ClusterId, Id};

/// What one expression gave for one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CelVerdict {
    /// `true`.
    True,
    /// `false`.
    False,
    /// A runtime error or no boolean: no match. Which one, by its index in [`CelColumn::errors`].
    Error(u16),
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
    /// [`Objects::clusters`](schedscope_objects::objects::Objects::clusters); or the error that compiling
    /// it gave. A cluster without a verdict does not match.
    pub result: Result<Vec<CelVerdict>, CelError>,
    /// The texts of the errors that there are, each once.
    pub errors: Vec<String>,
}

/// Why an expression does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelError {
    /// What the hub says of the expression: every problem with its place and an excerpt.
    pub message: String,
    /// The first problem alone, without its place.
    pub problem: String,
    /// Its line in the expression, from 1.
    pub line: u32,
    /// Its column in the line, in characters, from 1.
    pub column: u32,
    /// The byte of the expression where it is.
    pub offset: usize,
}

impl fmt::Display for CelError {
    /// As the hub says it of a selector.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "compilation failed: {}", self.message)
    }
}

impl std::error::Error for CelError {}

/// The path of a CEL expression in a placement.
pub fn cel_path(predicate: usize, expression: usize) -> String {
    format!(
        "spec.predicates[{predicate}].requiredClusterSelector.celSelector.celExpressions[{expression}]"
    )
}

impl CelVerdicts {
    /// The column of an expression.
    pub fn column(&self, expression: &str) -> Option<&CelColumn> {
        let mut columns = self.columns.iter();
        columns.find(|column| column.expression == expression)
    }
}

impl CelColumn {
    /// What it says of a cluster, by its index; `None` where it says nothing.
    pub fn verdict(&self, cluster: ClusterId) -> Option<CelVerdict> {
        let verdicts = self.result.as_ref().ok()?;
        verdicts.get(cluster.index()).copied()
    }

    /// The text of an error.
    pub fn error(&self, verdict: CelVerdict) -> Option<&str> {
        match verdict {
            CelVerdict::Error(index) => self.errors.get(usize::from(index)).map(String::as_str),
            _ => None,
        }
    }
}
