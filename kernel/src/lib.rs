//! What schedulers do over and over, on plain data.
//!
//! The objects that scheduling looks through, and the loops over them that have to be fast. Nothing here
//! knows YAML, JSON, questions or answers: those are asked for once a keystroke, and `schedscope` is compiled
//! to be small, this crate to be fast.
//!
//! - [`kube`]: objects as plain data.
//! - [`pods`]: pods on nodes: amounts, fit, scorers.
//! - [`placement`]: clusters: scores, totals, selection, spread.
//! - [`quota`]: elastic quotas: ledger, admission, preemption node by node.
//! - [`vm`]: autoscaled VMs: the plugin's state and its points.
//! - [`order`]: how things are sorted.
//! - [`profile`]: whose faults to keep.

pub mod kube;
pub mod order;
pub mod placement;
pub mod pods;
pub mod profile;
pub mod quota;
pub mod vm;

pub use profile::Profile;
