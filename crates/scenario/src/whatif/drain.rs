//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses, preempts};
use schedscope_whatif::pods::drain::{Drained, Draining};

use super::works::{LongWork, System, WorkInput};
use crate::{Answered, ClusterStates, Pods, QuestionError, playing::WAITS};

/// A drain in progress, or complete.
#[derive(Debug)]
pub(crate) struct DrainWork {
    draining: Option<Box<Draining>>,
    drained: Option<Box<Drained>>,
}

impl System<DrainOptions> for ClusterStates {
    type Work = DrainWork;
    type Answer = DrainAnswer;

    fn begin(engine: &mut Pods<'_>, options: &DrainOptions) -> Result<DrainWork, QuestionError> {
        let version = engine.version(options.kubernetes_version);
        let settings = options.settings();
        let settings = (&settings, version);
        let drain = Draining::drain(engine.input.objects(), &options.node, settings);
        let drain = drain.ok_or_else(|| QuestionError::NoNode(options.node.clone()))?;
        Ok(DrainWork {
            draining: Some(Box::new(drain)),
            drained: None,
        })
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &DrainOptions,
        work: &mut DrainWork,
    ) -> Result<Answered<DrainAnswer>, QuestionError> {
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
            evicts: preempts(&drained.run) || before.is_some_and(|before| preempts(&before.run)),
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
