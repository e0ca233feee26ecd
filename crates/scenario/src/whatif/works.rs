//! Computes searches, sweeps, losses and other long what-ifs in parts. Each question has a work of its own, and
//! several can alternate.

use std::{any::Any, fmt, rc::Rc};

use schedscope_objects::objects::Objects;
use schedscope_placement::Session;

use super::edited_copy::Trial;
use crate::{
    Engine, Progress, QuestionError,
    playing::{Played, Playing, WAITS},
};

/// The options of a question that may take long.
pub(crate) trait LongQuestion: PartialEq + 'static {
    /// The state of the engine that it asks.
    type State;
    /// What computes the answer in parts.
    type Work: LongWork;

    /// Creates the work before its first part.
    ///
    /// # Errors
    /// Those of the question.
    fn begin(&self, engine: &mut Engine<'_, Self::State>) -> Result<Self::Work, QuestionError>;

    /// The revision of the CEL verdicts that the work depends on; `None` if it depends on none.
    ///
    /// # Errors
    /// Those of the question.
    fn verdicts(&self, _: &mut Engine<'_, Self::State>) -> Result<Option<u64>, QuestionError> {
        Ok(None)
    }
}

/// What computes the answer of a long question in parts.
pub(crate) trait LongWork: Any {
    /// Computes at most `turns` more parts. Returns whether the work is complete.
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64);

    /// The number of changes found that remain the cheapest ones; 0 for other work than a search.
    fn found(&self) -> u64 {
        0
    }
}

/// The input of a work.
#[derive(Debug)]
pub(crate) struct WorkInput<'a> {
    /// The input in which edits are made on trial.
    pub(super) trial: &'a mut Trial,
    /// A session that sees only the objects of `trial`.
    pub(super) session: &'a mut Session,
    /// The objects without edits.
    pub(super) objects: &'a Objects,
}

// Derived, the texts of all works and options would be in the engine.
impl fmt::Debug for dyn LongWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LongWork").finish_non_exhaustive()
    }
}

/// A long question of any type.
trait AnyQuestion {
    fn as_any(&self) -> &dyn Any;

    /// Whether the other question is of the same type with the same options.
    fn is(&self, other: &dyn Any) -> bool;
}

impl<Q: LongQuestion> AnyQuestion for Q {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// The inputs of a work besides the text.
#[derive(Clone)]
pub(crate) struct WorkKey {
    question: Rc<dyn AnyQuestion>,
    /// The revision of the verdicts of the placement's CEL expressions.
    cel: Option<u64>,
}

impl WorkKey {
    fn has_question_of(&self, other: &Self) -> bool {
        self.question.is(other.question.as_any())
    }
}

impl fmt::Debug for WorkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkKey").finish_non_exhaustive()
    }
}

impl PartialEq for WorkKey {
    fn eq(&self, other: &Self) -> bool {
        self.cel == other.cel && self.has_question_of(other)
    }
}

/// A work in progress, or complete; `None` while its answer is made.
type Work = Option<Box<dyn LongWork>>;

impl Played for Work {
    type On<'a> = WorkInput<'a>;
    type Complete = Self;

    const KEPT: usize = 8;

    fn play(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let Some(work) = self else { return true };
        work.advance(on, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.as_ref().map_or(WAITS, |work| work.progress())
    }

    fn finish(self) -> Self {
        self
    }
}

/// The works about one text.
pub(super) type Works = Playing<WorkKey, Work>;

impl<S> Engine<'_, S> {
    /// Continues the work of a question for at most `turns` turns; cancels it with 0. `None` if it is complete or
    /// cancelled.
    ///
    /// # Errors
    /// Those of the question.
    pub(crate) fn advance_long<Q: LongQuestion<State = S>>(
        &mut self,
        question: Q,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let (key, question) = self.work_key(question)?;
        self.advance_work(&key, &*question, turns)
    }

    fn advance_work<Q: LongQuestion<State = S>>(
        &mut self,
        key: &WorkKey,
        question: &Q,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let works = &mut self.edited_copy.of(self.input).works;
        if works.is_complete(key) {
            return Ok(None);
        }
        if turns == 0 {
            works.cancel(|known| known.has_question_of(key));
            return Ok(None);
        }
        let mut begun: Work = None;
        // While it waits, it continues another work in progress.
        if works.begins(key, turns) {
            begun = Some(Box::new(question.begin(self)?));
        }
        let (works, on) = self.edited_copy.of(self.input).parts(self.input);
        let progress = works.advance(key, || begun, on, turns);
        let work = works.get(key).and_then(Option::as_ref);
        Ok(progress.map(|progress| Progress {
            found: work.map_or(0, |work| work.found()),
            ..Progress::new(progress)
        }))
    }

    /// Completes the work of a question for its answer.
    ///
    /// # Errors
    /// Those of the question and of the answer.
    pub(super) fn worked<Q: LongQuestion<State = S>, A>(
        &mut self,
        question: Q,
        answer: impl FnOnce(&mut Self, &Q, &mut Q::Work) -> Result<A, QuestionError>,
    ) -> Result<A, QuestionError> {
        let (key, question) = self.work_key(question)?;
        self.advance_work(&key, &*question, usize::MAX)?;
        let answer = self.answer_of(&key, |engine, work| answer(engine, &question, work));
        answer?.ok_or(QuestionError::NoDecision)
    }

    /// The answer so far of a question whose work is in progress or complete. `None` if it has not begun.
    ///
    /// # Errors
    /// Those of the question and of the answer.
    pub(super) fn worked_so_far<Q: LongQuestion<State = S>, A>(
        &mut self,
        question: Q,
        answer: impl FnOnce(&mut Self, &Q, &mut Q::Work) -> Result<A, QuestionError>,
    ) -> Result<Option<A>, QuestionError> {
        let (key, question) = self.work_key(question)?;
        self.answer_of(&key, |engine, work| answer(engine, &question, work))
    }

    fn answer_of<W: LongWork, A>(
        &mut self,
        key: &WorkKey,
        answer: impl FnOnce(&mut Self, &mut W) -> Result<A, QuestionError>,
    ) -> Result<Option<A>, QuestionError> {
        let Some(mut work) = self.work(key).and_then(Option::take) else {
            return Ok(None);
        };
        let found: &mut dyn Any = &mut *work;
        let answer = found.downcast_mut().map(|found| answer(self, found));
        if let Some(place) = self.work(key) {
            *place = Some(work);
        }
        answer.transpose()
    }

    /// The work of a key.
    fn work(&mut self, key: &WorkKey) -> Option<&mut Work> {
        let works = &mut self.edited_copy.of(self.input).works;
        if works.is_complete(key) {
            works.complete_mut(key)
        } else {
            works.get_mut(key)
        }
    }

    fn work_key<Q: LongQuestion<State = S>>(
        &mut self,
        question: Q,
    ) -> Result<(WorkKey, Rc<Q>), QuestionError> {
        let cel = question.verdicts(self)?;
        let asked = Rc::new(question);
        let question = Rc::<Q>::clone(&asked);
        Ok((WorkKey { question, cel }, asked))
    }
}
