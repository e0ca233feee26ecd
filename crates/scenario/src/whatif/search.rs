//! Searches for the smallest changes, in parts.

use std::fmt;

use schedscope_answers::whatif::{
    change::{ChangeAnswer, ChangesSoFarAnswer},
    options::ChangeOptions,
};
use schedscope_whatif::{
    Family, placement::PlacementSearch, pods::PodSearch, search, vm::VmSearch,
};

use super::works::{LongQuestion, LongWork, WorkInput};
use crate::{Answered, Engine, QuestionError, playing::WAITS};

/// A search of one engine.
pub(crate) trait Search: 'static {
    /// Tries at most `turns` more candidates. Returns whether the search is complete.
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64) {
        self.found().progress()
    }

    /// What was found.
    fn found(&self) -> &search::Search;
}

impl Search for PlacementSearch {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.trial, on.session, turns)
    }

    fn found(&self) -> &search::Search {
        &self.search
    }
}

impl Search for PodSearch {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.trial, turns)
    }

    fn found(&self) -> &search::Search {
        &self.search
    }
}

impl Search for VmSearch {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(on.trial, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }

    fn found(&self) -> &search::Search {
        &self.search
    }
}

/// Decides without a change, and lists the candidates. `None` if there is nothing to search.
type Begin<S> = Box<dyn FnOnce(&mut WorkInput<'_>) -> Option<S>>;

/// A search that begins with its first part.
pub(crate) struct Searching<S> {
    begin: Option<Begin<S>>,
    /// `None` if it has not begun, or cannot begin.
    search: Option<S>,
}

impl<S> Searching<S> {
    pub(super) fn new(begin: impl FnOnce(&mut WorkInput<'_>) -> Option<S> + 'static) -> Self {
        Self {
            begin: Some(Box::new(begin)),
            search: None,
        }
    }
}

impl<S> fmt::Debug for Searching<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searching").finish_non_exhaustive()
    }
}

impl<S: Search> LongWork for Searching<S> {
    fn advance(&mut self, mut on: WorkInput<'_>, turns: usize) -> bool {
        if let Some(begin) = self.begin.take() {
            self.search = begin(&mut on);
            // Listing the candidates takes about as long as a part.
            if turns < usize::MAX {
                return self.search.is_none();
            }
        }
        self.search
            .as_mut()
            .is_none_or(|search| search.advance(on, turns))
    }

    fn progress(&self) -> (u64, u64) {
        self.search.as_ref().map_or(WAITS, Search::progress)
    }

    fn found(&self) -> u64 {
        let found = self.search.as_ref().map(Search::found);
        found.map_or(0, |found| found.settled() as u64)
    }
}

/// Answers a question of `change` from what a search of an engine has found.
type Answer<'a, S, Q, F> =
    fn(&mut Engine<'a, S>, &Q, &mut F) -> Result<Answered<ChangeAnswer>, QuestionError>;

impl<'a, S> Engine<'a, S> {
    /// The smallest changes of the input after which something comes out.
    pub(super) fn changes<F: Search, Q: LongQuestion<State = S, Work = Searching<F>>>(
        &mut self,
        question: Q,
        answer: Answer<'a, S, Q, F>,
    ) -> Result<Answered<ChangeAnswer>, QuestionError> {
        self.worked(question, |engine, question, work| {
            let search = work.search.as_mut().ok_or(QuestionError::NoDecision)?;
            answer(engine, question, search)
        })
    }

    /// The changes that a search in progress has found and that remain the cheapest: the first ones of the final
    /// answer. All changes after the search; empty before it.
    pub(super) fn changes_so_far<F: Search, Q: LongQuestion<State = S, Work = Searching<F>>>(
        &mut self,
        question: Q,
        answer: Answer<'a, S, Q, F>,
    ) -> Result<ChangesSoFarAnswer, QuestionError> {
        let found = self.worked_so_far(question, |engine, question, work| {
            let search = work.search.as_mut();
            let answer = search.map(|search| answer(engine, question, search));
            answer.transpose()
        });
        let changes = found?.flatten().map(|found| found.answer.changes);
        Ok(ChangesSoFarAnswer {
            changes: changes.unwrap_or_default(),
        })
    }
}

/// The families to search; `None`: all.
pub(super) fn families(options: &ChangeOptions) -> Option<&[Family]> {
    Some(&*options.families).filter(|families| !families.is_empty())
}
