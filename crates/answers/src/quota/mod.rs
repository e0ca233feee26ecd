//! Answers about elastic quotas: one pod's cycle, the queue, all quotas side by side.

pub mod above_nodes;
pub mod across;
pub mod cycle;
pub mod dry_run;
pub mod events;
pub mod explain;
mod fit_error;
pub mod hanging;
pub mod lint;
pub mod loans;
pub mod marks;
pub(crate) mod names;
pub mod node_tie;
pub mod outcome;
pub mod preemption;
pub mod queue;
pub mod queue_limits;
mod queue_same;
pub mod queue_step;
pub(crate) mod queue_volumes;
pub mod recorded_use;
pub mod rejection;
pub mod report;
pub mod resource_quota;
pub mod scorer_weights;
