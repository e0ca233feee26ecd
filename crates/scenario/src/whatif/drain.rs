//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_objects::kubernetes_version::AssumedVersion;
use schedscope_whatif::pods::drain::Draining;

use super::works::{LongQuestion, Work};
use crate::{
    QuestionError, Scenario,
    missing::{Asks, Choosing, Scored, computed_budgets, of_pods, preempts},
    not_looked_at::of_queue,
};

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
    pub fn drain(&mut self, options: &DrainOptions) -> Result<DrainAnswer, QuestionError> {
        let (key, work) = self.worked(LongQuestion::Drain(options.clone()))?;
        let drained = match work {
            Work::Drain(draining) => Box::new(draining.finish(&self.reader.objects().names)),
            Work::Drained(drained) => drained,
            _ => return Err(QuestionError::NoDecision),
        };
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader(options.kubernetes_version);
        let objects = reader.objects();
        let mut answer = drain_answer(&drained, &objects.names, options);
        answer.not_looked_at = of_queue(reader, &drained.snapshot, encoding);
        let pending = drained
            .snapshot
            .pods
            .iter()
            .filter(|pod| pod.is_to_schedule());
        let mut choosing = Choosing::of(&drained.run, &drained.snapshot);
        let before = drained.before.as_deref();
        if let Some(before) = before {
            choosing.add(&before.run, &before.snapshot);
        }
        let asks = Asks {
            scores: Scored::Some(&choosing),
            ranks: true,
            evicts: preempts(&drained.run) || before.is_some_and(|before| preempts(&before.run)),
            victims: answer.evicted + answer.deleted + answer.others_moved > 0,
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, pending, asks);
        let guarding = drained.guarding(&objects.names);
        let computed = computed_budgets(&drained.budgets, &objects.names, |budget| {
            guarding.contains(&budget)
        });
        answer.missing_inputs.extend(computed);
        self.keep_work((key, Work::Drained(drained)));
        Ok(answer)
    }
}
