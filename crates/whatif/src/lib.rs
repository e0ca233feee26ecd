//! Computes what would change a decision. It runs the other engines, and has no scheduling rules of its own.
//!
//! A **want** is the outcome to reach, a **space** the edits to try. A search derives candidates from an analysis of
//! the decision, applies them to the input ([`Editor`]) and decides again with the ordinary engine. It reports a change
//! only if that decision meets the want. Ranks and stability ([`placement::rank`], [`placement::stability`]) cover
//! every weight, and are exact: whole numbers and fractions.
//!
//! - [`edit`]: edits as data, and the trait that applies them.
//! - [`fraction`]: exact numbers, and intervals of weights.
//! - [`Cost`]: the order of changes, cheapest first.
//! - [`search`]: the cheapest change of every family, then pairs.
//! - [`placement`]: placements: changes, sweeps, ranks, stability, losses.
//! - [`pods`]: nodes, pods and quotas: changes, sweeps, drained nodes, more pods.
//! - [`vm`]: autoscaled VMs: changes of the config and of VMs.

mod cost;
pub mod edit;
pub mod fraction;
mod known;
mod misspelt;
pub mod placement;
pub mod pods;
pub mod search;
pub mod vm;

pub use cost::{Cost, Floor, Natural, Rank, StepSize};
pub use edit::{Edit, Editor, Family, NodeModel, Step, Value};
