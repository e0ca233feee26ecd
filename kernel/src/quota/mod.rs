//! Elastic quotas, and whom a pod may evict.

pub mod admission;
pub mod attempt;
pub mod column;
pub mod disruption;
pub mod ledger;
pub mod preemption;
