//! What would be otherwise among nodes, pods and quotas. The text and what is counted of it stay as they are.

use std::iter::once;

use schedscope_answers::{
    quota::{
        cycle::{SimulatePodAnswer, SimulatePodOptions, answer},
        marks::CycleMarks,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::{
        change::{Change, ChangeAnswer, CycleAfter, SearchStop, cycle_after, searched},
        drain::{DrainAnswer, DrainOptions, drain_answer},
        more::{MoreAnswer, MoreOptions, more_answer},
        options::ChangeOptions,
    },
};
use schedscope_objects::{not_looked_at::TouchedAnswer, objects::Objects, profile::Profile};
use schedscope_quota::cycle::run;
use schedscope_whatif::{
    Editor as _,
    pods::{PodSearch, PodWant, PodWorld, drain::drain, more::more},
};

use crate::{
    QuestionError, Scenario,
    missing::{Asks, of_pods},
    not_looked_at::{of_pod, of_queue},
};

/// How the cycle of a pod ends.
fn cycle_of(objects: &Objects, pod: &str, profile: Profile) -> Option<CycleAfter> {
    let mut world = PodWorld::new(objects, pod, profile)?;
    let cycle = world.cycle(&objects.names)?;
    let end = world.end(&cycle);
    Some(cycle_after(&world, &end, &objects.names))
}

impl Scenario {
    /// Drains a node and schedules its pods.
    ///
    /// # Errors
    /// The text does not have the node.
    pub fn drain(&mut self, options: &DrainOptions) -> Result<DrainAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let drained = drain(objects, &options.node, &options.settings());
        let drained = drained.ok_or_else(|| QuestionError::NoNode(options.node.clone()))?;
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
        Ok(answer)
    }

    /// What is wanted of a pod.
    pub(super) fn asked_pod(&mut self, options: &ChangeOptions) -> Result<PodWant, QuestionError> {
        let wanted = &options.want;
        let key = wanted.pod.as_deref().unwrap_or_default();
        let want = PodWant {
            admitted: wanted.admitted,
            on: wanted.on.clone(),
            spares: wanted.spares.clone(),
            evicts_nobody: wanted.evicts_nobody,
        };
        let invalid = |message: &str| QuestionError::Invalid(message.to_owned());
        if !wanted.selects.is_empty() || !wanted.drops.is_empty() || wanted.count.is_some() {
            return Err(invalid("change.want: either of a pod or of clusters"));
        }
        if want == PodWant::default() {
            return Err(invalid("change.want: nothing is wanted of the pod"));
        }
        let (desk, reader) = self.desk_and_reader();
        let names = &reader.objects().names;
        for pod in std::iter::once(key).chain(want.spares.as_deref()) {
            let found = desk.snapshot.pod(pod, names);
            found.ok_or_else(|| QuestionError::NoPod(pod.to_owned()))?;
        }
        if let Some(node) = &want.on {
            let found = names.get(node).and_then(|node| desk.snapshot.node(node));
            found.ok_or_else(|| QuestionError::NoNode(node.clone()))?;
        }
        Ok(want)
    }

    /// The smallest changes of the input after which a pod's cycle ends as wanted.
    pub(super) fn change_pod(
        &mut self,
        options: &ChangeOptions,
        result: &PodSearch,
    ) -> Result<ChangeAnswer, QuestionError> {
        let encoding = self.encoding;
        let key = options.want.pod.clone().unwrap_or_default();
        let no_pod = |key: &str| QuestionError::NoPod(key.to_owned());
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let id = desk.snapshot.pod(&key, &objects.names);
        let info = id.and_then(|id| desk.snapshot.pods.get(id));
        let info = info.ok_or_else(|| no_pod(&key))?;
        let asks = Asks {
            scores: true,
            evicts: true,
            victims: true,
        };
        let object = info.object(objects);
        let not_looked_at = of_pod(reader, info, (TouchedAnswer::SimulatePod, 0), encoding);
        let missing_inputs = of_pods(objects, &desk.needs, once(info), asks);
        let input = &mut self.world.of(&self.reader).input;
        let found = result.search.found();
        // Each change is decided once more, to tell how the cycle ends.
        let mut changes = Vec::new();
        for found in found.changes.iter().take(options.decide.limit) {
            if input.apply(&found.edits)
                && let Some(after) = cycle_of(input.objects(), &key, options.decide.profile)
            {
                changes.push((found, after));
            }
            input.undo();
        }
        let told = changes.into_iter().map(|(found, after)| Change {
            cycle: Some(after),
            ..self.told(found)
        });
        Ok(ChangeAnswer {
            object,
            met: result.met,
            changes: told.collect(),
            space: searched(&result.space),
            complete: found.complete,
            depth: found.depth,
            stopped: found.out_of_steps.then_some(SearchStop::Steps),
            steps: result.steps(),
            missing_inputs,
            not_looked_at,
        })
    }

    /// Binds more pods like one.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub fn more(&mut self, options: &MoreOptions) -> Result<MoreAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        let no_pod = || QuestionError::NoPod(options.pod.clone());
        let pod = desk.snapshot.pod(&options.pod, names).ok_or_else(no_pod)?;
        let counted = (&desk.snapshot, &desk.ledger, &desk.budgets);
        let found = more(objects, counted, pod, options.profile, options.most);
        let mut found = found.ok_or_else(no_pod)?;
        let next = found.next.and_then(|next| found.snapshot.pods.get(next));
        let next = next.map(|pod| {
            let (snapshot, ledger) = (&found.snapshot, &mut found.ledger);
            let cycle = run(snapshot, ledger, &desk.budgets, pod, names, options.profile);
            let of = (options.profile, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, &desk.budgets, pod, names, of);
            let asked = SimulatePodOptions {
                pod: String::new(),
                profile: options.profile,
                offset: 0,
                limit: options.limit,
            };
            SimulatePodAnswer {
                resource_quota: ResourceQuotaAnswer::new(&found.refusals, names),
                ..answer(snapshot, ledger, pod, (&cycle, &marks), names, &asked)
            }
        });
        let victims = next.as_ref().is_some_and(|next| !next.victims.is_empty());
        let mut answer = more_answer(&found, next, options);
        let info = desk.snapshot.pods.get(pod).ok_or_else(no_pod)?;
        let feasible = found.nodes.iter().filter(|pods| **pods > 0).count();
        let of = (TouchedAnswer::SimulatePod, feasible);
        answer.not_looked_at = of_pod(reader, info, of, encoding);
        let asks = Asks {
            scores: feasible > 1,
            evicts: victims,
            victims,
        };
        answer.missing_inputs = of_pods(objects, &desk.needs, once(info), asks);
        Ok(answer)
    }
}
