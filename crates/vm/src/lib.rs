//! Autoscaled VMs: how much of a node each VM may use, and when one has to leave it.
//!
//! The scheduler plugin of neondatabase/autoscaling, as its design document "Scheduler Plugin:
//! Architecture" describes it and its code of March 2023, with upstream's later fixes, does it.
//!
//! 1. `amount`: the two resources; `limits`: a node's amounts under a config.
//! 2. `state`: what the plugin knows; `queue`: whom it would migrate first; `pressure`: whether.
//! 3. `plugin`: the plugin points Filter, Score, Reserve, Unreserve; `request`: what agents ask;
//!    `lifecycle`: start, restart, config changes, the end of a migration.
//! 4. [`timeline`]: the plugin driven by a document, with agents and migrations that act by themselves.
//!
//! Amounts are whole vCPUs and whole memory slots. Single amounts are 16 bits wide, as upstream's;
//! every sum is wider, so that nothing wraps around.

pub mod amount;
pub mod lifecycle;
pub mod limits;
pub mod plugin;
pub mod pressure;
pub mod queue;
pub mod request;
pub mod state;
pub mod timeline;
