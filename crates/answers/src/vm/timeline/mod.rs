//! A run of a timeline as data.
//!
//! 1. `answer`: the whole run, made of `config`, `totals`, `migration` and `end`; `event`: its steps; `series`: amounts
//!    over time.
//! 2. `step`: one step, explained, made of `request`, `candidates` and `agent`; `state`: nodes and pods after it.

use schedscope_objects::names::Names;
use schedscope_vm::timeline::run::TimelineRun;

pub mod agent;
pub mod answer;
pub mod candidates;
pub mod config;
pub mod end;
pub mod event;
pub mod migration;
pub mod request;
pub mod series;
pub mod state;
pub mod step;
pub mod totals;

/// The greatest length of a list.
const MAX_LISTED: usize = 1000;

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
