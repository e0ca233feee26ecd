//! The recorded outcomes of pods and quotas.

use schedscope_answers::{
    missing::{MissingInput, MissingReason},
    quota::recorded_use::UseCause,
    whatif::recorded::{
        CompareRecordedAnswer, CompareRecordedOptions, compare_recorded_answer, is_asked,
    },
};

use schedscope_whatif::pods::recorded::RecordedPodKind;

use super::works::{LongQuestion, Work};
use crate::{
    QuestionError, Scenario,
    missing::{Asks, Choosing, Scored, of_pods},
    not_looked_at::of_scheduled,
};

impl Scenario {
    /// Compares the recorded outcomes of pods and quotas with a new computation.
    ///
    /// # Errors
    /// None.
    pub fn compare_recorded(
        &mut self,
        options: &CompareRecordedOptions,
    ) -> Result<CompareRecordedAnswer, QuestionError> {
        let worked = self.worked(LongQuestion::CompareRecorded(options.clone()))?;
        let (key, Work::Recorded(mut found)) = worked else {
            return Err(QuestionError::NoDecision);
        };
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader(options.kubernetes_version);
        let objects = reader.objects();
        let mut answer = compare_recorded_answer(&mut found, &desk.ledger, objects, options);
        answer.not_looked_at = of_scheduled(reader, &found.snapshot, is_asked, encoding);
        let asked = found.snapshot.pods.iter().filter(|pod| is_asked(pod));
        // The others are already on a node with the highest score.
        let elsewhere = found.differing.iter();
        let elsewhere = elsewhere.filter(|(_, kind)| *kind == RecordedPodKind::Elsewhere);
        let choosing = Choosing::these(elsewhere.map(|(pod, _)| *pod), &found.snapshot);
        let asks = Asks {
            scores: Scored::Some(&choosing),
            ranks: false,
            evicts: answer.nominated > 0,
            victims: answer.nominations.iter().any(|one| !one.victims.is_empty()),
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, asked, asks);
        let verdicts = desk.contradicted_pods(objects, options.profile.of_pods());
        answer.unschedulable = verdicts.0;
        answer.recorded_verdicts = verdicts.1;
        if answer.unschedulable > 0 {
            let is_same = answer.same.unwrap_or(true);
            answer.same = Some(is_same && answer.recorded_verdicts.is_empty());
        }
        // The status counts pods of the text that have ended, so no pod is missing.
        let is_told = |row: &MissingInput| {
            let mut quotas = answer.quotas.iter();
            row.why == MissingReason::QuotaPods
                && quotas.any(|quota| {
                    quota.cause == UseCause::EndedPods
                        && (&quota.namespace, &quota.name) == (&row.namespace, &row.name)
                })
        };
        answer.missing_inputs.retain(|row| !is_told(row));
        self.keep_work((key, Work::Recorded(found)));
        Ok(answer)
    }
}
