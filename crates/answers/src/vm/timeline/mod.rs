//! A run of a timeline as data.
//!
//! 1. `answer`: the whole run; `event`: its steps; `series`: amounts over time.
//! 2. `step`: one step, explained; `state`: nodes and pods after it.

use schedscope_objects::names::Names;
use schedscope_vm::timeline::run::TimelineRun;

pub mod answer;
pub mod event;
pub mod series;
pub mod state;
pub mod step;

/// A run, and the names of its text: all that answers about it are made of.
#[derive(Clone, Copy, Debug)]
pub struct RunAnswers<'r> {
    run: &'r TimelineRun,
    names: &'r Names,
}

impl<'r> RunAnswers<'r> {
    /// Answers about a run of a text with these names.
    pub fn new(run: &'r TimelineRun, names: &'r Names) -> Self {
        Self { run, names }
    }
}
