//! A drained node.

use schedscope_answers::whatif::drain::{DrainAnswer, DrainOptions, drain_answer};
use schedscope_whatif::pods::drain::Draining;

use super::works::{LongQuestion, Work};
use crate::{
    QuestionError, Scenario,
    missing::{Asks, of_pods},
    not_looked_at::of_queue,
};

impl Scenario {
    pub(super) fn drain_work(&mut self, options: &DrainOptions) -> Result<Work, QuestionError> {
        let drain = Draining::drain(self.reader.objects(), &options.node, &options.settings());
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
            Work::Drain(draining) => Box::new(draining.finish()),
            Work::Drained(drained) => drained,
            _ => return Err(QuestionError::NoDecision),
        };
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let mut answer = drain_answer(&drained, &objects.names, options);
        answer.not_looked_at = of_queue(reader, &drained.snapshot, encoding);
        let pending = drained
            .snapshot
            .pods
            .iter()
            .filter(|pod| pod.is_to_schedule());
        let asks = Asks {
            scores: true,
            evicts: true,
            victims: answer.others.iter().any(|pod| pod.from.is_some()),
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, pending, asks);
        self.keep_work((key, Work::Drained(drained)));
        Ok(answer)
    }
}
