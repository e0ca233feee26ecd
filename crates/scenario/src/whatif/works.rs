//! Computes searches, sweeps, losses and other long what-ifs in parts. Each question has a work of its own, and
//! several can alternate.

use std::{any::Any, fmt, marker::PhantomData, rc::Rc};

use schedscope_objects::objects::Objects;
use schedscope_placement::Session;

use super::edited_copy::Trial;
use crate::{
    Answered, Engine, Progress, QuestionError, Scenario,
    engine::Kept,
    playing::{Played, Playing, WAITS},
};

/// A system that answers the question with the options `O`, which may take long.
pub(crate) trait System<O>: Kept {
    /// What computes the answer in parts.
    type Work: LongWork;
    type Answer;

    /// Creates the work before its first part.
    ///
    /// # Errors
    /// Those of the question.
    fn begin(engine: &mut Engine<'_, Self>, options: &O) -> Result<Self::Work, QuestionError>;

    /// Answers from a work that is complete, or from what it has found so far.
    ///
    /// # Errors
    /// Those of the question.
    fn answer(
        engine: &mut Engine<'_, Self>,
        options: &O,
        work: &mut Self::Work,
    ) -> Result<Answered<Self::Answer>, QuestionError>;

    /// The revision of the CEL verdicts that the work depends on; `None` if it depends on none.
    ///
    /// # Errors
    /// Those of the question.
    fn verdicts(_: &mut Engine<'_, Self>, _: &O) -> Result<Option<u64>, QuestionError> {
        Ok(None)
    }
}

/// A question that may take long, as a value. `A`: its answer.
pub(crate) trait LongQuestion<A> {
    /// Answers, after the rest of the work.
    ///
    /// # Errors
    /// Those of the question.
    fn answer(&self, scenario: &mut Scenario) -> Result<Answered<A>, QuestionError>;

    /// The answer from what was found so far. `None` if the work has not begun.
    ///
    /// # Errors
    /// Those of the question.
    fn so_far(&self, scenario: &mut Scenario) -> Result<Option<Answered<A>>, QuestionError>;

    /// Continues the work for at most `turns` turns; cancels it with 0. `None` if it is complete or cancelled.
    ///
    /// # Errors
    /// Those of the question.
    fn advance(
        &self,
        scenario: &mut Scenario,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError>;
}

/// The question with these options, which the system `S` answers.
pub(crate) fn by<S: System<O>, O: PartialEq + 'static>(
    options: O,
) -> Box<dyn LongQuestion<S::Answer>> {
    Box::new(AskedOf::<S, O>(Rc::new(options), PhantomData))
}

struct AskedOf<S, O>(Rc<O>, PhantomData<S>);

impl<S: System<O>, O: PartialEq + 'static> LongQuestion<S::Answer> for AskedOf<S, O> {
    fn answer(&self, scenario: &mut Scenario) -> Result<Answered<S::Answer>, QuestionError> {
        let mut engine = S::engine(scenario);
        let key = self.key(&mut engine)?;
        engine.advance_work(&key, &*self.0, usize::MAX)?;
        let answer = engine.answer_of(&key, &*self.0)?;
        answer.ok_or(QuestionError::NoDecision)
    }

    fn so_far(
        &self,
        scenario: &mut Scenario,
    ) -> Result<Option<Answered<S::Answer>>, QuestionError> {
        let mut engine = S::engine(scenario);
        let key = self.key(&mut engine)?;
        engine.answer_of(&key, &*self.0)
    }

    fn advance(
        &self,
        scenario: &mut Scenario,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let mut engine = S::engine(scenario);
        let key = self.key(&mut engine)?;
        engine.advance_work(&key, &*self.0, turns)
    }
}

impl<S: System<O>, O: PartialEq + 'static> AskedOf<S, O> {
    fn key(&self, engine: &mut Engine<'_, S>) -> Result<WorkKey, QuestionError> {
        let cel = S::verdicts(engine, &self.0)?;
        let options = Rc::<O>::clone(&self.0);
        Ok(WorkKey { options, cel })
    }
}

/// What computes the answer of a long question in parts.
pub(crate) trait LongWork: Any {
    /// Computes at most `turns` more parts. Returns whether the work is complete.
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64);

    /// The number of changes found that remain the cheapest ones; 0 for other work than a search. `None`: there is
    /// nothing to answer from yet.
    fn found(&self) -> Option<u64> {
        Some(0)
    }
}

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

/// The options of a long question.
trait AnyOptions {
    fn as_any(&self) -> &dyn Any;

    /// Whether the other options are of the same type and equal.
    fn is(&self, other: &dyn Any) -> bool;
}

impl<O: PartialEq + 'static> AnyOptions for O {
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
    options: Rc<dyn AnyOptions>,
    /// The revision of the verdicts of the placement's CEL expressions.
    cel: Option<u64>,
}

impl WorkKey {
    fn has_options_of(&self, other: &Self) -> bool {
        self.options.is(other.options.as_any())
    }
}

impl fmt::Debug for WorkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkKey").finish_non_exhaustive()
    }
}

impl PartialEq for WorkKey {
    fn eq(&self, other: &Self) -> bool {
        self.cel == other.cel && self.has_options_of(other)
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
    fn advance_work<O>(
        &mut self,
        key: &WorkKey,
        options: &O,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError>
    where
        S: System<O>,
    {
        let works = &mut self.edited_copy.of(self.input).works;
        if works.is_complete(key) {
            return Ok(None);
        }
        if turns == 0 {
            works.cancel(|known| known.has_options_of(key));
            return Ok(None);
        }
        let mut begun: Work = None;
        // While it waits, it continues another work in progress.
        if works.begins(key, turns) {
            begun = Some(Box::new(S::begin(self, options)?));
        }
        let (works, on) = self.edited_copy.of(self.input).parts(self.input);
        let progress = works.advance(key, || begun, on, turns);
        let work = works.get(key).and_then(Option::as_ref);
        Ok(progress.map(|progress| Progress {
            found: work.and_then(|work| work.found()).unwrap_or_default(),
            ..Progress::new(progress)
        }))
    }

    fn answer_of<O>(
        &mut self,
        key: &WorkKey,
        options: &O,
    ) -> Result<Option<Answered<S::Answer>>, QuestionError>
    where
        S: System<O>,
    {
        let found = self.work(key);
        let found = found.filter(|work| work.as_ref().is_some_and(|work| work.found().is_some()));
        let Some(mut work) = found.and_then(Option::take) else {
            return Ok(None);
        };
        let found: &mut dyn Any = &mut *work;
        let found = found.downcast_mut();
        let answer = found.map(|found| S::answer(self, options, found));
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
}
