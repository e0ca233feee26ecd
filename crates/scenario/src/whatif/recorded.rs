//! The recorded outcomes of pods and quotas.

use schedscope_answers::{
    quota::recorded_use::UseCause,
    whatif::recorded::{
        CompareRecordedAnswer, CompareRecordedOptions, compare_recorded_answer, is_asked,
    },
};
use schedscope_checks::uses::{PodsWithChoice, Scheduling, Scored, Uses};
use schedscope_objects::not_looked_at::TouchedAnswer;
use schedscope_whatif::pods::recorded::{Recorded, RecordedPodKind};

use super::works::{LongWork, System, WorkInput};
use crate::{Answered, ClusterStates, Pods, QuestionError};

impl System<CompareRecordedOptions> for ClusterStates {
    type Work = Recorded;
    type Answer = CompareRecordedAnswer;

    fn begin(
        engine: &mut Pods<'_>,
        options: &CompareRecordedOptions,
    ) -> Result<Recorded, QuestionError> {
        let version = engine.version(options.kubernetes_version);
        let objects = engine.input.objects();
        Ok(Recorded::new(objects, options.profile.of_pods(), version))
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &CompareRecordedOptions,
        found: &mut Recorded,
    ) -> Result<Answered<CompareRecordedAnswer>, QuestionError> {
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let objects = input.objects();
        let mut answer = compare_recorded_answer(found, &cluster.ledger, objects, options);
        let verdicts = cluster.contradicted_pods(objects, options.profile.of_pods());
        answer.unschedulable = verdicts.0;
        let verdicts = verdicts.1;
        if answer.unschedulable > 0 {
            let is_same = answer.same.unwrap_or(true);
            answer.same = Some(is_same && verdicts.is_empty());
        }
        // The others are already on a node with the highest score.
        let elsewhere = found.differing.iter();
        let elsewhere = elsewhere.filter(|(_, kind)| *kind == RecordedPodKind::Elsewhere);
        let choosing = PodsWithChoice::these(elsewhere.map(|(pod, _)| *pod), &found.snapshot);
        // The status counts pods of the text that have ended, so no pod is missing.
        let explained = answer
            .quotas
            .iter()
            .filter(|quota| quota.cause == UseCause::EndedPods);
        let asked = found.snapshot.pods.iter().filter(|pod| is_asked(pod));
        let uses = Scheduling {
            feasible: found.snapshot.nodes.len(),
            scores: Scored::Some(&choosing),
            evicts: answer.nominated > 0,
            victims: answer.nominations.iter().any(|one| !one.victims.is_empty()),
            explained: explained
                .map(|quota| (&*quota.namespace, &*quota.name))
                .collect(),
            verdicts,
            ..Scheduling::new(TouchedAnswer::Queue, asked)
        };
        let checked = cluster.answered((), input, None, Uses::Schedules(uses));
        Ok(checked.map(|()| answer))
    }
}

impl LongWork for Recorded {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        self.advance(&on.objects.names, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}
