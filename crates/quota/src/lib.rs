//! Capacity scheduling: elastic quotas, and whom a pod may evict.
//!
//! 1. `ledger`: quotas with what their namespaces use.
//! 2. `admission`: whether the quota admits the pod.
//! 3. `preemption`: whom it would evict, and on which node; `attempt`: one node, tried;
//!    `disruption`: budgets.
//! 4. `cycle`: one pod, from its quota to its node; `answer`: the same as data.
//!
//! Profile `Upstream` keeps the faults of scheduler-plugins; `Proposal` does what they meant.

pub mod across;
pub mod admission;
pub mod answer;
pub mod attempt;
pub mod column;
pub mod cycle;
pub mod disruption;
pub mod events;
pub mod explain;
pub mod ledger;
pub mod lint;
pub mod loans;
pub mod preemption;
pub mod queue;
pub mod report;
pub mod status;
