//! A run as it is computed, some turns at a time.

use std::{iter::Peekable, sync::Arc, vec::IntoIter};

use schedscope_objects::{id::Id as _, names::Names, order, timeline::Timeline};

use crate::{
    id::TimelineEventId,
    timeline::{
        actors::Actors,
        inventory::Inventory,
        run::{MAX_STEPS, TimelineRun},
        setup::PluginSetup,
    },
};

/// The greatest number of turns of a run. Agents of VMs that are on no node take turns without steps.
const MAX_TURNS: usize = 5_000_000;

/// A run that is being computed.
#[derive(Debug)]
pub struct TimelineSimulation {
    run: TimelineRun,
    /// `None`: the run has no timeline, or the plugin did not start.
    context: Option<ActorContext>,
}

/// The actors and the events that are still to come.
#[derive(Debug)]
struct ActorContext {
    timeline: Arc<Timeline>,
    actors: Actors,
    /// The events that are still to come, in order of time.
    events: Peekable<IntoIter<TimelineEventId>>,
    turns: usize,
    /// The time of the latest turn, in milliseconds.
    at: u64,
}

impl TimelineSimulation {
    /// A timeline before its first event.
    pub fn new(
        timeline: Option<&Arc<Timeline>>,
        setup: PluginSetup,
        inventory: Arc<Inventory>,
    ) -> Self {
        let mut run = TimelineRun::start(timeline, setup, inventory);
        let timeline = run.timeline.clone().filter(|_| run.problem.is_none());
        let context = timeline.map(|timeline| {
            let count = timeline.events.len();
            let at = |event: u32| timeline.events[event as usize].at;
            // Events at one time happen in the order of the text.
            let order = order::positions(count, &mut |a, b| at(a).cmp(&at(b)));
            let last = order.last().map_or(0, |event| at(*event));
            let order = order.into_iter();
            let order = order.map(|at| TimelineEventId::new(at as usize));
            let order: Vec<TimelineEventId> = order.collect();
            run.duration = timeline.duration.unwrap_or(last);
            run.expect(count);
            ActorContext {
                actors: Actors::new(&mut run),
                events: order.into_iter().peekable(),
                timeline,
                turns: 0,
                at: 0,
            }
        });
        Self { run, context }
    }

    /// Takes at most some more turns of events and actors. Returns whether the run has ended.
    pub fn advance(&mut self, names: &Names, turns: usize) -> bool {
        let Self { run, context } = self;
        let Some(context) = context else {
            return true;
        };
        let timeline = Arc::clone(&context.timeline);
        let at = |event: TimelineEventId| timeline.events[event.index()].at;
        let end = context.turns.saturating_add(turns);
        while context.turns < end {
            if run.steps.len() >= MAX_STEPS || context.turns >= MAX_TURNS {
                run.stopped = true;
                return true;
            }
            let waiting = context.actors.next_at(run.duration);
            match (context.events.peek(), waiting) {
                (None, None) => return true,
                (Some(event), waiting) if waiting.is_none_or(|waiting| at(*event) <= waiting) => {
                    let event = *event;
                    context.events.next();
                    context.at = at(event);
                    context.actors.apply_event(run, &timeline, event, names);
                }
                (_, waiting) => {
                    context.at = waiting.unwrap_or(context.at);
                    context.actors.act(run, &timeline, names);
                }
            }
            context.turns += 1;
        }
        false
    }

    /// The time reached, and the end of the run, in milliseconds.
    pub fn progress(&self) -> (u64, u64) {
        let at = self.context.as_ref().map_or(0, |context| context.at);
        (at, self.run.duration.max(at))
    }

    pub fn finish(self) -> TimelineRun {
        let mut run = self.run;
        if self.context.is_some() {
            let last = run.steps.last().map_or(0, |step| step.at);
            run.duration = run.duration.max(last);
        }
        run
    }
}
