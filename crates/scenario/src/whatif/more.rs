//! More pods like one.

use schedscope_answers::{
    pods::volumes::volume_names,
    quota::{
        cycle::{SimulatePodAnswer, SimulatePodOptions, answer},
        marks::CycleMarks,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::more::{MoreAnswer, MoreOptions, more_answer},
};
use schedscope_checks::uses::{Says, Scheduling, Scored, Uses};
use schedscope_objects::{namespaced_name::NamedObject, not_looked_at::TouchedAnswer};
use schedscope_quota::cycle::run;
use schedscope_whatif::pods::more::More;

use super::works::{Ground, LongQuestion, LongWork};
use crate::{Answered, Desks, Engine, QuestionError};

impl LongQuestion for MoreOptions {
    type State = Desks;
    type Work = More;

    fn begin(&self, engine: &mut Engine<'_, Desks>) -> Result<More, QuestionError> {
        let no_pod = || QuestionError::NoPod(self.pod.to_string());
        let (desk, input) = engine.desk(self.kubernetes_version);
        let objects = input.objects();
        let key = desk.key(&self.pod, &objects.names)?;
        let pod = desk.snapshot.pod(&key, &objects.names);
        let pod = pod.ok_or_else(no_pod)?;
        let counted = (&desk.snapshot, &desk.ledger);
        let more = More::new(objects, counted, pod, self.profile.of_pods(), self.most);
        more.ok_or_else(no_pod)
    }
}

impl LongWork for More {
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool {
        self.advance(on.objects, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

impl Engine<'_, Desks> {
    /// Binds more pods like one.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn more(&mut self, options: MoreOptions) -> Result<Answered<MoreAnswer>, QuestionError> {
        self.worked(options, |engine, options, found| {
            let (desk, input) = engine.desk(options.kubernetes_version);
            let objects = input.objects();
            let names = &objects.names;
            let no_pod = || QuestionError::NoPod(options.pod.to_string());
            let key = desk.key(&options.pod, names)?;
            let pod = desk.snapshot.pod(&key, names).ok_or_else(no_pod)?;
            let next = found.next.and_then(|next| found.snapshot.pods.get(next));
            let next = next.map(|pod| {
                let (snapshot, ledger) = (&found.snapshot, &mut found.ledger);
                let cycle = run(
                    snapshot,
                    ledger,
                    &desk.budgets,
                    pod,
                    names,
                    options.profile.of_pods(),
                );
                let of = (options.profile.of_pods(), &cycle);
                let marks = CycleMarks::of(snapshot, ledger, &desk.budgets, pod, names, of);
                let asked = SimulatePodOptions {
                    pod: NamedObject::default(),
                    profile: options.profile,
                    kubernetes_version: options.kubernetes_version,
                    offset: 0,
                    limit: options.limit,
                };
                SimulatePodAnswer {
                    resource_quota: ResourceQuotaAnswer::new(&found.refusals, names),
                    ..answer(snapshot, ledger, pod, (&cycle, &marks), names, &asked)
                }
            });
            let victims = next.as_ref().is_some_and(|next| !next.victims.is_empty());
            let evicts = next.as_ref().is_some_and(|next| next.preemption.is_some());
            let info = desk.snapshot.pods.get(pod).ok_or_else(no_pod)?;
            let next = (info.namespaced_name(names), next);
            let mut answer = more_answer(found, next, names, options);
            let feasible = found.nodes.iter().filter(|pods| **pods > 0).count();
            let open = if info.depends_on_volumes() {
                &info.open_volumes
            } else {
                &found.open
            };
            answer.volumes = volume_names(info, open, &desk.snapshot, names);
            let verdict = desk.contradicted((&key, options.profile.of_pods()), objects);
            let uses = Scheduling {
                feasible,
                scores: Scored::all_if(found.had_choice),
                evicts,
                victims,
                verdicts: verdict.into_iter().collect(),
                says: Says {
                    volumes: true,
                    ..Says::default()
                },
                ..desk.one(TouchedAnswer::SimulatePod, &key, objects)?
            };
            Ok(desk.answered(answer, input, Some(&key), Uses::Schedules(uses)))
        })
    }
}
