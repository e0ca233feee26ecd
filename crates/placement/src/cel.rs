//! Results of CEL expressions as input: one column per expression.
//!
//! The engine does not evaluate CEL. The caller evaluates each expression of a placement on all clusters and passes the
//! columns. Without them, a placement that needs CEL has no decision, and its message says so.

use std::fmt;

use schedscope_objects::{
    id::{ClusterId, Id},
    words,
};

/// The hub's limit of the cost of one predicate's expressions on one cluster together (Kubernetes'
/// `RuntimeCELCostBudget`).
pub const PREDICATE_COST: u32 = 10_000_000;
/// This many expressions of one predicate cannot exceed [`PREDICATE_COST`], because each costs at most 1,000,000
/// (Kubernetes' `PerCallLimit`). Predicates with more expressions need [`CelColumn::costs`].
pub const FREE_EXPRESSIONS: usize = 10;

words! {
    /// The budget of CEL's cost that was exceeded on a cluster. `expression`: 1,000,000 for one expression.
    /// `predicate`: 10,000,000 for all expressions of one predicate, in the order of the text.
    pub enum CelBudget {
        /// The budget of one evaluation.
        Expression = "expression",
        /// What the predicate's expressions before it left.
        Predicate = "predicate",
    }
}

/// What one expression gave for one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CelVerdict {
    /// `true`.
    True,
    /// `false`.
    False,
    /// A runtime error or no boolean: no match. Which one, by its index in [`CelColumn::errors`].
    Error(u16),
    /// It exceeds a budget of cost: no match.
    Overdrawn(CelBudget),
}

/// The columns of all expressions that were evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CelVerdicts {
    /// Equal revisions mean equal columns. The caller increments it when clusters, scores or expressions change.
    pub revision: u64,
    /// One column per distinct expression.
    pub columns: Vec<CelColumn>,
}

impl CelVerdicts {
    /// About how many bytes all columns take.
    pub fn size(&self) -> usize {
        let size = |column: &CelColumn| {
            let verdicts = column.result.as_ref().map_or(0, Vec::len);
            let errors = column.errors.iter().map(String::len);
            errors.sum::<usize>() + 4 * (verdicts + column.costs.len())
        };
        self.columns.iter().map(size).sum()
    }
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
    /// The hub's cost on each cluster, as `result`; empty if no predicate needs it.
    pub costs: Vec<u32>,
    /// The number of clusters that it was not evaluated on, for want of steps or room here; the hub evaluates it there.
    pub skipped: usize,
}

/// The rest of a predicate's cost budget on one cluster.
#[derive(Clone, Copy, Debug)]
pub struct CelPurse(u32);

impl Default for CelPurse {
    fn default() -> Self {
        Self(PREDICATE_COST)
    }
}

impl CelPurse {
    /// Pays the next expression of the predicate; returns its verdict, which is
    /// [`Overdrawn`](CelVerdict::Overdrawn) if less is left than it costs.
    pub fn pay(&mut self, column: &CelColumn, cluster: ClusterId) -> Option<CelVerdict> {
        let verdict = column.verdict(cluster)?;
        let cost = column.costs.get(cluster.index()).copied().unwrap_or(0);
        let left = self.0.checked_sub(cost);
        self.0 = left.unwrap_or(0);
        match (left, verdict) {
            (None, CelVerdict::True | CelVerdict::False | CelVerdict::Error(_)) => {
                Some(CelVerdict::Overdrawn(CelBudget::Predicate))
            }
            _ => Some(verdict),
        }
    }
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
