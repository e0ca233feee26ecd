//! An engine of a scenario: the input, and what the engine keeps of it.

use crate::{ClusterStates, Decisions, Input, Runs, Scenario, whatif::EditedCopy};

/// An engine of a [`Scenario`](crate::Scenario), for questions about its input. `S`: what the engine keeps from one
/// question to the next.
#[derive(Debug)]
pub struct Engine<'a, S> {
    pub(crate) input: &'a Input,
    pub(crate) state: &'a mut S,
    pub(crate) edited_copy: &'a mut EditedCopy,
}

pub type Placements<'a> = Engine<'a, Decisions>;

/// The engine of nodes, pods and quotas.
pub type Pods<'a> = Engine<'a, ClusterStates>;

/// The engine of autoscaled VMs.
pub type Vms<'a> = Engine<'a, Runs>;

/// What an engine keeps from one question to the next.
pub(crate) trait Kept: Sized + 'static {
    /// The engine of a scenario.
    fn engine(scenario: &mut Scenario) -> Engine<'_, Self>;
}

impl Kept for Decisions {
    fn engine(scenario: &mut Scenario) -> Placements<'_> {
        scenario.placements()
    }
}

impl Kept for ClusterStates {
    fn engine(scenario: &mut Scenario) -> Pods<'_> {
        scenario.pods()
    }
}

impl Kept for Runs {
    fn engine(scenario: &mut Scenario) -> Vms<'_> {
        scenario.vms()
    }
}
