//! The reasons why an evaluation has no value.

use std::{fmt, rc::Rc};

use crate::limits::{COST, MEMORY, STEPS};

/// The reasons why an evaluation has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// An error of the expression on this input; `false && error` is `false`.
    Error(Rc<str>),
    /// An exceeded limit, which ends the evaluation.
    Limit(Limit),
}

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The hub's cost of an evaluation.
    Cost,
    Steps,
    Memory,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(message) => f.write_str(message),
            Self::Limit(Limit::Cost) => write!(
                f,
                "operation cancelled: actual cost limit exceeded ({COST} as on the hub)"
            ),
            Self::Limit(Limit::Steps) => {
                write!(
                    f,
                    "operation cancelled: more than {STEPS} steps for one cluster"
                )
            }
            Self::Limit(Limit::Memory) => write!(
                f,
                "operation cancelled: more than {} MB of values for one cluster",
                MEMORY / 1_000_000
            ),
        }
    }
}

/// The result of an evaluation.
pub type Evaluated<T> = Result<T, Stop>;

/// An error of the expression.
pub(crate) fn fail<T>(message: impl Into<Rc<str>>) -> Evaluated<T> {
    Err(Stop::Error(message.into()))
}
