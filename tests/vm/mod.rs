//! Autoscaled VMs against their slow twin, and what must hold whatever happens.

mod agents_behaviour;
mod cases;
mod change;
mod change_removed;
mod change_space;
mod change_whole;
mod coverage;
mod guarantee;
mod sweep;
mod timeline;
mod vectors;
