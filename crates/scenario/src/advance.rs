//! Long work in parts: a text that is read, a queue or a timeline that is played. Whoever has other things
//! to do in between asks for one part after another; the answers are those of the work in one piece.

use crate::{Question, QuestionError, Scenario, options};

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done: bytes of a text, steps of a queue, milliseconds of a timeline.
    pub done: u64,
    /// How much there is of it, as far as that is known.
    pub of: u64,
}

impl Progress {
    fn new((done, of): (u64, u64)) -> Self {
        Self { done, of }
    }
}

impl Scenario {
    /// Computes a part of what the answer to a question follows from; [`Scenario::ask`] goes on from
    /// there. `budget`: how many steps of a queue, or turns of a timeline, at most. `None`: there is
    /// nothing left to do before it is asked. Going on with the same question does not begin anew,
    /// as long as the text stays.
    ///
    /// # Errors
    /// As [`Scenario::ask`].
    pub fn advance(
        &mut self,
        question: &str,
        budget: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let steps = |(done, of): (usize, usize)| Progress::new((done as u64, of as u64));
        Ok(
            match options::read(question).map_err(QuestionError::Invalid)? {
                Question::Queue(options) => self.advance_queue(&options, budget).map(steps),
                Question::QueueMoment(options) => {
                    self.advance_queue(&options.queue, budget).map(steps)
                }
                Question::VmTimeline(options) => {
                    self.advance_run(&options.run, budget)?.map(Progress::new)
                }
                Question::VmMoment(options) | Question::VmDump(options) => {
                    self.advance_run(&options.run, budget)?.map(Progress::new)
                }
                _ => None,
            },
        )
    }

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
