//! A run as it comes about, some turns at a time.

use std::{iter::Peekable, sync::Arc, vec::IntoIter};

use schedscope_objects::{names::Names, order, timeline::Timeline};

use crate::timeline::{
    agents::Actors,
    cast::Roster,
    run::{MOST_STEPS, Run, Setup},
};

/// A run ends after so many turns of agents, whatever they do with them.
const MOST_TURNS: usize = 5_000_000;

/// A timeline that is being played.
#[derive(Debug)]
pub struct Playing {
    run: Run,
    /// `None`: there is nothing to play.
    cast: Option<Acting>,
}

/// Who acts, and what the text says.
#[derive(Debug)]
struct Acting {
    timeline: Arc<Timeline>,
    actors: Actors,
    /// The events that are still to come, in order of time.
    events: Peekable<IntoIter<u32>>,
    turns: usize,
    /// When the latest turn was, in milliseconds.
    at: u64,
}

impl Playing {
    /// A timeline before its first event.
    pub fn new(timeline: Option<&Arc<Timeline>>, setup: Setup, roster: Arc<Roster>) -> Self {
        let mut run = Run::start(timeline, setup, roster);
        let timeline = run.timeline.clone().filter(|_| run.problem.is_none());
        let cast = timeline.map(|timeline| {
            let count = timeline.events.len();
            let at = |event: u32| timeline.events[event as usize].at;
            // What happens at once happens in the order of the text.
            let order = order::positions(count, &mut |a, b| at(a).cmp(&at(b)));
            let last = order.last().map_or(0, |event| at(*event));
            run.duration = timeline.duration.unwrap_or(last);
            run.expect(count);
            Acting {
                actors: Actors::new(&mut run),
                events: order.into_iter().peekable(),
                timeline,
                turns: 0,
                at: 0,
            }
        });
        Self { run, cast }
    }

    /// Plays at most so many more turns: events, and what happens by itself. Says whether that was the
    /// end.
    pub fn advance(&mut self, names: &Names, turns: usize) -> bool {
        let Self { run, cast } = self;
        let Some(cast) = cast else {
            return true;
        };
        let timeline = Arc::clone(&cast.timeline);
        let at = |event: u32| timeline.events[event as usize].at;
        let end = cast.turns.saturating_add(turns);
        // Agents of VMs that are on no node take turns, too, and no steps.
        while cast.turns < end {
            if run.entries.len() >= MOST_STEPS || cast.turns >= MOST_TURNS {
                run.stopped = true;
                return true;
            }
            let waiting = cast.actors.next_at(run.duration);
            match (cast.events.peek(), waiting) {
                (None, None) => return true,
                (Some(event), waiting) if waiting.is_none_or(|waiting| at(*event) <= waiting) => {
                    let event = *event;
                    cast.events.next();
                    cast.at = at(event);
                    cast.actors.event(run, &timeline, event, names);
                }
                (_, waiting) => {
                    cast.at = waiting.unwrap_or(cast.at);
                    cast.actors.act(run, &timeline, names);
                }
            }
            cast.turns += 1;
        }
        false
    }

    /// The time that was reached, and when the run ends, in milliseconds.
    pub fn progress(&self) -> (u64, u64) {
        let at = self.cast.as_ref().map_or(0, |cast| cast.at);
        (at, self.run.duration.max(at))
    }

    /// The run.
    pub fn finish(self) -> Run {
        let mut run = self.run;
        if self.cast.is_some() {
            let last = run.entries.last().map_or(0, |entry| entry.at);
            run.duration = run.duration.max(last);
        }
        run
    }
}
