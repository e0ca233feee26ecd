//! A run as it comes about, some turns at a time.

use std::{iter::Peekable, sync::Arc, vec::IntoIter};

use schedscope_objects::{names::Names, order, timeline::Timeline};

use crate::timeline::{
    agents::Actors,
    inventory::Inventory,
    run::{MOST_STEPS, PluginSetup, TimelineRun},
};

/// A run ends after so many turns of agents, whatever they do with them.
const MOST_TURNS: usize = 5_000_000;

/// A timeline that is being played.
#[derive(Debug)]
pub struct TimelineSimulation {
    run: TimelineRun,
    /// `None`: there is nothing to play.
    context: Option<ActorContext>,
}

/// Who acts, and what the text says.
#[derive(Debug)]
struct ActorContext {
    timeline: Arc<Timeline>,
    actors: Actors,
    /// The events that are still to come, in order of time.
    events: Peekable<IntoIter<u32>>,
    turns: usize,
    /// When the latest turn was, in milliseconds.
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
            // What happens at once happens in the order of the text.
            let order = order::positions(count, &mut |a, b| at(a).cmp(&at(b)));
            let last = order.last().map_or(0, |event| at(*event));
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

    /// Plays at most so many more turns: events, and what happens by itself. Says whether that was the
    /// end.
    pub fn advance(&mut self, names: &Names, turns: usize) -> bool {
        let Self { run, context } = self;
        let Some(context) = context else {
            return true;
        };
        let timeline = Arc::clone(&context.timeline);
        let at = |event: u32| timeline.events[event as usize].at;
        let end = context.turns.saturating_add(turns);
        // Agents of VMs that are on no node take turns, too, and no steps.
        while context.turns < end {
            if run.steps.len() >= MOST_STEPS || context.turns >= MOST_TURNS {
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
                    context.actors.event(run, &timeline, event, names);
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

    /// The time that was reached, and when the run ends, in milliseconds.
    pub fn progress(&self) -> (u64, u64) {
        let at = self.context.as_ref().map_or(0, |context| context.at);
        (at, self.run.duration.max(at))
    }

    /// The run.
    pub fn finish(self) -> TimelineRun {
        let mut run = self.run;
        if self.context.is_some() {
            let last = run.steps.last().map_or(0, |entry| entry.at);
            run.duration = run.duration.max(last);
        }
        run
    }
}
