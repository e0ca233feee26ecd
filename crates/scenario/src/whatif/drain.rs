//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses, preempts};
use schedscope_whatif::pods::drain::{Drained, Draining};

use super::works::{LongQuestion, LongWork, WorkInput};
use crate::{Answered, ClusterStates, Engine, QuestionError, playing::WAITS};

/// A drain in progress, or complete.
#[derive(Debug)]
pub(crate) struct DrainWork {
    draining: Option<Box<Draining>>,
    drained: Option<Box<Drained>>,
}

impl LongQuestion for DrainOptions {
    type State = ClusterStates;
    type Work = DrainWork;

    fn begin(&self, engine: &mut Engine<'_, ClusterStates>) -> Result<DrainWork, QuestionError> {
        let version = engine.version(self.kubernetes_version);
        let settings = self.settings();
        let settings = (&settings, version);
        let drain = Draining::drain(engine.input.objects(), &self.node, settings);
        let drain = drain.ok_or_else(|| QuestionError::NoNode(self.node.clone()))?;
        Ok(DrainWork {
            draining: Some(Box::new(drain)),
            drained: None,
        })
    }
}

impl LongWork for DrainWork {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let names = &on.objects.names;
        let Some(mut draining) = self.draining.take() else {
            return true;
        };
        let is_complete = draining.advance(names, turns);
        if is_complete {
            self.drained = Some(Box::new(draining.finish(names)));
        } else {
            self.draining = Some(draining);
        }
        is_complete
    }

    fn progress(&self) -> (u64, u64) {
        self.draining.as_ref().map_or(WAITS, |draining| {
            let (done, of) = draining.progress();
            (done as u64, of as u64)
        })
    }
}

impl Engine<'_, ClusterStates> {
    /// Drains a node and schedules its pods.
    ///
    /// # Errors
    /// The text does not have the node.
    pub fn drain(&mut self, options: DrainOptions) -> Result<Answered<DrainAnswer>, QuestionError> {
        self.worked(options, |engine, options, work| {
            let drained = work.drained.as_deref().ok_or(QuestionError::NoDecision)?;
            let (cluster, input) = engine.cluster(options.kubernetes_version);
            let objects = input.objects();
            let answer = drain_answer(drained, &objects.names, options);
            let mut choosing = PodsWithChoice::of(&drained.run, &drained.snapshot);
            let before = drained.before.as_deref();
            if let Some(before) = before {
                choosing.add(&before.run, &before.snapshot);
            }
            let guarding = drained.guarding(&objects.names);
            let computed = drained.budgets.computed();
            let computed = computed.filter(|(index, ..)| guarding.contains(index));
            let uses = Scheduling {
                scores: Scored::Some(&choosing),
                evicts: preempts(&drained.run)
                    || before.is_some_and(|before| preempts(&before.run)),
                victims: answer.evicted + answer.deleted + answer.others_moved > 0,
                budgets: computed
                    .map(|(_, budget, status)| (budget, status))
                    .collect(),
                says: Says {
                    volumes: true,
                    ..Says::default()
                },
                ..Scheduling::queue(&drained.snapshot)
            };
            Ok(cluster.answered(answer, input, None, Uses::Schedules(uses)))
        })
    }
}
