//! Requests that the plugin refuses, before and after an edit.

use schedscope_vm::{
    id::TimelineEventId,
    request::{PluginResponse, RequestFault},
    timeline::{
        act::{ActOutcome, RunStep},
        run::TimelineRun,
    },
};

/// The requests of a run that the plugin refuses.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusals {
    /// The refused requests of events, for any reason, in input order.
    of_events: Vec<TimelineEventId>,
    /// The number of agent requests that are not a multiple of the compute unit. They are only counted, because an edit
    /// can change what agents ask for, and when.
    of_agents: usize,
}

impl Refusals {
    pub(super) fn of(run: &TimelineRun) -> Self {
        let refused = run.steps.iter().filter(|step| fault(step).is_some());
        let mut of_events: Vec<TimelineEventId> = refused.filter_map(|step| step.event).collect();
        of_events.sort_unstable();
        let of_agents = run.steps.iter().filter(|step| step.event.is_none());
        Self {
            of_events,
            of_agents: of_agents.filter(|step| breaks_unit(step)).count(),
        }
    }

    /// Whether a run refuses more requests, because of the compute unit.
    pub(super) fn lack_some_of(&self, run: &TimelineRun) -> bool {
        let mut of_agents = 0;
        for step in run.steps.iter().filter(|step| breaks_unit(step)) {
            match step.event {
                Some(event) if self.of_events.binary_search(&event).is_err() => return true,
                Some(_) => {}
                None => of_agents += 1,
            }
        }
        of_agents > self.of_agents
    }
}

fn fault(step: &RunStep) -> Option<&RequestFault> {
    match &step.outcome {
        ActOutcome::Response(PluginResponse::Refused(fault)) => Some(fault),
        _ => None,
    }
}

/// Whether a request is refused because it is not a multiple of the compute unit.
fn breaks_unit(step: &RunStep) -> bool {
    matches!(fault(step), Some(RequestFault::NotMultiple(_)))
}
