//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses, preempts};
use schedscope_objects::kubernetes_version::AssumedVersion;
use schedscope_whatif::pods::drain::Draining;

use super::works::{LongQuestion, Work};
use crate::{Answered, QuestionError, Scenario};

impl Scenario {
    pub(super) fn drain_work(&mut self, options: &DrainOptions) -> Result<Work, QuestionError> {
        let AssumedVersion { version, .. } = self.assumed_version(options.kubernetes_version);
        let settings = options.settings();
        let settings = (&settings, version);
        let drain = Draining::drain(self.reader.objects(), &options.node, settings);
        let drain = drain.ok_or_else(|| QuestionError::NoNode(options.node.clone()))?;
        Ok(Work::Drain(Box::new(drain)))
    }

    /// Drains a node and schedules its pods.
    ///
    /// # Errors
    /// The text does not have the node.
    pub fn drain(
        &mut self,
        options: &DrainOptions,
    ) -> Result<Answered<DrainAnswer>, QuestionError> {
        let (key, work) = self.worked(LongQuestion::Drain(options.clone()))?;
        let drained = match work {
            Work::Drain(draining) => Box::new(draining.finish(&self.reader.objects().names)),
            Work::Drained(drained) => drained,
            _ => return Err(QuestionError::NoDecision),
        };
        let encoding = self.encoding;
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
        self.keep_work((key, Work::Drained(drained)));
        Ok(answer)
    }
}
