//! What would change a decision: an engine over the engines, without a rule of its own.
//!
//! A **want** is what shall come out, a **space** the edits that may be made. A search takes candidates from an
//! analysis of the decision, edits the input ([`Editor`]) and decides again with the ordinary engine: a change is
//! told only if that decision meets the want. Facts about every weight ([`placement::rank`],
//! [`placement::stability`]) are computed exactly, in whole numbers and fractions.
//!
//! - [`edit`]: an edit as data, and who makes it.
//! - [`fraction`]: exact numbers, and intervals of weights.
//! - [`Cost`]: which change is the smaller one.
//! - [`search`]: the cheapest change of every family, then pairs.
//! - [`placement`]: of placements: changes, sweeps, ranks, stability, losses.
//! - [`pods`]: of nodes, pods and quotas: changes, sweeps, drained nodes, more pods.
//! - [`vm`]: of autoscaled VMs: changes of the config and of VMs.

mod cost;
pub mod edit;
pub mod fraction;
mod known;
pub mod placement;
pub mod pods;
pub mod search;
pub mod vm;

pub use cost::{Cost, Floor, Natural, Rank, StepSize};
pub use edit::{Edit, Editor, Family, Step, Value};
