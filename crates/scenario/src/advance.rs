//! Long work in parts: a text that is read, a queue or a timeline that is played. Whoever has other things
//! to do in between asks for one part after another; the answers are those of the work in one piece.

use crate::Scenario;

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done: bytes of a text, steps of a queue, milliseconds of a timeline.
    pub done: u64,
    /// How much there is of it, as far as that is known.
    pub of: u64,
}

impl Progress {
    pub(crate) fn new((done, of): (u64, u64)) -> Self {
        Self { done, of }
    }
}

impl Scenario {
    /// Begins to read a text. Nothing changes before [`Scenario::read_on`] has come to its end; any
    /// other change of the text ends it.
    pub fn begin(&mut self, text: String) {
        self.loading = Some(self.reader.begin(text));
    }

    /// Reads at most about so many bytes more of the text that [`Scenario::begin`] was given. `None`:
    /// it is read, and is the text now; or none was begun.
    pub fn read_on(&mut self, bytes: usize) -> Option<Progress> {
        let mut loading = self.loading.take()?;
        if !loading.advance(bytes) {
            let (done, of) = loading.progress();
            self.loading = Some(loading);
            return Some(Progress::new((done as u64, of as u64)));
        }
        self.reader.take(loading);
        None
    }
}
