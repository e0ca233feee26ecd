//! A timeline: what happens to VMs, event by event, with agents that ask by themselves.
//!
//! Everything is decided by the text: there is no clock, and noise comes from a seed. A run is a log
//! of what happened with checkpoints of the plugin, so that any moment is there at once.
//!
//! 1. `inventory`: nodes and pods as a run begins; `load`: what a VM needs at a time.
//! 2. `act`: one thing that happens, applied to the plugin; `run`: all of them, in order of time;
//!    `simulation`: how it comes about, some turns at a time; `agents`: those that agents and migrations bring about.

pub mod act;
pub mod agents;
pub mod inventory;
pub mod load;
pub mod run;
pub mod simulation;
