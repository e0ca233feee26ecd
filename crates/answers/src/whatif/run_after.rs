//! How a timeline of autoscaled VMs runs after edits.

use schedscope_answer_macro::answer;
use schedscope_whatif::vm::RunEnd;

/// How a timeline of autoscaled VMs runs.
#[answer(Copy, Eq)]
pub struct RunAfter {
    /// The number of migrations.
    pub migrations: usize,
    /// The number of agents' requests that are not granted as they are.
    pub denied: usize,
    /// The number of VMs of the input that are not on a node in the end: their agents make no request.
    pub unplaced: usize,
    /// Whether every start of the scheduler succeeds.
    pub starts: bool,
}

impl From<RunEnd> for RunAfter {
    fn from(end: RunEnd) -> Self {
        Self {
            migrations: end.migrations,
            denied: end.denied,
            unplaced: end.unplaced,
            starts: end.starts,
        }
    }
}
