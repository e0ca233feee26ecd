//! Computes sweeps, losses and other long what-ifs in parts. Each question has a work of its own, and several can
//! alternate.

use std::{any::Any, fmt, rc::Rc};

use schedscope_answers::placement::DecideOptions;
use schedscope_objects::objects::Objects;
use schedscope_placement::Session;

use super::world::{Trial, World};
use crate::{
    Progress, QuestionError, Scenario,
    playing::{Played, Turns, WAITS},
};

/// The maximum number of cached works.
const KEPT: usize = 4;

/// The options of a question that may take long.
pub(crate) trait LongQuestion: PartialEq + 'static {
    /// What computes the answer in parts.
    type Work: LongWork;

    /// Creates the work before its first part.
    ///
    /// # Errors
    /// Those of the question.
    fn begin(&self, scenario: &mut Scenario) -> Result<Self::Work, QuestionError>;

    /// The placement that the work decides again; `None` if it decides none.
    fn decides(&self) -> Option<&DecideOptions> {
        None
    }
}

/// What computes the answer of a long question in parts.
pub(crate) trait LongWork: Any {
    /// Computes at most `turns` more parts. Returns whether the work is complete.
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64);
}

/// The input of a work.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
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

    fn begin(&self, scenario: &mut Scenario) -> Result<Box<dyn LongWork>, QuestionError>;

    fn decides(&self) -> Option<&DecideOptions>;
}

impl<Q: LongQuestion> AnyQuestion for Q {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn begin(&self, scenario: &mut Scenario) -> Result<Box<dyn LongWork>, QuestionError> {
        Ok(Box::new(self.begin(scenario)?))
    }

    fn decides(&self) -> Option<&DecideOptions> {
        self.decides()
    }
}

/// The inputs of a work besides the text.
#[derive(Clone)]
pub(super) struct WorkKey {
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

/// A work in progress, or complete; `None` if it could not begin.
pub(super) type Work = Option<Box<dyn LongWork>>;

impl Played for Work {
    type On<'a> = Ground<'a>;

    fn play(&mut self, on: Ground<'_>, turns: usize) -> bool {
        let Some(work) = self else { return true };
        work.advance(on, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.as_ref().map_or(WAITS, |work| work.progress())
    }
}

impl Scenario {
    /// Continues the work of a question for at most `turns` turns; cancels it with 0. `None` if it is complete or
    /// cancelled.
    ///
    /// # Errors
    /// Those of the question.
    pub(crate) fn advance_long(
        &mut self,
        question: impl LongQuestion,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let key = self.work_key(Rc::new(question))?;
        self.advance_work(&key, turns)
    }

    fn advance_work(
        &mut self,
        key: &WorkKey,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let world = self.world.of(&self.input);
        if let Some(at) = world.worked.iter().position(|(known, _)| known == key) {
            let latest = world.worked.remove(at);
            world.worked.push(latest);
            return Ok(None);
        }
        if turns == 0 {
            world.working.retain(|known| !known.has_question_of(key));
            return Ok(None);
        }
        let mut begun = None;
        // While it waits, it continues another work in progress.
        if !world.working.has(key) && (turns == usize::MAX || !world.working.is_full()) {
            begun = Some(key.question.begin(self)?);
        }
        let World {
            trial,
            session,
            working,
            worked,
            ..
        } = self.world.of(&self.input);
        let on = Ground {
            trial,
            session,
            objects: self.input.objects(),
        };
        Ok(match working.advance(key, || begun, on, turns) {
            Turns::GoesOn(progress) => Some(Progress::new(progress)),
            Turns::Ended(ended, work) => {
                let waits = ended != *key;
                if worked.len() >= KEPT {
                    worked.remove(0);
                }
                worked.push((ended, work));
                waits.then(|| Progress::new(WAITS))
            }
        })
    }

    /// Completes the work of a question and removes it; [`Self::keep_work`] returns it to the cache.
    pub(super) fn worked<Q: LongQuestion>(
        &mut self,
        question: Q,
    ) -> Result<(WorkKey, Box<Q::Work>), QuestionError> {
        let key = self.work_key(Rc::new(question))?;
        self.advance_work(&key, usize::MAX)?;
        let found = self.world.of(&self.input).worked.pop();
        let work = found.and_then(|(key, work)| {
            let work: Box<dyn Any> = work?;
            Some((key, work.downcast().ok()?))
        });
        work.ok_or(QuestionError::NoDecision)
    }

    /// Caches a complete work.
    pub(super) fn keep_work(&mut self, (key, work): (WorkKey, Box<impl LongWork>)) {
        let world = self.world.of(&self.input);
        world.worked.push((key, Some(work)));
    }

    fn work_key(&mut self, question: Rc<dyn AnyQuestion>) -> Result<WorkKey, QuestionError> {
        let mut cel = None;
        if let Some(decide) = question.decides() {
            let placement = self.input.placement_index(decide.placement.as_ref())?;
            let verdicts = self.cel.verdicts(&self.input.reader, placement);
            cel = verdicts.map(|verdicts| verdicts.revision);
        }
        Ok(WorkKey { question, cel })
    }
}
