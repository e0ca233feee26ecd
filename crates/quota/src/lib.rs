//! Capacity scheduling: elastic quotas, and which pods may be evicted.
//!
//! - [`ledger`]: quotas with the use of their namespaces; [`events`]: the ledger as events change it; [`loans`]: which
//!   quota borrows from which; [`status`]: the status that a quota's controller writes.
//! - [`admission`]: whether the quota admits the pod.
//! - [`preemption`]: which pods the pod would evict, and on which node; [`dry_run`]: one node; [`disruption`]: budgets.
//! - [`ties`]: victims that could as well be others; [`faults`]: faults of Kubernetes that decide a cycle.
//! - [`cycle`]: one pod, from its quota to its node; [`queue`]: all pending pods, with [`node_scores`].
//! - [`resource_quota`]: whether the API server refuses the pod before.
//! - [`across`]: evictions on several nodes, which no scheduler does; [`lint`]: findings about quotas.
//!
//! Profile `Upstream` reproduces the faults of scheduler-plugins; `Proposal` does what was intended.

pub mod across;
pub mod admission;
pub mod cycle;
pub mod disruption;
pub mod dry_run;
pub mod events;
pub mod faults;
pub mod ledger;
pub mod lint;
pub mod loans;
pub mod node_scores;
pub mod preemption;
pub mod queue;
pub mod resource_quota;
pub mod status;
pub mod ties;
mod unused;
