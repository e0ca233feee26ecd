//! A timeline: events of VMs in order of time, with agents and migrations that act by themselves.
//!
//! The text determines the run: it reads no clock, and noise comes from a seed. A run is a log of steps with
//! checkpoints of the plugin, from which the state after any step is computed.
//!
//! 1. `inventory`: nodes and pods at the start; `setup`: config and settings; `load`: the load of a VM at a time.
//! 2. `act`: one act, applied to the plugin; `run`: the log of all, `change`: its entries for nodes and migrations.
//! 3. `simulation`: a run as it is computed, some turns at a time; `actors`: agents, migrations and events.

pub mod act;
pub mod actors;
pub mod change;
pub mod inventory;
pub mod load;
pub mod run;
pub mod setup;
pub mod simulation;
