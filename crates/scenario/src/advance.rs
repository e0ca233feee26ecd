//! Computes long work in parts: reading a text, simulating a queue or a timeline, searching for changes. A caller with
//! other work to do in between computes one part after another; the answers are the same as without parts.

use serde::Serialize;

use crate::Scenario;

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

impl Scenario {
    /// Begins to read a text. Nothing changes before [`Scenario::read_on`] has read all of it; any other change of
    /// the text cancels it.
    pub fn begin(&mut self, text: String) {
        self.loading = Some(self.input.reader.begin(text));
    }

    /// Reads about this many further bytes of the text that was passed to [`Scenario::begin`]. `None` if all is read
    /// and the text is in place, or if no text is being read.
    pub fn read_on(&mut self, bytes: usize) -> Option<Progress> {
        let mut loading = self.loading.take()?;
        if !loading.advance(bytes) {
            let (done, of) = loading.progress();
            self.loading = Some(loading);
            return Some(Progress::new((done as u64, of as u64)));
        }
        self.input.reader.take(loading);
        None
    }
}
