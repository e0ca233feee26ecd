//! Autoscaled VMs: what the scheduler plugin knows, in numbers, and how it changes.

pub mod amount;
pub mod lifecycle;
pub mod limits;
pub mod plugin;
pub mod pressure;
pub mod queue;
pub mod request;
pub mod state;
