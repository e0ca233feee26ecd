//! Why a command did not do its work.

use std::fmt;

/// A sentence for the person at the terminal: what went wrong and, where it can be known, what to
/// do about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure(String);

/// What a step gives back.
pub(crate) type Done<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// For use with `map_err`: what was tried, then what the system said.
    pub(crate) fn of<E: fmt::Display>(tried: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("{tried}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
