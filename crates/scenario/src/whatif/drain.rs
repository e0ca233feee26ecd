//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses, preempts};
use schedscope_objects::kubernetes_version::AssumedVersion;
use schedscope_whatif::pods::drain::{Drained, Draining};

use super::works::{Ground, LongQuestion, LongWork};
use crate::{Answered, QuestionError, Scenario, playing::WAITS};

/// A drain in progress, or complete.
#[derive(Debug)]
pub(crate) enum DrainWork {
    Draining(Box<Draining>),
    Drained(Box<Drained>),
}

impl LongQuestion for DrainOptions {
    type Work = DrainWork;

    fn begin(&self, scenario: &mut Scenario) -> Result<DrainWork, QuestionError> {
        let AssumedVersion { version, .. } = scenario.assumed_version(self.kubernetes_version);
        let settings = self.settings();
        let settings = (&settings, version);
        let drain = Draining::drain(scenario.input.objects(), &self.node, settings);
        let drain = drain.ok_or_else(|| QuestionError::NoNode(self.node.clone()))?;
        Ok(DrainWork::Draining(Box::new(drain)))
    }
}

impl LongWork for DrainWork {
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool {
        match self {
            Self::Draining(draining) => draining.advance(&on.objects.names, turns),
            Self::Drained(_) => true,
        }
    }

    fn progress(&self) -> (u64, u64) {
        match self {
            Self::Draining(draining) => {
                let (done, of) = draining.progress();
                (done as u64, of as u64)
            }
            Self::Drained(_) => WAITS,
        }
    }
}

impl Scenario {
    /// Drains a node and schedules its pods.
    ///
    /// # Errors
    /// The text does not have the node.
    pub fn drain(
        &mut self,
        options: &DrainOptions,
    ) -> Result<Answered<DrainAnswer>, QuestionError> {
        let (key, work) = self.worked(options.clone())?;
        let drained = match *work {
            DrainWork::Draining(draining) => Box::new(draining.finish(&self.input.objects().names)),
            DrainWork::Drained(drained) => drained,
        };
        let encoding = self.input.encoding;
        let (desk, reader) = self.desk_and_reader(options.kubernetes_version);
        let objects = reader.objects();
        let answer = drain_answer(&drained, &objects.names, options);
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
        let about = desk.about_quotas(reader, None, Uses::Schedules(uses));
        let answer = Answered::new(answer, (reader, encoding), about);
        self.keep_work((key, Box::new(DrainWork::Drained(drained))));
        Ok(answer)
    }
}
