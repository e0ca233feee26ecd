//! Searches for the smallest changes, in parts.

use std::fmt;

use schedscope_answers::whatif::options::ChangeOptions;
use schedscope_whatif::{
    Family, placement::PlacementSearch, pods::PodSearch, search, vm::VmSearch,
};

use super::works::{LongWork, WorkInput};
use crate::{QuestionError, playing::WAITS};

/// A search of one engine.
pub(crate) trait Search: 'static {
    /// Tries at most `turns` more candidates. Returns whether the search is complete.
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool;

    /// How much is done, and the total.
    fn progress(&self) -> (u64, u64) {
        self.found().progress()
    }

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

    /// The search, once it has begun.
    pub(super) fn begun(&mut self) -> Result<&mut S, QuestionError> {
        self.search.as_mut().ok_or(QuestionError::NoDecision)
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

    fn found(&self) -> Option<u64> {
        let found = self.search.as_ref().map(Search::found);
        found.map(|found| found.settled() as u64)
    }
}

/// The families to search; `None`: all.
pub(super) fn families(options: &ChangeOptions) -> Option<&[Family]> {
    Some(&*options.families).filter(|families| !families.is_empty())
}
