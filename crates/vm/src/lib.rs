//! The engine of autoscaled VMs: how much of a node each VM may use, and when a VM has to leave it.
//!
//! The scheduler plugin of neondatabase/autoscaling, as its design document "Scheduler Plugin:
//! Architecture" describes it and its code of March 2023, with upstream's later fixes, does it.
//!
//! 1. `amount`: the two resources; `limits`: a node's amounts under a config; `spec`: nodes and pods as their objects
//!    describe them; `id`: ids of nodes and pods.
//! 2. `state`: the amounts that the plugin keeps; `queue`: the migration queue; `pressure`: whether a VM has to leave.
//! 3. `plugin`: the plugin; `points`: Filter, Score and Reserve, `refusal`: why they refuse a pod; `reservation`:
//!    adding and removing pods; `request`: requests of agents; `lifecycle`: start, restart, config changes, the end
//!    of a migration.
//! 4. [`timeline`]: the plugin driven by a document, with agents and migrations that act by themselves.
//!
//! Amounts are whole vCPUs and whole memory slots. Single amounts are 16 bits wide, as upstream's; sums are wider, so
//! that they do not overflow.

pub mod amount;
pub mod id;
pub mod lifecycle;
pub mod limits;
pub mod plugin;
pub mod points;
pub mod pressure;
pub mod queue;
pub mod refusal;
pub mod request;
mod reservation;
pub mod spec;
pub mod state;
pub mod timeline;
