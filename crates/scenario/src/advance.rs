//! Computes long work in parts: reading a text, simulating a queue or a timeline, searching for changes. A caller with
//! other work to do in between computes one part after another; the answers are the same as without parts.

use serde::Serialize;

/// The progress of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The part that is done: bytes of a text, steps of a queue, milliseconds of a timeline, trials of a search.
    pub done: u64,
    /// The whole, as far as it is known; in the same unit.
    pub of: u64,
    /// The number of changes that a search has found and will not find cheaper ones than; 0 for other work.
    pub found: u64,
}

impl Progress {
    pub(crate) fn new((done, of): (u64, u64)) -> Self {
        Self { done, of, found: 0 }
    }
}
