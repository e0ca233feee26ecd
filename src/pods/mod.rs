//! Pods on nodes: whether a pod fits, and which node several scorers would pick.

pub mod answer;
pub mod compare;
pub mod list;

pub use schedscope_kernel::pods::{amounts, exact, fit, node, request, score, world};
